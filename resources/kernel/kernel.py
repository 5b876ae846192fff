"""Starts ipykernel with Sandglass's streams and cures. Run by the host, not by hand.

The script's folder is needed only to import our package; it leaves ``sys.path`` again, so
that nothing of ours can shadow a module of the person's.
"""

import os
import sys

sys.path[0] = os.path.dirname(os.path.abspath(__file__))

from sandglass_kernel import launch  # noqa: E402

del sys.path[0]

if __name__ == "__main__":
    launch.run()
