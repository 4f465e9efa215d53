"""Starts a program that can read nothing but the system and its own folder, and leaves nothing.

Run as a script, `confine.py SETTINGS`, with a JSON object: it goes into namespaces of its own, so
that all that the program starts ends with it and no network is there; has Landlock forbid it other
files, and signals to others; sets limits; and starts the command. How the command ended is written
to a pipe that the command does not get. If a system has no namespaces or no Landlock, it is
started without. It imports nothing of the package, so that it starts quickly.

Landlock: https://docs.kernel.org/userspace-api/landlock.html
"""

import ctypes
import json
import os
import resource
import signal
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the numbers of the system calls, on every processor
_PATH_BENEATH, _VERSION = 1, 1
_PARENT_DEATH_SIGNAL, _SUBREAPER, _NO_NEW_PRIVILEGES = 1, 36, 38
_USER, _PID, _NETWORK, _IPC = 0x10000000, 0x20000000, 0x40000000, 0x08000000
_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 5: 0xFFFF}
"""All rights on files in each version of Landlock; versions between add none."""
_READ = 0b1101  # execute, read files, read folders
_LIST = 0b1000
_OF_FILES = 0xC007  # the rights that make sense for a file that is no folder
_TCP, _SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals to others
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives")
_LINKER = ("/etc/ld.so.cache", "/etc/ld.so.conf")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def confine(folder: str, readable: Iterable[str], listed: Iterable[str] = ()) -> bool:
    """Confine this process and all that it starts by Landlock; return whether the system could.

    Parameters
    ----------
    folder
        Files below it may be read, written and started.
    readable
        Beside the system's own, files and folders that may be read and started.
    listed
        Folders in which names may be seen, and no file read.
    """
    version = _call(_CREATE, None, 0, _VERSION) if sys.platform.startswith("linux") else 0
    if version < 1:
        return False
    handled = max(rights for since, rights in _RIGHTS.items() if since <= version)
    network = _TCP if version >= 4 else 0
    scopes = _SCOPES if version >= 6 else 0
    attributes = struct.pack("=QQQ", handled, network, scopes)
    attributes = attributes[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = _call(_CREATE, attributes, len(attributes), 0)
    if ruleset < 0:
        return False
    for path in (*_SYSTEM, *_LINKER, *readable):
        _allow(ruleset, path, _READ & handled)
    for path in listed:
        _allow(ruleset, path, _LIST)
    for path in (folder, *_DEVICES):
        _allow(ruleset, path, handled)
    done = _libc().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0 and _call(_RESTRICT, ruleset, 0) == 0
    os.close(ruleset)
    return done


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Allow rights below a path; one that is not there needs none."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not Path(path).is_dir():
        rights &= _OF_FILES
    _call(_ADD, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
    os.close(handle)


def _libc() -> Any:
    return ctypes.CDLL(None)


def _call(number: int, *arguments: int | bytes | None) -> int:
    typed = [ctypes.c_long(a) if isinstance(a, int) else ctypes.c_char_p(a) for a in arguments]
    return int(_libc().syscall(ctypes.c_long(number), *typed))


def _own_namespaces() -> None:
    """Leave the others' processes and network behind, if the system lets us."""
    if not sys.platform.startswith("linux"):
        return
    user, group = os.getuid(), os.getgid()
    if _libc().unshare(_USER | _PID | _NETWORK | _IPC) != 0:
        return
    with suppress(OSError):  # without a map the program runs as nobody
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


def _die_with_parent(number: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send a signal to this process when the thread that started it ends."""
    if sys.platform.startswith("linux"):
        _libc().prctl(_PARENT_DEATH_SIGNAL, number, 0, 0, 0)


def _adopt_orphans() -> None:
    """Have every process below whose parent ends become a child of ours."""
    if sys.platform.startswith("linux"):
        _libc().prctl(_SUBREAPER, 1, 0, 0, 0)


def _end_orphans() -> None:
    """Kill and wait for all processes that are left below this one."""
    me = os.getpid()
    children = Path(f"/proc/{me}/task/{me}/children")
    while True:
        with suppress(OSError):
            if me == 1:  # of a namespace: these are all the processes that we can see
                os.kill(-1, signal.SIGKILL)
            else:
                for pid in children.read_text(encoding="ascii").split():
                    os.kill(int(pid), signal.SIGKILL)
        try:
            ended, _ = os.waitpid(-1, 0 if me == 1 or children.exists() else os.WNOHANG)
        except ChildProcessError:
            return
        if not ended:
            return


def _end_all(number: int, frame: object) -> None:
    _end_orphans()
    os._exit(1)


def _limit(settings: dict[str, Any]) -> None:
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: settings["file_bytes"],
        resource.RLIMIT_DATA: settings["memory_bytes"],
        resource.RLIMIT_NOFILE: 256,
    }
    for kind, value in wanted.items():
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def main(settings: dict[str, Any], act: Callable[[], None] | None = None) -> int:
    """Start the command below two processes of ours, and report how it ended.

    `act` is called in the place of a command.
    """
    report = int(settings["report"])
    os.set_inheritable(report, False)
    _own_namespaces()
    _die_with_parent()
    if os.getppid() != settings["parent"]:  # it ended before the call above
        os._exit(1)
    first = os.fork()  # the first process of the new namespace: when it ends, all in it do
    if first:
        _, status = os.waitpid(first, 0)
        return os.waitstatus_to_exitcode(status) & 0xFF
    _die_with_parent()
    _adopt_orphans()
    child = os.fork()
    if not child:
        _die_with_parent()
        try:
            _limit(settings)
            confine(settings["folder"], settings["readable"], settings["listed"])
            if act is not None:
                act()
                os._exit(0)
            command = settings["command"]
            os.execvp(command[0], command)
        except BaseException as error:
            os.write(2, f"{settings['command'][0]}: {error}\n".encode())
            os._exit(127)
    if os.getpid() != 1:  # without a namespace, what the program started outlives this process
        signal.signal(signal.SIGTERM, _end_all)
        _die_with_parent(signal.SIGTERM)
    pid, status = os.wait()
    while pid != child:
        pid, status = os.wait()
    _end_orphans()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)  # orphans counted
    cpu_s = usage.ru_utime + usage.ru_stime
    ended = {"status": os.waitstatus_to_exitcode(status), "cpu_s": cpu_s, "peak": usage.ru_maxrss}
    os.write(report, json.dumps(ended).encode())
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
