"""Entry of the kernel host: starts an IPython kernel and speaks NDJSON for it.

Run as ``PY -I host.py`` with the protocol on descriptor 0 (in) and 1 (out). ``-I`` keeps
the script's folder out of ``sys.path``, so it is added here, for our own package only.
In a VM ``PY -I host.py follow BOOT NUMBER`` and ``PY -I host.py submit BASE64`` speak to a
host that runs by itself; ``serve`` is that host.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        from sandglass_host.detached import serve

        sys.exit(serve(sys.argv[2], int(sys.argv[3])))
    if len(sys.argv) > 1:
        from sandglass_host import client

        sys.exit(client.main(sys.argv[1:]))
    from sandglass_host import privacy

    privacy.forbid_dumps()  # before anything is read: a cell has the same uid
    incoming, outgoing = privacy.take_protocol()
    from sandglass_host.main import run

    sys.exit(run(incoming, outgoing))
