# Says in one line of JSON what an interpreter is: where it lies, its version, and which of the
# modules named as arguments it can't import, with the reason.
import importlib
import json
import os
import sys


def missing(names):
    reasons = {}
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException as error:  # a broken module may even exit
            reasons[name] = "%s: %s" % (type(error).__name__, str(error)[:500])
    return reasons


print(
    "\n"
    + json.dumps(
        {
            "executable": sys.executable or "",
            "real": os.path.realpath(sys.executable) if sys.executable else "",
            "prefix": sys.prefix,
            "exec_prefix": sys.exec_prefix,
            "base_prefix": sys.base_prefix,
            "base_exec_prefix": sys.base_exec_prefix,
            "base_executable": getattr(sys, "_base_executable", None) or sys.executable or "",
            "implementation": sys.implementation.name,
            "version": "%d.%d.%d" % sys.version_info[:3],
            "missing": missing(sys.argv[1:]),
        }
    ),
    flush=True,
)
os._exit(0)
