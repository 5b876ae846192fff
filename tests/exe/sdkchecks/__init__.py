# SPDX-License-Identifier: MIT
"""The checks of ../checks.txt for the official SDK, written once for both of its clients."""
