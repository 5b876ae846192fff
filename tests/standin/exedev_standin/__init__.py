# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of the stand-in exe.dev server; see ../standin.py."""
