"""Entry of the kernel host: starts an IPython kernel and speaks NDJSON for it.

Run as ``PY -I host.py`` with the protocol on descriptor 0 (in) and 1 (out). ``-I`` keeps
the script's folder out of ``sys.path``, so it is added here, for our own package only.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from sandglass_host import privacy  # noqa: E402

if __name__ == "__main__":
    privacy.forbid_dumps()  # before anything is read: a cell has the same uid
    incoming, outgoing = privacy.take_protocol()
    from sandglass_host.main import run

    sys.exit(run(incoming, outgoing))
