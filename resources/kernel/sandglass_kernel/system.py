"""``!command``: a pty for its output, but nothing to read, so that ``!cat`` ends at once."""

import codecs
import functools
import importlib.metadata
import os
import re
import select
import signal
import subprocess
import sys

PIP_LINE = re.compile(r"^\s*[%!]\s*(?:\S*python[\d.]*\s+-m\s+|\{sys\.executable\}\s+-m\s+)?"
                      r"(?:uv\s+)?pip3?\s+install\s+(.+)$", re.MULTILINE)
PIP_CALL = re.compile(r"""["']pip["']\s*,\s*["']install["']\s*,([^\])]+)""")
REQUIREMENT = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?(?:[<>=!~].*)?$")
WITH_VALUE = {"-r", "-c", "-i", "-t", "-f", "--requirement", "--constraint", "--index-url",
              "--target", "--find-links", "--extra-index-url", "--prefix", "--timeout"}


def install(shell):
    shell.system = functools.partial(_system, shell)


def _system(shell, command):
    """Run a command; the cell stops when it is interrupted (ipykernel goes on)."""
    if command.rstrip().endswith("&"):
        raise OSError("Background processes not supported.")
    command = shell.var_expand(command, depth=1)
    shell.user_ns["_exit_code"] = run(command)


def run(command):
    """Run in a pty of its own and write what comes to sys.stdout; returns the exit code."""
    reading, writing = _terminal()
    try:
        process = subprocess.Popen(command, shell=True, stdin=subprocess.DEVNULL,
                                   stdout=writing, stderr=writing)
    except BaseException:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    try:
        _copy(reading, process)
        return process.wait()
    except BaseException:
        _end(process)
        raise
    finally:
        os.close(reading)
        sys.stdout.flush()


def _terminal():
    """A pty that leaves the bytes as they are, or a pipe where there is none."""
    try:
        import termios

        reading, writing = os.openpty()
        attributes = termios.tcgetattr(writing)
        attributes[1] &= ~termios.OPOST  # no \r before each \n
        termios.tcsetattr(writing, termios.TCSANOW, attributes)
        return reading, writing
    except (ImportError, OSError):
        return os.pipe()


def _copy(descriptor, process):
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while True:
        ended = process.poll() is not None
        # a child left in the background may hold the pty open: don't wait for it
        if select.select([descriptor], [], [], 0 if ended else 0.05)[0]:
            try:
                data = os.read(descriptor, 65536)
            except OSError:  # EIO: nobody has the pty open any more
                data = b""
            sys.stdout.write(decoder.decode(data, not data))
            sys.stdout.flush()
            if not data:
                return
        elif ended:
            return


def _end(process):
    """The command got the interrupt too; what doesn't react to it is killed."""
    try:
        process.send_signal(signal.SIGINT)
        process.wait(0.5)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()


def wanted_packages(code):
    """Names that a cell asked pip to install and that aren't there."""
    asked = PIP_LINE.findall(code) + [
        re.sub(r"[\"',]", " ", found) for found in PIP_CALL.findall(code)]
    names, skip = [], False
    for word in " ".join(asked).split():
        found = REQUIREMENT.match(word.strip("\"'"))
        if not skip and found and not _installed(found[1]) and found[1] not in names:
            names.append(found[1])
        skip = word in WITH_VALUE
    return names


def _installed(name):
    try:
        importlib.metadata.distribution(name)
        return True
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return False


def watch_pip(shell, notice):
    """Without an index pip can't install: say which packages the cell wanted."""

    def after(result):
        names = wanted_packages(getattr(result.info, "raw_cell", None) or "")
        if names:
            notice("pip_offline", "pip can't install here: there is no network.",
                   packages=names)

    shell.events.register("post_run_cell", after)
