"""What confined programs cannot do, what they still can, and what the kernel is asked to refuse.

A small process plays the supervisor: it opens a gate, starts programs through it, and says in the
end whether it is alive. It runs as the user of the tests and, where that is root, as nobody, too.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from runtimes import needs

from judge.sandbox.processes import BASE_PYTHON
from judge.sandbox.supervisor import confinement, seccomp
from judge.sandbox.supervisor.landlock import SCOPES_ABI, TRUNCATE_ABI, landlock_abi

SUPERVISOR = Path(confinement.__file__).parent
NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"

WITHOUT_SCOPES = min(SCOPES_ABI - 1, landlock_abi())
"""as much of this kernel's Landlock as it had before it knew of signals"""

pytestmark = pytest.mark.skipif(
    not landlock_abi() or not seccomp.has_seccomp(),
    reason="this kernel confines nobody: it has no Landlock or no seccomp",
)

HARNESS = r"""
import json, os, sys
folder, told = sys.argv[1], json.loads(sys.argv[2])
sys.path.append(folder)
from supervisor import confinement, landlock
if told["abi"] is not None:
    confinement.landlock_abi = lambda: told["abi"]
root = told["root"]
sub, work, home, tmp = (os.path.join(root, name) for name in ("sub", "work", "home", "tmp"))
gate = confinement.Gate(
    readable=[sub, *told["readable"]],
    writable=[work, home, tmp],
    guarded=told["guarded"],
    hidden=told["hidden"],
)
os.chdir(work)
environ = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "TMPDIR": tmp}
environ["LC_ALL"] = "C.UTF-8"
def started():
    return os.posix_spawn(told["command"][0], told["command"], environ, setsid=True)
_, status = os.waitpid(gate.call(started), 0)
if told["says"]:
    print("supervisor lives:", *gate.protections)
sys.stdout.flush()
os._exit(min(255, abs(os.waitstatus_to_exitcode(status))))
"""

PRELUDE = r"""
import ctypes, errno, os, signal, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, function, *arguments):
    try:
        result = function(*arguments)
    except OSError as error:
        result = errno.errorcode[error.errno]
    print(name, result)
def call(number, *arguments):
    if libc.syscall(number, *(ctypes.c_long(each) for each in arguments)) == -1:
        raise OSError(ctypes.get_errno(), "")
    return "done"
"""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A box's folders and an unrelated file beside them, and who runs programs there."""

    root: Path
    supervisor: Path
    secret: Path
    user: int | None
    python: str
    readable: tuple[str, ...]

    def run(
        self,
        *command: str,
        abi: int | None = None,
        hidden: Sequence[Path] = (),
        readable: Sequence[Path] = (),
        guarded: Sequence[int] = (),
        says: bool = False,
    ) -> str:
        """Run a command confined; return all that it prints."""
        told = {
            "root": str(self.root),
            "command": command,
            "abi": abi,
            "hidden": [str(path) for path in hidden],
            "readable": [*self.readable, *map(str, readable)],
            "guarded": [os.getpid(), *guarded],
            "says": says,
        }
        result = subprocess.run(
            [self.python, "-I", "-S", "-c", HARNESS, str(self.supervisor), json.dumps(told)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
            cwd="/",
            start_new_session=True,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else (),
        )
        return result.stdout.decode(errors="replace")

    def script(self, code: str, *arguments: object, abi: int | None = None) -> dict[str, str]:
        """Run Python code; return what its attempts came to, by their names."""
        text = self.run(
            self.python, "-B", "-c", PRELUDE + code, *map(str, arguments), abi=abi, says=True
        )
        assert "Traceback" not in text, text
        lines = (line.split(" ", 1) for line in text.splitlines())
        return {name: rest[0] if rest else "" for name, *rest in lines}


def who() -> list[str]:
    return ["as we are", "as nobody"] if os.geteuid() == 0 else ["as we are"]


@pytest.fixture(params=who())
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    user = NOBODY if request.param == "as nobody" else None
    if user is not None:
        needs("python3", "python3")
    # Not pytest's own folder, which nobody else may enter.
    top = Path(tempfile.mkdtemp(prefix="confinement-"))
    try:
        top.chmod(0o755)
        shutil.copytree(
            SUPERVISOR, top / "code" / "supervisor", ignore=shutil.ignore_patterns("__pycache__")
        )
        outside = top / "outside"
        outside.mkdir()
        secret = outside / "answers.txt"
        secret.write_text("42")
        for name in ("sub", "work", "home", "tmp"):
            (top / "box" / name).mkdir(parents=True)
        (top / "box" / "sub" / "laid.txt").write_text("laid in")
        for path in (top, *top.rglob("*")):
            if user is not None:
                os.chown(path, user, user)
        yield Place(
            root=top / "box",
            supervisor=top / "code",
            secret=secret,
            user=user,
            python=SYSTEM_PYTHON if user is not None else BASE_PYTHON,
            readable=() if user is not None else (sys.base_prefix,),
        )
    finally:
        shutil.rmtree(top)


@pytest.fixture
def bystander(place: Place) -> Iterator[int]:
    """A process of the same user that has nothing to do with the box."""
    with subprocess.Popen(
        ["sleep", "50"],
        user=place.user,
        group=place.user,
        extra_groups=None if place.user is None else (),
        start_new_session=True,
        env={"SECRET": "42"},
    ) as process:
        yield process.pid
        was_alive = process.poll() is None
        process.kill()
    assert was_alive


# --- files ---------------------------------------------------------------------------------------


def test_what_lies_outside_can_neither_be_read_nor_changed(place: Place) -> None:
    did = place.script(
        """
secret, folder = sys.argv[1], os.path.dirname(sys.argv[1])
attempt("read", open, secret)
attempt("list", os.listdir, folder)
attempt("write", open, secret, "w")
attempt("append", open, secret, "a")
attempt("truncate", os.truncate, secret, 0)
attempt("remove", os.unlink, secret)
attempt("make", open, folder + "/new", "w")
attempt("make_folder", os.mkdir, folder + "/new")
attempt("make_link", os.symlink, "x", folder + "/new")
attempt("make_pipe", os.mkfifo, folder + "/new")
attempt("move_out", os.rename, "own", folder + "/new") if open("own", "w") else None
attempt("move_in", os.rename, secret, "stolen")
attempt("hard_link", os.link, secret, "stolen")
os.symlink(secret, "link")
attempt("by_a_link", open, "link")
attempt("by_its_own_folder", open, "/proc/self/cwd/../../outside/answers.txt")
attempt("through_the_root", open, "/proc/self/root" + secret)
attempt("execute", os.execv, secret, [secret])
attempt("list_the_top", os.listdir, "/")
attempt("shared_memory", open, "/dev/shm/left", "w")
attempt("temporary_files_of_all", open, "/tmp/left-by-a-confined-program", "w")
""",
        place.secret,
    )
    refused = {name for name, result in did.items() if result in {"EACCES", "EXDEV", "EPERM"}}
    assert refused == set(did) - {"supervisor"}
    assert len(refused) == 20
    assert place.secret.read_text() == "42"
    assert os.listdir(place.secret.parent) == ["answers.txt"]


def test_what_was_laid_in_can_be_read_and_not_changed(place: Place) -> None:
    did = place.script(
        """
sub = sys.argv[1]
attempt("read", lambda: open(sub + "/laid.txt").read())
attempt("list", lambda: os.listdir(sub))
attempt("write", open, sub + "/laid.txt", "w")
attempt("remove", os.unlink, sub + "/laid.txt")
attempt("add", open, sub + "/more.txt", "w")
attempt("remove_folder", os.rename, sub, sub + "2")
""",
        place.root / "sub",
    )
    assert did.pop("read") == "laid in"
    assert did.pop("list") == "['laid.txt']"
    assert did.pop("supervisor")
    assert set(did.values()) == {"EACCES"}


def test_its_own_folders_are_a_program_s_to_use(place: Place) -> None:
    did = place.script(
        """
root = sys.argv[1]
def use(name):
    os.chdir(os.path.join(root, name))
    os.makedirs("a/b")
    os.symlink("a", "link")
    os.mkfifo("pipe")
    open("a/file", "w").write("text")
    os.rename("a/file", "a/b/file")
    os.link("a/b/file", "same")
    open("same", "r+").truncate(2)
    os.rename("a/b/file", os.path.join(root, "home", "from-" + name))
    return open(os.path.join(root, "home", "from-" + name)).read() + str(sorted(os.listdir(".")))
def wipe():
    os.rename("a/b", "c")
    for name in ("link", "pipe", "same"):
        os.unlink(name)
    os.rmdir("a")
    return os.listdir(".")
attempt("work", use, "work")
attempt("wiped", wipe)
attempt("tmp", use, "tmp")
attempt("null", lambda: open("/dev/null", "w").write("x"))
attempt("random", lambda: len(open("/dev/urandom", "rb").read(3)))
attempt("own_memory_map", lambda: "stack" in open("/proc/self/maps").read())
""",
        place.root,
    )
    assert did["work"] == "te['a', 'link', 'pipe', 'same']"
    assert did["wiped"] == "['c']"
    assert did["tmp"] == did["work"]
    assert (did["null"], did["random"], did["own_memory_map"]) == ("1", "3", "True")


def test_no_file_s_mode_owner_or_times_can_be_changed(place: Place) -> None:
    before = place.secret.stat()
    did = place.script(
        """
secret = sys.argv[1]
attempt("mode", os.chmod, secret, 0o777)
attempt("owner", os.chown, secret, 1, 1)
attempt("times", os.utime, secret, (1, 1))
attempt("attribute", os.setxattr, secret, "user.note", b"left for the next run")
""",
        place.secret,
    )
    assert did.pop("supervisor")
    assert set(did.values()) == {"None"}, "tools go on where changing them does nothing"
    after = place.secret.stat()
    assert (after.st_mode, after.st_uid, after.st_mtime, after.st_ctime) == (
        before.st_mode,
        before.st_uid,
        before.st_mtime,
        before.st_ctime,
    )
    assert os.listxattr(place.secret) == []


def test_what_is_hidden_in_a_readable_folder_stays_hidden(place: Place) -> None:
    packages = place.secret.parent / "site-packages"
    for name in ("judge", "judge_plugins", "numbers_of_others"):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").write_text("seen = 1")
    (packages / "judge_plugins" / "link").symlink_to(packages / "judge")
    code = """
import sys
for name in ("judge", "judge_plugins", "numbers_of_others"):
    try:
        print(name, open(f"{sys.argv[1]}/{name}/__init__.py").read())
    except OSError as error:
        print(name, error.strerror)
sys.path.append(sys.argv[1])
import numbers_of_others
import judge
"""
    for path in (place.secret.parent, *place.secret.parent.rglob("*")):
        path.chmod(0o755)
    text = place.run(
        *(place.python, "-B", "-c", code, str(packages)),
        readable=[place.secret.parent],
        hidden=[packages / "judge", packages / "judge_plugins"],
    )
    assert (
        "judge Permission denied\njudge_plugins Permission denied\nnumbers_of_others seen = 1\n"
    ) in text
    assert text.count("Traceback") == 1
    assert "PermissionError" in text, "its neighbour could be imported, and it could not"


def test_nothing_readable_can_be_cut_where_landlock_knows_no_such_right(place: Place) -> None:
    target = place.root / "sub" / "laid.txt"
    did = place.script(
        """
path = sys.argv[1]
attempt("truncate", os.truncate, path, 0)
attempt("open", os.open, path, os.O_RDONLY | os.O_TRUNC)
attempt("own", lambda: open("own", "w").write("new"))
attempt("read", lambda: open(path).read())
""",
        target,
        abi=TRUNCATE_ABI - 1,
    )
    assert (did["truncate"], did["open"]) == ("EACCES", "EACCES")
    assert (did["own"], did["read"]) == ("3", "laid in")
    assert target.read_text() == "laid in"


# --- processes -----------------------------------------------------------------------------------

ALL_SIGNALS = """
ppid = int(sys.argv[1]) if len(sys.argv) > 1 else os.getppid()
task = [int(each) for each in os.listdir(f"/proc/{ppid}/task")]
def by_a_file(request, owner):
    import fcntl, struct
    first, second = socket.socketpair()
    fcntl.fcntl(first, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    if request == "ioctl":
        fcntl.ioctl(first, 0x8901, struct.pack("i", owner))
    else:
        fcntl.fcntl(first, fcntl.F_SETOWN, owner)
    second.send(b"x")
def by_descriptor(path, flags=0):
    descriptor = os.open(path, os.O_RDONLY) if path else os.pidfd_open(ppid, flags)
    signal.pidfd_send_signal(descriptor, 9)
info = ctypes.create_string_buffer(bytes([9, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255]), 128)
address = ctypes.addressof(info)
NUMBERS = {"x86_64": (200, 234, 129, 297), "aarch64": (130, 131, 138, 240)}
tkill, tgkill, queue, queue_thread = NUMBERS[os.uname().machine]
attempt("kill", os.kill, ppid, 9)
attempt("everybody", os.kill, -1, 0)  # asked for alone: a hole would be the machine's end
attempt("group", os.kill, -os.getpgid(ppid), 9)
attempt("stop", os.kill, ppid, signal.SIGSTOP)
attempt("queue", call, queue, ppid, 9, address)
attempt("pidfd", by_descriptor, "")
attempt("folder", by_descriptor, f"/proc/{ppid}")
attempt("owner", by_a_file, "fcntl", ppid)
attempt("owner_by_ioctl", by_a_file, "ioctl", ppid)
for number, thread in enumerate(task):
    attempt(f"kill_{number}", os.kill, thread, 9)
    attempt(f"tkill_{number}", call, tkill, thread, 9)
    attempt(f"tgkill_{number}", call, tgkill, ppid, thread, 9)
    attempt(f"tgkill_own_{number}", call, tgkill, thread, thread, 9)
    attempt(f"queue_{number}", call, queue_thread, ppid, thread, 9, address)
    attempt(f"folder_{number}", by_descriptor, f"/proc/{thread}")
"""


@pytest.mark.parametrize("abi", [None, WITHOUT_SCOPES])
def test_a_supervisor_cannot_be_signalled(place: Place, abi: int | None) -> None:
    did = place.script(ALL_SIGNALS, abi=abi)
    assert did.pop("supervisor").startswith("lives")
    assert {name for name, result in did.items() if result not in {"EPERM", "EACCES"}} == set()
    assert len(did) == 9 + 2 * 6, "its main thread and the confined one"


@pytest.mark.parametrize("abi", [None, WITHOUT_SCOPES, 0])
def test_nobody_outside_can_be_signalled(place: Place, bystander: int, abi: int | None) -> None:
    did = place.script(ALL_SIGNALS, bystander, abi=abi)
    assert did.pop("supervisor").startswith("lives")
    tried = {name: result for name, result in did.items() if name != "group"}
    assert set(tried.values()) <= {"EPERM", "EACCES"}, tried
    assert len(tried) == 8 + 6


def test_a_program_can_signal_itself_and_its_own(place: Place) -> None:
    text = place.run(
        "/bin/bash",
        "-c",
        "sleep 50 & kill -KILL $!; wait $!; echo $?; trap 'echo caught' USR1; kill -USR1 $$; "
        "timeout 0.1 sleep 50; echo $?; (kill -ABRT $BASHPID); echo $?; kill 0",
        says=True,
    )
    assert [line for line in text.splitlines() if line.isdecimal()] == ["137", "124", "134"]
    assert "caught" in text
    assert "supervisor lives" in text


@pytest.mark.parametrize("whom", ["supervisor", "bystander"])
def test_memory_environment_and_descriptors_of_others_are_closed(
    place: Place, bystander: int, whom: str
) -> None:
    did = place.script(
        """
NUMBERS = (101, 310, 311) if os.uname().machine == "x86_64" else (117, 270, 271)
pid = int(sys.argv[1]) or os.getppid()
for name in ("environ", "mem", "maps", "auxv", "io", "stack", "syscall"):
    attempt(name, lambda: open(f"/proc/{pid}/{name}", "rb").read(1) or "empty")
for name in ("cwd", "exe", "root"):
    attempt(name, os.readlink, f"/proc/{pid}/{name}")
attempt("descriptor", os.readlink, f"/proc/{pid}/fd/0")
attempt("what_is_open", open, f"/proc/{pid}/fd/0")
attempt("root_as_a_way", os.listdir, os.path.join(f"/proc/{pid}", "root", "tmp"))
for number, thread in enumerate(os.listdir(f"/proc/{pid}/task")):
    attempt(f"environ_{number}", open, f"/proc/{pid}/task/{thread}/environ")
    attempt(f"mem_{number}", open, f"/proc/{pid}/task/{thread}/mem", "r+b")
    attempt(f"trace_{number}", call, NUMBERS[0], 16, int(thread), 0, 0)
    attempt(f"seize_{number}", call, NUMBERS[0], 0x4206, int(thread), 0, 0)
buffer = ctypes.create_string_buffer(8)
part = (ctypes.c_long * 2)(ctypes.addressof(buffer), 8)
where = ctypes.addressof(part)
attempt("read", call, NUMBERS[1], pid, where, 1, where, 1, 0)
attempt("write", call, NUMBERS[2], pid, where, 1, where, 1, 0)
attempt("take", call, 438, os.pidfd_open(pid), 0, 0)
""",
        0 if whom == "supervisor" else bystander,
    )
    assert did.pop("supervisor").startswith("lives")
    open_ones = {name for name, result in did.items() if result not in {"EPERM", "EACCES"}}
    assert open_ones == set()
    assert len(did) == 16 + 4 * (2 if whom == "supervisor" else 1)


def test_limits_and_priorities_of_others_cannot_be_changed(place: Place, bystander: int) -> None:
    did = place.script(
        """
import resource
for name, pid in (("supervisor_s", os.getppid()), ("bystander_s", int(sys.argv[1]))):
    attempt(name + "_limit", resource.prlimit, pid, resource.RLIMIT_CPU, (1, 1))
    attempt(name + "_priority", os.setpriority, os.PRIO_PROCESS, pid, 19)
    attempt(name + "_policy", os.sched_setscheduler, pid, os.SCHED_IDLE, os.sched_param(0))
    attempt(name + "_processors", os.sched_setaffinity, pid, {0})
attempt("user_s_priority", os.setpriority, os.PRIO_USER, 0, 19)
attempt("own_limit", resource.setrlimit, resource.RLIMIT_CORE, (0, 0))
attempt("own_priority", os.setpriority, os.PRIO_PROCESS, 0, 5)
attempt("own_processors", os.sched_setaffinity, 0, os.sched_getaffinity(0))
""",
        bystander,
    )
    assert {did[f"own_{name}"] for name in ("limit", "priority", "processors")} == {"None"}
    others = {name: result for name, result in did.items() if "_s_" in name}
    assert len(others) == 9
    assert set(others.values()) == {"EPERM"}


# --- network -------------------------------------------------------------------------------------


def test_there_are_no_sockets_but_connected_pairs(place: Place) -> None:
    did = place.script(
        """
for family in ("INET", "INET6", "UNIX", "NETLINK", "PACKET", "VSOCK", "ALG", "CAN"):
    number = getattr(socket, "AF_" + family)
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        attempt(f"{family}_{int(kind)}", socket.socket, number, kind)
attempt("internet_pair", socket.socketpair, socket.AF_INET)
def talk():
    first, second = socket.socketpair()
    first.send(b"hello")
    return second.recv(9).decode()
attempt("pair", talk)
"""
    )
    assert did.pop("pair") == "hello"
    assert did.pop("supervisor")
    assert len(did) == 25
    assert set(did.values()) == {"EACCES"}


@pytest.mark.skipif(landlock_abi() < SCOPES_ABI, reason="this kernel's Landlock has no scopes")
def test_landlock_alone_refuses_tcp_and_abstract_names(place: Place) -> None:
    """The filter of calls is not what it takes: a descriptor from elsewhere is of no use."""
    code = """
from supervisor.landlock import give_up
import threading
servers = []
for family, address in ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_UNIX, b"\\0judge-test")):
    server = socket.socket(family)
    server.bind(address)
    server.listen()
    servers.append((family, server.getsockname()))
libc.prctl(38, 1, 0, 0, 0)
give_up(landlock.landlock_abi(), listable=(), readable=["/"], usable=(), writable=())
for family, address in servers:
    client = socket.socket(family)
    attempt(f"connect_{int(family)}", client.connect, address)
attempt("bind", socket.socket().bind, ("127.0.0.1", 0))
"""
    # The whole process here, which is single and no supervisor.
    text = subprocess.run(
        [
            *(place.python, "-I", "-S", "-c"),
            "import sys; sys.path.append(sys.argv[1])\nfrom supervisor import landlock\n"
            + PRELUDE
            + code,
            str(place.supervisor),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        user=place.user,
        cwd="/",
    ).stdout
    assert text.split() == ["connect_2", "EACCES", "connect_1", "EPERM", "bind", "EACCES"]


# --- privileges and the kernel -------------------------------------------------------------------


def test_no_capability_is_left_and_none_can_be_gained(place: Place) -> None:
    did = place.script(
        """
for line in open("/proc/self/status"):
    name, value = line.split(":\\t")
    if name.startswith("Cap") or name in ("NoNewPrivs", "Seccomp"):
        print(name, value.strip())
attempt("other_user", os.setuid, 12345)
attempt("other_groups", os.setgroups, [1])
attempt("device", os.mknod, "device", 0o20666, 0x103)
attempt("root", os.chroot, ".")
attempt("priority", os.setpriority, os.PRIO_PROCESS, 0, -5)
"""
    )
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(did[name], 16) == 0
    is_root = place.user is None and os.geteuid() == 0  # nobody else can empty the bounding set
    assert not is_root or int(did["CapBnd"], 16) == 0
    assert (did["NoNewPrivs"], did["Seccomp"]) == ("1", "2")
    refused = {did[name] for name in ("other_user", "other_groups", "device", "root", "priority")}
    assert refused <= {"EPERM", "EACCES"}


def test_a_program_of_root_s_own_gains_nothing_by_its_mark(place: Place) -> None:
    """One with the set-user-id mark."""
    if os.geteuid() != 0:
        pytest.skip("only root can make such a program")
    marked = place.root / "sub" / "marked"
    shutil.copy(shutil.which("id", path="/usr/bin:/bin") or "/usr/bin/id", marked)
    os.chown(marked, 0, 0)
    marked.chmod(0o4755)
    assert place.run(str(marked), "-u") == f"{place.user or 0}\n"


NEVER_MADE = {"vhangup"}
"""calls that have no argument that could be wrong, so that a hole would do harm"""


def refused_calls() -> list[str]:
    """Return the calls that are refused whatever their arguments."""
    steps = filter_of()
    return [
        name
        for name, (number, _) in seccomp.CALLS.items()
        if number is not None
        and name not in NEVER_MADE
        and decided(steps, number, (2**64 - 1,) * 6) in {EPERM, ENOSYS}
        and decided(steps, number, (0,) * 6) in {EPERM, ENOSYS}
    ]


def test_what_a_program_needs_not_of_the_kernel_is_refused(place: Place) -> None:
    """Each call has arguments that would be wrong anyway, but the kernel does not get there."""
    names = refused_calls()
    assert len(names) > 60
    column = ("x86_64", "aarch64").index(os.uname().machine)
    numbers = {name: seccomp.CALLS[name][column] for name in names}
    did = place.script(
        """
import json
for name, number in json.loads(sys.argv[1]).items():
    if number is not None:
        attempt(name, call, number, -1, -1, -1, -1, -1, -1)
""",
        json.dumps(numbers),
    )
    assert did.pop("supervisor")
    assert set(did) == {name for name, number in numbers.items() if number is not None}
    assert {name for name, result in did.items() if result not in {"EPERM", "ENOSYS"}} == set()


def test_namespaces_cannot_be_had_by_clone(place: Place) -> None:
    did = place.script(
        """
number = 56 if os.uname().machine == "x86_64" else 220
for name, flag in (("user", 0x10000000), ("net", 0x40000000), ("pid", 0x20000000),
                   ("mount", 0x20000), ("names", 0x4000000), ("ipc", 0x8000000),
                   ("groups", 0x2000000), ("time", 0x80)):
    attempt(name, call, number, flag | 17, 0, 0, 0, 0)
"""
    )
    assert did.pop("supervisor")
    assert set(did.values()) == {"EPERM"}
    assert len(did) == 8


# --- the filter itself ---------------------------------------------------------------------------

ALLOW, KILL = 0x7FFF0000, 0x80000000
ERROR = 0x00050000
EPERM, EACCES, ENOSYS = (ERROR | code for code in (errno.EPERM, errno.EACCES, errno.ENOSYS))
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
GUARDED = (1234, 5678)


def filter_of(
    machine: str = "x86_64", *, has_truncate_right: bool = True, eldest: int = 0
) -> list[seccomp.Step]:
    return seccomp.program(machine, GUARDED, has_truncate_right=has_truncate_right, eldest=eldest)


def decided(
    steps: Sequence[seccomp.Step],
    number: int,
    arguments: Sequence[int] = (),
    architecture: int = ARCHITECTURE["x86_64"],
) -> int:
    """Return what a filter decides, by the rules of the kernel's packet filters."""
    data = {0: number, 4: architecture}
    for index, value in enumerate(arguments):
        data[16 + 8 * index] = value & 0xFFFFFFFF
        data[20 + 8 * index] = value >> 32 & 0xFFFFFFFF
    value, at = 0, 0
    while True:
        code, if_true, if_false, operand = steps[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            value = data.get(operand, 0)
        elif code == 0x54:
            value &= operand
        else:
            test = {0x15: value == operand, 0x35: value >= operand, 0x45: value & operand != 0}
            at += if_true if test[code] else if_false


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize(
    ("name", "arguments", "decision"),
    [
        ("socket", (2, 1, 0), EACCES),
        ("socketpair", (1, 1, 0), ALLOW),
        ("socketpair", (2, 1, 0), EACCES),
        ("clone", (0x01200011,), ALLOW),
        ("clone", (0x10000011,), EPERM),
        ("clone", (0x3D0F00,), ALLOW),
        ("clone3", (0, 88), ENOSYS),
        ("personality", (0xFFFFFFFF,), ALLOW),
        ("personality", (0x40000,), ALLOW),
        ("personality", (0x4000000,), EPERM),
        ("ioctl", (0, 0x5412), EPERM),
        ("ioctl", (0, 0x40086602), EPERM),
        ("ioctl", (0, 0x401C5820), EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("fcntl", (0, 8, GUARDED[0]), EPERM),
        ("fcntl", (0, 2, 1), ALLOW),
        ("kill", (GUARDED[0], 9), EPERM),
        ("kill", (GUARDED[1], 0), EPERM),
        ("kill", (-GUARDED[1] & 2**64 - 1, 9), EPERM),
        ("kill", (-1 & 2**64 - 1, 9), EPERM),
        ("kill", (0, 9), ALLOW),
        ("kill", (4321, 9), ALLOW),
        ("tkill", (GUARDED[1], 9), EPERM),
        ("tgkill", (4321, GUARDED[1], 9), EPERM),
        ("tgkill", (4321, 4321, 6), ALLOW),
        ("pidfd_open", (4321, 0), ALLOW),
        ("pidfd_open", (4321, os.O_EXCL), EPERM),
        ("prlimit64", (0, 3), ALLOW),
        ("prlimit64", (4321, 3), EPERM),
        ("setpriority", (0, 0, 19), ALLOW),
        ("setpriority", (0, 4321, 19), EPERM),
        ("setpriority", (2, 0, 19), EPERM),
        ("ioprio_set", (1, 0, 0), ALLOW),
        ("ioprio_set", (1, 4321, 0), EPERM),
        ("ioprio_set", (3, 0, 0), EPERM),
        ("truncate", (0, 0), ALLOW),
        ("openat", (0, 0, os.O_TRUNC), ALLOW),
        ("fchmod", (3, 0o777), ERROR),
        ("ptrace", (0,), EPERM),
        ("shmget", (0,), ENOSYS),
    ],
)
def test_the_filter_decides(
    machine: str, name: str, arguments: tuple[int, ...], decision: int
) -> None:
    number = seccomp.CALLS[name][("x86_64", "aarch64").index(machine)]
    assert number is not None
    steps = filter_of(machine)
    assert decided(steps, number, arguments, ARCHITECTURE[machine]) == decision


def test_calls_of_another_kind_do_not_pass_the_filter_unseen() -> None:
    assert decided(filter_of(), 39, architecture=0x40000003) == KILL
    assert decided(filter_of("aarch64"), 39) == KILL
    assert decided(filter_of(), 0x40000000 | 39) == ENOSYS


def test_the_numbers_of_calls_on_either_side_are_free() -> None:
    steps = filter_of()
    known = {number for number, _ in seccomp.CALLS.values()}
    for number in range(600):
        if number not in known:
            assert decided(steps, number, (GUARDED[0],) * 6) == ALLOW


@pytest.mark.parametrize(
    ("target", "decision"),
    [(0, ALLOW), (1, EPERM), (999, EPERM), (1000, ALLOW), (5000, ALLOW)],
)
def test_without_scopes_signals_reach_only_what_is_younger(target: int, decision: int) -> None:
    steps = filter_of(eldest=1000)
    for name in ("kill", "tkill", "rt_sigqueueinfo"):
        number = seccomp.CALLS[name][0] or 0
        assert decided(steps, number, (target, 9)) == decision
    group = (-target & 2**64 - 1, 9)
    assert decided(steps, seccomp.CALLS["kill"][0] or 0, group) == (
        EPERM if target == 1 else decision
    )


@pytest.mark.parametrize(
    ("flags", "decision"),
    [
        (os.O_RDONLY, ALLOW),
        (os.O_RDONLY | os.O_TRUNC, EACCES),
        (os.O_RDONLY | os.O_TRUNC | os.O_CLOEXEC, EACCES),
        (os.O_WRONLY | os.O_TRUNC | os.O_CREAT, ALLOW),
        (os.O_RDWR | os.O_TRUNC, ALLOW),
    ],
)
def test_without_a_right_to_truncate_reading_cuts_nothing(flags: int, decision: int) -> None:
    steps = filter_of(has_truncate_right=False)
    assert decided(steps, 2, (0, flags)) == decision
    assert decided(steps, 257, (0, 0, flags)) == decision
    assert decided(steps, 76) == EACCES
    assert decided(steps, 437) == ENOSYS


HEADERS = ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h")


@pytest.mark.parametrize("column", [0, 1])
def test_the_numbers_are_those_of_the_kernel_s_headers(column: int) -> None:
    needs("gcc", "gcc")
    header = Path(HEADERS[column])
    if not header.exists():
        pytest.skip(f"{header} is not here; install the package linux-libc-dev")
    pattern = re.compile(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", re.MULTILINE)
    told = {name: int(number) for name, number in reversed(pattern.findall(header.read_text()))}
    newest = max(number for name, number in told.items() if name != "syscalls")
    for name, numbers in seccomp.CALLS.items():
        number = numbers[column]
        if number is None or number <= newest:
            assert told.get(name) == number, name


# --- the gate ------------------------------------------------------------------------------------


def test_what_is_raised_behind_the_gate_is_raised_before_it(place: Place) -> None:
    text = place.run("/no/such/program", says=True)
    assert "FileNotFoundError" in text
    assert "lives" not in text


def test_the_protections_that_hold_are_named(place: Place) -> None:
    text = place.run("/bin/true", says=True)
    everything = (
        "privileges files tracing tcp signals abstract-sockets network supervisor attributes kernel"
    )
    if landlock_abi() >= SCOPES_ABI:
        assert text == f"supervisor lives: {everything}\n"
    without = "privileges network supervisor attributes kernel"
    assert place.run("/bin/true", says=True, abi=0) == f"supervisor lives: {without}\n"
    old = "privileges files tracing network supervisor attributes kernel"
    assert place.run("/bin/true", says=True, abi=1) == f"supervisor lives: {old}\n"


def test_other_threads_keep_their_rights(place: Place) -> None:
    code = """
import os, resource, sys
sys.path.append(sys.argv[1])
from supervisor.confinement import Gate
secret, python, libraries = sys.argv[2:]
gate = Gate([libraries], [])
first, second = os.pipe()
sleeper = [python, "-I", "-S", "-c", "import time; print(1, flush=True); time.sleep(20)"]
actions = [(os.POSIX_SPAWN_DUP2, second, 1)]
pid = gate.call(lambda: os.posix_spawn(python, sleeper, {}, file_actions=actions, setsid=True))
os.read(first, 1)
resource.prlimit(pid, resource.RLIMIT_CPU, (3, 3))
print(open(secret).read(), open(f"/proc/{pid}/environ").read() == "")
open(secret + ".new", "w").close()
os.rename(secret + ".new", secret + ".newer")
os.unlink(secret + ".newer")
os.kill(pid, 9)
print(os.waitpid(pid, 0)[1])
def stolen():
    return len(open(secret).read())
try:
    gate.call(stolen)
except PermissionError:
    print("closed")
print(gate.call(lambda: 7))
"""
    text = subprocess.run(
        [
            *(place.python, "-I", "-S", "-c", code, str(place.supervisor), str(place.secret)),
            place.python,
            sys.base_prefix if place.user is None else "/usr",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        user=place.user,
        group=place.user,
        cwd="/",
    ).stdout
    assert text == "42 True\n9\nclosed\n7\n"


def test_on_another_system_it_is_said_that_nothing_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(confinement.ConfinementError, match="which darwin lacks"):
        confinement.confine([], [])
    with pytest.raises(confinement.ConfinementError, match="which darwin lacks"):
        confinement.Gate([], [])
    assert landlock_abi() == 0


# --- what has to run -----------------------------------------------------------------------------


def test_python_has_its_processes_threads_and_loops(place: Place) -> None:
    did = place.script(
        """
import asyncio, multiprocessing, subprocess, tempfile, threading
from concurrent.futures import ThreadPoolExecutor
def double(pipe):
    pipe.send(pipe.recv() * 2)
def child():
    here, there = multiprocessing.get_context("fork").Pipe()
    process = multiprocessing.get_context("fork").Process(target=double, args=(there,))
    process.start()
    here.send(21)
    process.join()
    return here.recv()
async def wait():
    await asyncio.sleep(0.001)
    return "slept"
attempt("child", child)
attempt("loop", lambda: asyncio.run(wait()))
attempt("threads", lambda: list(ThreadPoolExecutor(2).map(abs, (-1, -2))))
attempt("command", lambda: subprocess.run(["echo", "out"], capture_output=True).stdout)
attempt("temporary", lambda: tempfile.TemporaryFile().write(b"abc"))
"""
    )
    assert did.pop("supervisor")
    assert did == {
        "child": "42",
        "loop": "slept",
        "threads": "[1, 2]",
        "command": "b'out\\n'",
        "temporary": "3",
    }


def test_node_runs_with_workers_and_children(place: Place) -> None:
    node = needs("node", "nodejs")
    text = place.run(
        node,
        "-e",
        "const c = require('child_process'), w = require('worker_threads');"
        "console.log(String(c.execSync('echo child')).trim());"
        'new w.Worker(\'require("fs").writeFileSync("own", "text")\', {eval: true})'
        ".on('exit', () => console.log(require('fs').readFileSync('own', 'utf8')));",
    )
    assert text == "child\ntext\n"


def test_java_is_compiled_and_run(place: Place) -> None:
    javac, java = needs("javac", "default-jdk-headless"), needs("java", "default-jre-headless")
    (place.root / "work" / "Main.java").write_text(
        "public class Main { public static void main(String[] a) throws Exception {"
        'Thread t = new Thread(() -> System.out.println("thread")); t.start(); t.join();'
        'System.out.print(new String(new ProcessBuilder("echo", "child").start()'
        ".getInputStream().readAllBytes())); } }"
    )
    assert place.run(javac, "-J-Xmx128m", "Main.java") == ""
    assert place.run(java, "-Xmx64m", "-XX:+UseSerialGC", "Main") == "thread\nchild\n"


@pytest.mark.parametrize(
    ("compiler", "package", "source", "text"),
    [
        ("gcc", "gcc", "a.c", '#include <stdio.h>\nint main(void) { puts("C"); }\n'),
        ("g++", "g++", "a.cc", '#include <iostream>\nint main() { std::cout << "C++\\n"; }\n'),
    ],
)
def test_c_is_compiled_and_run(
    place: Place, compiler: str, package: str, source: str, text: str
) -> None:
    (place.root / "work" / source).write_text(text)
    program = place.root / "work" / "a.out"
    assert place.run(needs(compiler, package), "-O1", source) == ""
    program.chmod(0o755)
    assert place.run(str(program)) == ("C\n" if package == "gcc" else "C++\n")


def test_perl_finds_its_modules(place: Place) -> None:
    perl = needs("perl", "perl")
    code = (
        "use POSIX; use List::Util 'sum'; print floor(sum(1, 2.5)), `echo child`; "
        "eval { require No::Such } or print $@ =~ /Can't locate/ ? 'none' : $@"
    )
    assert place.run(perl, "-e", code) == "3child\nnone"


def test_bash_has_its_pipes_and_here_documents(place: Place) -> None:
    text = place.run(
        "/bin/bash",
        "-c",
        'cat <(echo substituted); cat <<< "here"; mkfifo p; echo pipe > p & cat p; '
        "ls | wc -l; coproc cat; echo co >&${COPROC[1]}; read -r x <&${COPROC[0]}; echo $x",
    )
    assert text == "substituted\nhere\npipe\n1\nco\n"
