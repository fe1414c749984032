"""What hostile programs aim at, set up so that every hit is seen.

There are files, servers of all kinds, a process and a terminal. All of it belongs to one user, and
so does the judge that is besieged here; everything is bound to this machine's loopback and to
folders of the range's own.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import secrets
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hostile_programs import SECRET, Hostile

TESTS = Path(__file__).parent
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE_S = 120
_SET_SUBREAPER = 36
_SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock", "/dev/mqueue", "/dev")
_LITTERED = (*_SHARED_FOLDERS, "/", "/etc", "/usr/local/lib", "/var/lib", "/home", "/root", "/mnt")
_AS_OTHERS = {"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}


def site_packages() -> Path:
    """Return the folder in which the judge's libraries lie."""
    return Path(next(path for path in sys.path if path.endswith("site-packages")))


@cache
def out_of_reach(user: int) -> str:
    """Return why a user cannot run the judge from here, or "".

    A checkout or an environment in somebody's private folder is closed to everybody else.
    """
    trial = subprocess.run(
        [SYSTEM_PYTHON, "-c", "import hostile_programs"],
        env={**_AS_OTHERS, "PYTHONPATH": f"{TESTS}:{TESTS.parent}:{site_packages()}"},
        cwd="/",
        user=user,
        group=user,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
    )
    told = trial.stderr.strip().splitlines()
    return f"user {user} cannot run the judge from here: {told[-1]}" if trial.returncode else ""


class Range:
    """The range of one user: of the given id, or where it is None of whoever runs the tests."""

    def __init__(self, user: int | None) -> None:
        """Set everything up; pytest.skip is for the caller where ``fault`` is not empty."""
        self._user = user
        self._uid = os.getuid() if user is None else user
        self.folder = Path(tempfile.mkdtemp(prefix="shooting-range-"))
        self.nonce = secrets.token_hex(6)
        self.contacts: list[str] = []
        self._lay_out()
        self._servers = _Servers(self.folder, self.nonce, self._uid, self.contacts)
        self._terminal, self._slave = os.openpty()
        self.tty = os.ttyname(self._slave)
        os.chown(self.tty, self._uid, -1)
        os.set_blocking(self._terminal, False)
        self._victim: subprocess.Popen[bytes] | None = None
        self._judge: subprocess.Popen[str] | None = None
        self._answered = ""
        self.renew_victim()

    def _lay_out(self) -> None:
        for name in ("cases", "answers", "submissions", "outside", "boxes", "cache", "sockets"):
            (self.folder / name).mkdir()
        for name in ("cases/case.yaml", "answers/answer.txt", "submissions/other.py"):
            (self.folder / name).write_text(f"{SECRET} {self.nonce}\n")
        (self.folder / "outside/plain").write_text("plain\n")
        for path in (self.folder, *self.folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
            os.chown(path, self._uid, -1)
        (self.folder / "outside").chmod(0o777)

    def judge(self) -> subprocess.Popen[str]:
        """Return the judge that is besieged; a new one where it was hit."""
        if self._judge is None or self._judge.poll() is not None:
            self._forget_judge()
            own = self._user is None
            with (self.folder / "complaints").open("w") as complaints:
                self._judge = subprocess.Popen(
                    [sys.executable if own else SYSTEM_PYTHON, TESTS / "besieged_judge.py"],
                    env={
                        **_AS_OTHERS,
                        "HOME": str(self.folder),
                        "TMPDIR": str(self.folder / "boxes"),
                        "XDG_CACHE_HOME": str(self.folder / "cache"),
                        "JUDGE_SECRET": str(self.folder / "cases/case.yaml"),
                        "PYTHONPATH": f"{TESTS.parent}:{site_packages()}",
                        "PYTHONDONTWRITEBYTECODE": "1",
                    },
                    cwd="/",
                    user=self._user,
                    group=self._user,
                    extra_groups=None if own else [],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    text=True,
                )
            _KNOWN.add(self._judge.pid)
            self._answered = self._line()
        return self._judge

    def tiers(self) -> dict[str, str]:
        """Return for each tier why it does not work for this user, or ""."""
        self.judge()
        found: dict[str, str] = json.loads(self._answered)
        return found

    def _line(self, patience_s: float = PATIENCE_S) -> str:
        judge = self._judge
        if judge is None or judge.stdout is None:
            raise AssertionError("there is no judge")
        timer = threading.Timer(patience_s, judge.kill)
        timer.start()
        line = judge.stdout.readline()
        timer.cancel()
        if not line:
            judge.wait()
            complaints = (self.folder / "complaints").read_text()
            raise AssertionError(f"the judge is gone ({judge.returncode}): {complaints}")
        return line

    def besieged(self, program: Hostile, tier: str) -> dict[str, Any]:
        """Have the judge grade a program; return what it tells."""
        return self._told(PATIENCE_S, program=program.name, tier=tier)

    def soaked(self, runs: int, tier: str) -> dict[str, Any]:
        """Have the judge do so many runs of a mix of programs; return what it tells."""
        return self._told(PATIENCE_S + runs, runs=runs, tier=tier)

    def _told(self, patience_s: float, **order: object) -> dict[str, Any]:
        self.nonce = secrets.token_hex(6)
        judge = self.judge()
        order["ask"] = self._ask()
        if judge.stdin is None:
            raise AssertionError("there is no judge")
        judge.stdin.write(json.dumps(order) + "\n")
        judge.stdin.flush()
        told: dict[str, Any] = json.loads(self._line(patience_s))
        return told

    def _ask(self) -> dict[str, str]:
        site = next(path for path in sys.path if path.endswith("site-packages"))
        return {
            "answer": secrets.token_hex(8),
            "nonce": self.nonce,
            "key": str(int(self.nonce[:6], 16) + 1),
            "case": str(self.folder / "cases/case.yaml"),
            "answers": str(self.folder / "answers/answer.txt"),
            "other": str(self.folder / "submissions/other.py"),
            "outside": str(self.folder / "outside"),
            "packages": f"{TESTS.parent}:{TESTS}:{site}",
            "victim": str(self._victim.pid if self._victim else 0),
            "tty": self.tty,
            **self._servers.places,
        }

    def renew_victim(self) -> None:
        """Have a fresh process to be aimed at."""
        self._forget_victim()
        self._victim = subprocess.Popen(
            ["/bin/sleep", "1800"],
            env={**_AS_OTHERS, "JUDGE_SECRET": SECRET},
            cwd="/",
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _KNOWN.add(self._victim.pid)
        self._victim_facts = self._looks_of_victim()

    def _looks_of_victim(self) -> tuple[object, ...]:
        victim = self._victim
        if victim is None or victim.poll() is not None:
            return ("gone",)
        fields = Path(f"/proc/{victim.pid}/stat").read_text().rpartition(")")[2].split()
        limits = Path(f"/proc/{victim.pid}/limits").read_text()
        return fields[0] in "tT", fields[16], os.sched_getaffinity(victim.pid), limits

    def hits(self) -> list[str]:
        """Return what was hit since the last time, outside of the judge, and clean it away."""
        found = [f"contacted: {contact}" for contact in self.contacts]
        self.contacts.clear()
        if self._looks_of_victim() != self._victim_facts:
            found.append(f"the victim is {self._looks_of_victim()}")
            self.renew_victim()
        with contextlib.suppress(BlockingIOError):
            found.append(f"the terminal got {os.read(self._terminal, 999)!r}")
        found += self._changes_outside()
        found += list(self._litter())
        with contextlib.suppress(FileNotFoundError):
            names = Path("/proc/net/unix").read_text()
            found += ["a socket was left"] * (f"hostile-{self.nonce}" in names)
        return found

    def _changes_outside(self) -> list[str]:
        outside = self.folder / "outside"
        plain = outside / "plain"
        found = [f"{path} was made" for path in outside.iterdir() if path != plain]
        if not plain.exists() or plain.stat().st_mode & 0o777 != 0o644 or plain.stat().st_mtime < 9:
            found.append("a file outside was changed")
        if found:
            shutil.rmtree(outside)
            outside.mkdir()
            plain.write_text("plain\n")
            for path in (outside, plain):
                os.chown(path, self._uid, -1)
            outside.chmod(0o777)
            plain.chmod(0o644)
        return found

    def _litter(self) -> Iterator[str]:
        for folder in (*_LITTERED, self.folder / "boxes"):
            for path in Path(folder).glob(f"hostile-{self.nonce}*"):
                path.unlink()
                yield f"{path} was left"
        # What the kernel keeps by number is kept by the user's name alone.
        for kind, flag in (("shm", "-M"), ("msg", "-Q"), ("sem", "-S")):
            with contextlib.suppress(OSError):
                key = str(int(self.nonce[:6], 16) + 1)
                rows = Path(f"/proc/sysvipc/{kind}").read_text().splitlines()
                if any(row.split()[0] == key for row in rows):
                    subprocess.run(["ipcrm", flag, key], check=False)
                    yield f"{kind} {key} was left"
        with contextlib.suppress(FileNotFoundError):
            Path("/dev/mqueue/hostile").unlink()

    def survivors(self) -> list[str]:
        """Return what still runs of the programs although it should not, and end it.

        Whatever loses its parents becomes our child: see ``adopting``.
        """
        until = time.monotonic() + 5
        while (found := self._strangers()) and time.monotonic() < until:
            time.sleep(0.02)  # the kernel may still be at ending what was killed
        names = []
        for pid in found:
            with contextlib.suppress(OSError):
                names.append(Path(f"/proc/{pid}/cmdline").read_text() or str(pid))
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        return names

    def _strangers(self) -> list[int]:
        found = []
        for pid in _children() - _KNOWN:
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(pid, os.WNOHANG)[0] == 0:
                    found.append(pid)
        return found

    def _forget_judge(self) -> None:
        judge, self._judge = self._judge, None
        if judge is not None and judge.stdin is not None and judge.stdout is not None:
            with contextlib.suppress(BrokenPipeError):
                judge.stdin.close()
            try:
                judge.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                judge.kill()
                judge.wait()
            judge.stdout.close()
            _KNOWN.discard(judge.pid)

    def _forget_victim(self) -> None:
        victim, self._victim = self._victim, None
        if victim is not None:
            victim.kill()
            victim.wait()
            _KNOWN.discard(victim.pid)

    def close(self) -> list[str]:
        """Take everything down; return what is left in the folder of boxes."""
        self._forget_judge()
        self._forget_victim()
        self._servers.close()
        os.close(self._terminal)
        os.close(self._slave)
        left = os.listdir(self.folder / "boxes")
        shutil.rmtree(self.folder, ignore_errors=True)
        return left


_KNOWN: set[int] = set()
"""the children of this process that belong here: those that it had before it adopted any, and
the judges and victims of all ranges"""


def _children() -> set[int]:
    """Return the ids of this process's children."""
    found: set[int] = set()
    for path in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            found.update(map(int, path.read_text().split()))
    return found


@contextlib.contextmanager
def adopting() -> Iterator[None]:
    """Be the parent of all descendants whose own parents end, so that none can hide."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    _KNOWN.update(_children())
    prctl(_SET_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(_SET_SUBREAPER, 0, 0, 0, 0)
        _KNOWN.clear()


class _Servers:
    """Servers of all kinds that note who comes."""

    def __init__(self, folder: Path, nonce: str, uid: int, contacts: list[str]) -> None:
        self._contacts = contacts
        self._selector = selectors.DefaultSelector()
        self.places = {
            "unix": str(folder / "sockets/stream"),
            "unix_datagram": str(folder / "sockets/datagram"),
            "abstract": f"range-{nonce}",
            "abstract_datagram": f"range-{nonce}-datagram",
        }
        for kind, family, place in (
            ("tcp", socket.AF_INET, ("127.0.0.1", 0)),
            ("udp", socket.AF_INET, ("127.0.0.1", 0)),
            ("unix", socket.AF_UNIX, self.places["unix"]),
            ("unix_datagram", socket.AF_UNIX, self.places["unix_datagram"]),
            ("abstract", socket.AF_UNIX, "\0" + self.places["abstract"]),
            ("abstract_datagram", socket.AF_UNIX, "\0" + self.places["abstract_datagram"]),
        ):
            self._serve(kind, family, place)
        for name in ("stream", "datagram"):
            os.chown(folder / "sockets" / name, uid, -1)
        self._waker, self._alarm = socket.socketpair()
        self._selector.register(self._waker, selectors.EVENT_READ, "end")
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def _serve(self, kind: str, family: int, place: object) -> None:
        is_datagram = kind == "udp" or kind.endswith("datagram")
        end = socket.socket(family, socket.SOCK_DGRAM if is_datagram else socket.SOCK_STREAM)
        end.bind(place)  # type: ignore[arg-type]  # an address of its family
        if not is_datagram:
            end.listen()
        end.setblocking(False)
        if family == socket.AF_INET:
            self.places[kind] = str(end.getsockname()[1])
        self._selector.register(end, selectors.EVENT_READ, kind)

    def _live(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.data == "end":
                    return
                end = key.fileobj
                if not isinstance(end, socket.socket):
                    continue
                with contextlib.suppress(OSError):
                    self._take(end, key.data)

    def _take(self, end: socket.socket, kind: str) -> None:
        if end.type == socket.SOCK_DGRAM:
            text, sender = end.recvfrom(99)
            self._contacts.append(f"{kind} {text!r}")
            if sender and kind == "udp":
                end.sendto(b"pong", sender)
        else:
            end.accept()[0].close()
            self._contacts.append(kind)

    def close(self) -> None:
        self._alarm.send(b"x")
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._alarm.close()
        self._selector.close()
