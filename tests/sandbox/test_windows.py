"""Programs that open windows: a screen of their own, what is recorded of it, and what is not."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from boxes_for_tests import TIER_NAMES, Scripts, is_running, opened
from puzzles_for_tests import EchoTask, ScriptedBox, echo_load, printed, scripted_bench
from runtimes import needs
from window_programs import SHOWER

from judge.errors import SandboxError
from judge.examiner import Examiner, preparation
from judge.images import Refusal, recognised
from judge.images.decoding import decoded
from judge.images.film import Film, Frame
from judge.images.formats import RECORDING, Format
from judge.models import Artefact, ArtefactLimits, Ending, Limits, Outcome, Run, Verdict
from judge.puzzle import Claim, Output
from judge.sandbox import NO_ARTEFACTS, Box
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.builds import Prepared
from judge.sandbox.cgroups import bounds_memory
from judge.sandbox.landlock import LandlockSandbox
from judge.sandbox.screens import STILL_S, WINDOW, server_fault
from judge.sandbox.supervisor.screen import shared_display
from judge.sandbox.windows import Showing, Showings

SOME = ArtefactLimits(files=3, total_bytes=10_000)
LIMITS = Limits(time_s=5, wall_s=30, memory_bytes=64 * 2**20)
RED, BLUE, GREY = 0xFF0000, 0x0000FF, 0xDDDDDD
LATE_S = Fraction(1, 4)
"""by so much a picture may be recorded late or early on a busy machine"""


@pytest.fixture(scope="module", autouse=True)
def _server() -> None:
    needs("Xvfb", "xvfb")


@pytest.fixture(params=[name for name in TIER_NAMES if name != LandlockSandbox.name])
def tier(request: pytest.FixtureRequest) -> str:
    """Return the name of each tier that has screens and works on this machine."""
    return str(request.param)


def shown(box: Box, body: str, limits: Limits = LIMITS) -> Run:
    """Run a program that opens windows."""
    command = Scripts(box).command(SHOWER + body)
    return box.run(command, b"", limits, SOME, on_screen=True)


def film(run: Run) -> Film:
    """Return what was recorded of a run."""
    assert [each.name for each in run.artefacts] == [WINDOW], run
    found = decoded(run.artefacts[0].data)
    assert isinstance(found, Film), found
    return found


def frames(run: Run) -> list[Frame]:
    """Return the pictures that were recorded of a run."""
    found = []
    for frame in film(run).frames():
        assert isinstance(frame, Frame), frame
        found.append(frame)
    return found


def colour(frame: Frame, x: int = 50, y: int = 50) -> int:
    """Return the colour of a pixel as X knows it."""
    pixel = frame.image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return int(red) << 16 | int(green) << 8 | int(blue)


# --- what is recorded ----------------------------------------------------------------------------


def test_a_window_that_is_left_open_is_no_fault(box: Box) -> None:
    run = shown(
        box,
        "w = window(0, 0, 90, 90, 0xDDDDDD); fill(w, 30, 30, 30, 30, 0xFF)\n"
        "while 1: settled(); time.sleep(1)",
    )
    assert (run.ending, run.exit_status, run.stderr) == (Ending.EXITED, 0, b"")
    (frame,) = frames(run)
    assert (colour(frame), colour(frame, 10, 10), colour(frame, 95, 95)) == (BLUE, GREY, 0xFFFFFF)
    assert frame.duration >= STILL_S - LATE_S


def test_what_is_shown_when_is_recorded(box: Box) -> None:
    """The program says itself when it drew; the recording has to agree."""
    run = shown(
        box,
        """
w = window(0, 0, 90, 90, 0xDDDDDD)
for shade in 0xFF, 0xFF0000, 0xFF00:
    fill(w, 30, 30, 30, 30, shade)
    settled()
    print(time.monotonic())
    time.sleep(0.5)
print(time.monotonic())
""",
    )
    assert run.exit_status == 0
    recorded = frames(run)
    assert [colour(frame) for frame in recorded] == [0xFF, 0xFF0000, 0xFF00]
    moments = [Fraction(word.decode()) for word in run.stdout.split()]
    for frame, began, ended in zip(recorded, moments, moments[1:], strict=False):
        assert abs(frame.duration - (ended - began)) <= LATE_S
        assert frame.shown == frame.duration


def test_a_recording_is_known_for_one(box: Box) -> None:
    run = shown(
        box, "w = window(0, 0, 90, 90, 7); fill(w, 1, 1, 9, 9, 0); settled(); time.sleep(0.2)"
    )
    assert recognised(run.artefacts[0].data) is Format.RECORDING
    assert film(run).recorded


def test_neither_the_opening_of_a_window_nor_its_end_counts(box: Box) -> None:
    run = shown(
        box,
        """
w = window(0, 0, 90, 90, 0xDDDDDD)
settled()
time.sleep(0.3)
fill(w, 30, 30, 30, 30, 0xFF)
settled()
time.sleep(0.3)
close(w)
settled()
time.sleep(0.3)
""",
    )
    assert [colour(frame) for frame in frames(run)] == [BLUE]


def test_a_window_in_which_nothing_is_drawn_shows_nothing(box: Box) -> None:
    run = shown(box, "window(40, 40, 90, 90, 0xDDDDDD); settled(); time.sleep(0.3)")
    (recording,) = run.artefacts
    refusal = decoded(recording.data)
    assert isinstance(refusal, Refusal)
    assert "nothing was drawn in the window" in refusal.reason


def test_windows_are_seen_where_they_are_and_as_far_as_the_screen_goes(box: Box) -> None:
    body = "w = window(400, 300, 9000, 9000, 0xDDDDDD); fill(w, 0, 0, 8, 8, 0xFF)\n"
    recorded = film(shown(box, body + "settled(); time.sleep(0.3)"))
    assert (recorded.width, recorded.height) == (1280 - 400 + 16 - 8, 1024 - 288 + 8)
    (frame,) = recorded.frames()
    assert isinstance(frame, Frame)
    assert colour(frame, recorded.width - 1, recorded.height - 1) == GREY


def test_what_a_child_shows_counts_after_the_program_s_own_end(box: Box) -> None:
    run = shown(
        box,
        """
if os.fork() == 0:
    w = window(0, 0, 90, 90, 0xDDDDDD)
    for shade in 0xFF, 0xFF0000:
        time.sleep(0.3)
        fill(w, 30, 30, 30, 30, shade)
        settled()
    time.sleep(0.3)
    os._exit(0)
""",
    )
    assert run.exit_status == 0
    assert [colour(frame) for frame in frames(run)] == [BLUE, RED]


def test_a_screen_that_never_rests_is_recorded_up_to_the_wall_limit(box: Box) -> None:
    body = """
w = window(0, 0, 90, 90, 0xDDDDDD)
while True:
    for shade in 0xFF, 0xFF0000:
        fill(w, 30, 30, 30, 30, shade)
        settled()
        time.sleep(0.1)
"""
    run = shown(box, body, Limits(wall_s=1.5))
    assert (run.ending, run.exit_status) == (Ending.EXITED, 0)
    assert {colour(frame) for frame in frames(run)} == {BLUE, RED}


# --- how runs end --------------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", ["", "w = window(0, 0, 90, 90, 7); fill(w, 1, 1, 9, 9, 0)"])
def test_a_program_that_ends_at_once_ends_well(box: Box, drawing: str) -> None:
    run = shown(box, f"{drawing}\nsettled()\nprint('done')")
    assert (run.ending, run.exit_status, run.stdout) == (Ending.EXITED, 0, b"done\n")


def test_a_program_that_never_draws_is_waited_for_up_to_its_limit(box: Box) -> None:
    run = shown(box, "time.sleep(30)", Limits(wall_s=0.5))
    assert (run.ending, run.artefacts) == (Ending.WALL_LIMIT, ())


def test_a_window_without_a_drawing_is_no_reason_to_end(box: Box) -> None:
    run = shown(box, "window(0, 0, 90, 90, 7); settled(); time.sleep(30)", Limits(wall_s=4))
    assert run.ending is Ending.WALL_LIMIT


@pytest.mark.parametrize("drawing", ["", "w = window(0, 0, 90, 90, 7); fill(w, 1, 1, 9, 9, 0)"])
def test_a_crash_is_told_as_the_program_s_own(box: Box, drawing: str) -> None:
    run = shown(box, f"{drawing}\nsettled(); time.sleep(0.3)\nraise SystemExit('a fault')")
    assert (run.ending, run.exit_status, run.stderr) == (Ending.EXITED, 1, b"a fault\n")
    assert len(run.artefacts) == bool(drawing)


def test_a_signal_is_told_as_the_program_s_own(box: Box) -> None:
    run = shown(box, "os.kill(os.getpid(), 11)")
    assert (run.ending, run.signal) == (Ending.SIGNALLED, 11)


SERVER = "server = int(open(f'/tmp/.X{number}-lock').read())\n"


@pytest.mark.parametrize(
    "victim", ["server", "int(open(f'/proc/{server}/stat').read().rpartition(')')[2].split()[1])"]
)
def test_who_ends_its_screen_is_told_so(box: Box, victim: str) -> None:
    body = "w = window(0, 0, 90, 90, 7); fill(w, 1, 1, 9, 9, 0); settled(); time.sleep(0.3)\n"
    run = shown(box, f"{body}{SERVER}os.kill({victim}, 9); time.sleep(20)")
    assert run.ending is Ending.SIGNALLED
    assert "ended during the run" in run.start_error


def test_the_next_run_finds_a_new_screen(box: Box) -> None:
    body = "w = window(0, 0, 90, 90, 7); fill(w, 30, 30, 30, 30, {})\nsettled(); time.sleep(0.3)"
    for shade in BLUE, RED:
        run = shown(box, body.format(shade))
        assert [colour(frame) for frame in frames(run)] == [shade]


def test_runs_at_once_never_meet(tier: str) -> None:
    body = """
w = window(0, 0, 90, 90, 7)
for turn in range(9):
    fill(w, 30, 30, 30, 30, {} + turn % 2)
    settled()
    time.sleep(0.1)
"""
    runs: dict[int, Run] = {}

    def run(shade: int) -> None:
        with opened(tier=tier) as box:
            runs[shade] = shown(box, body.format(shade))

    threads = [threading.Thread(target=run, args=(shade,)) for shade in (0x10, 0x20, 0x30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for shade, one in runs.items():
        assert {colour(frame) for frame in frames(one)} == {shade, shade + 1}


# --- what it costs the program -------------------------------------------------------------------


def test_the_x_server_s_time_is_not_the_program_s(box: Box) -> None:
    """3,000 times the whole screen: a second for the server, for the program next to nothing."""
    body = """
w = window(0, 0, 1280, 1024, 7)
for turn in range(3000):
    fill(w, 0, 0, 1280, 1024, turn)
settled()
spent = open(f'/proc/{int(open(f"/tmp/.X{number}-lock").read())}/stat').read()
print(sum(map(int, spent.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK"))
"""
    run = shown(box, body, Limits(time_s=5, wall_s=60))
    assert run.exit_status == 0
    assert run.cpu_s < float(run.stdout)


def test_the_screen_s_memory_is_not_the_program_s(box: Box) -> None:
    body = "w = window(0, 0, 1280, 1024, 7); kept = b'x' * 2**24; fill(w, 1, 1, 9, 9, 0)\n"
    run = shown(box, body + "settled(); time.sleep(0.3)", Limits(memory_bytes=48 * 2**20))
    assert (run.ending, run.exit_status) == (Ending.EXITED, 0)
    assert run.memory_bytes < 48 * 2**20


@pytest.mark.skipif(not bounds_memory(), reason="no cgroup bounds the memory of a box here")
def test_what_a_program_keeps_in_the_x_server_is_its_own_memory(box: Box) -> None:
    body = """
for _ in range(80):
    name = next(names)
    server.sendall(struct.pack("<BBHIIHH", 53, 24, 4, name, root, 1280, 1024))
    fill(name, 0, 0, 1280, 1024, 7)
    settled()
"""
    run = shown(box, body, Limits(memory_bytes=64 * 2**20))
    assert run.ending is Ending.MEMORY_LIMIT


# --- what is let in, and what is left ------------------------------------------------------------


def test_an_ordinary_run_finds_neither_screen_nor_sockets(box: Box, tier: str) -> None:
    assert shown(box, "settled()").exit_status == 0
    code = "import os, socket; print(os.environ.get('DISPLAY')); socket.socket(socket.AF_UNIX)"
    run = Scripts(box).run(code)
    assert run.stdout == b"None\n"
    assert (run.exit_status == 0) == (tier == "none")


ATTEMPTS = {
    "internet": "socket.socket(socket.AF_INET)",
    "internet by name": "socket.create_connection(('127.0.0.1', PORT))",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "datagrams": "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "pair of datagrams": "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "path": "socket.socket(socket.AF_UNIX).connect(PATH)",
    "name": "socket.socket(socket.AF_UNIX).connect(NAME)",
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
@pytest.mark.skipif("bwrap" not in TIER_NAMES, reason="the tier bwrap does not work here")
def test_no_socket_of_the_machine_is_let_in(attempt: str, tmp_path: Path) -> None:
    name = f"\0judge-test-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as internet,
        socket.socket(socket.AF_UNIX) as path,
        socket.socket(socket.AF_UNIX) as abstract,
        opened(tier="bwrap") as box,
    ):
        path.bind(str(tmp_path / "socket"))
        path.listen()
        abstract.bind(name)
        abstract.listen()
        places = (internet.getsockname()[1], str(tmp_path / "socket"), name)
        run = shown(
            box, f"PORT, PATH, NAME = {places!r}\ntry: {attempt}\nexcept OSError: print('held')"
        )
    assert run.stdout == b"held\n"


def household(box: SupervisedBox) -> list[int]:
    """Return the processes below a box's supervisor, and that itself."""
    found = [box.supervisor_pid]
    for pid in found:
        with suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                found += map(int, (thread / "children").read_text().split())
    return found


def has_server(pids: list[int]) -> bool:
    """Return whether an X server is among processes."""
    for pid in pids:
        with suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text() == "Xvfb\n":
                return True
    return False


def test_nothing_is_left_of_a_screen(box: Box, tier: str) -> None:
    body = "import signal; signal.signal(15, signal.SIG_IGN)\nif os.fork() == 0: time.sleep(60)\n"
    run = shown(box, f"{body}{SERVER}print(server, number, flush=True); os._exit(3)")
    server, number = run.stdout.split()
    assert run.exit_status == 3
    assert isinstance(box, SupervisedBox)
    assert not has_server(household(box))
    if tier == "none":
        assert not is_running(int(server))
        assert not Path(f"/tmp/.X{number.decode()}-lock").exists()
        assert not Path(f"/tmp/.X11-unix/X{number.decode()}").exists()


@contextmanager
def running(tier: str) -> Iterator[tuple[SupervisedBox, list[int], list[Run]]]:
    """Run a program on a screen meanwhile; gives its box and processes, and its run at the end."""
    with opened(tier=tier) as box:
        runs: list[Run] = []

        def run() -> None:
            with suppress(SandboxError):  # a screen that is ended while it is opened
                runs.append(shown(box, "time.sleep(60)"))

        thread = threading.Thread(target=run)
        thread.start()
        pids: list[int] = []
        while not has_server(pids) and thread.is_alive():
            thread.join(0.01)
            pids = household(box)
        yield box, pids, runs
        thread.join()


def test_a_run_on_a_screen_can_be_cancelled(tier: str) -> None:
    with running(tier) as (box, pids, runs):
        box.cancel()
    assert runs[0].ending is Ending.CANCELLED
    assert not [pid for pid in pids if is_running(pid)]


def test_nothing_is_left_of_a_screen_whose_supervisor_is_killed(tier: str) -> None:
    with running(tier) as (box, pids, runs):
        number = shared_display(box.supervisor_pid)
        for pid in pids[1:] if tier == "bwrap" else pids[:1]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    assert not runs or runs[0].ending is not Ending.EXITED
    assert not [pid for pid in pids if is_running(pid)]
    assert not Path(f"/tmp/.X{number}-lock").exists()
    assert not Path(f"/tmp/.X11-unix/X{number}").exists()


def test_what_a_program_writes_is_no_recording(box: Box) -> None:
    code = f"open({WINDOW!r}, 'wb').write({RECORDING!r} + bytes(100)); print(1)"
    for on_screen in False, True:
        run = box.run(Scripts(box).command(code), b"", LIMITS, SOME, on_screen=on_screen)
        assert (run.exit_status, run.artefacts) == (0, ())


@pytest.mark.skipif("landlock" not in TIER_NAMES, reason="the tier landlock does not work here")
def test_the_tier_landlock_has_no_screens_and_says_why() -> None:
    with opened(tier="landlock") as box:
        assert "install bubblewrap" in box.screen_fault
        with pytest.raises(SandboxError, match="tier landlock"):
            shown(box, "")


def test_a_missing_x_server_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert server_fault() == ""
    monkeypatch.setattr("judge.sandbox.screens.PATH", "/nowhere")
    assert "install the package xvfb" in server_fault()


def test_a_toolkit_s_window_is_recorded(tmp_path: Path) -> None:
    """The system's Python with Debian's python3-tk; the base interpreter may have no tkinter."""
    needs("python3", "python3")
    code = """
import tkinter
window = tkinter.Tk()
canvas = tkinter.Canvas(window, width=200, height=200, background="white")
canvas.pack()
square = canvas.create_rectangle(50, 50, 150, 150, fill="#0000ff")
window.after(400, lambda: canvas.itemconfig(square, fill="#ff0000"))
window.after(800, window.destroy)
window.mainloop()
"""
    if not Path("/usr/lib/python3/dist-packages/_tkinter.so").exists() and not list(
        Path("/usr/lib").glob("python3*/lib-dynload/_tkinter*")
    ):
        needs("Tk for the system's Python", "python3-tk")
    with opened(tier=TIER_NAMES[0] if TIER_NAMES[0] != "landlock" else "none") as box:
        run = box.run(["/usr/bin/python3", "-c", code], b"", LIMITS, SOME, on_screen=True)
    assert (run.exit_status, run.stderr) == (0, b"")
    assert [colour(frame, 100, 100) for frame in frames(run)] == [BLUE, RED]


# --- who wants a screen --------------------------------------------------------------------------

IMAGE = Artefact(name="out.gif", data=b"GIF89a")
SEEN = Artefact(name=WINDOW, data=RECORDING)
NO_DISPLAY = b"_tkinter.TclError: no display name and no $DISPLAY environment variable\n"


class Stage(ScriptedBox):
    """A box whose program does one thing without a screen and another on one."""

    def __init__(self, without: Run, on_screen: Run, fault: str = "") -> None:
        super().__init__(lambda box, stdin: without)
        self._on_screen = on_screen
        self._fault = fault
        self.asked: list[bool] = []

    @property
    def screen_fault(self) -> str:
        return self._fault

    def run(
        self,
        command: Sequence[str],
        stdin: bytes,
        limits: Limits,
        artefacts: ArtefactLimits = NO_ARTEFACTS,
        *,
        on_screen: bool = False,
    ) -> Run:
        self.asked.append(on_screen)
        return self._on_screen if on_screen else super().run(command, stdin, limits, artefacts)


def ran(stage: Stage, showings: Showings | None = None) -> Showing:
    return (showings or Showings()).run(stage, ["program"], b"", LIMITS, SOME)


WITHOUT_DISPLAY = printed(b"", exit_status=1, stderr=NO_DISPLAY)
WITH_WINDOW = printed(b"", artefacts=(SEEN,))


def test_a_program_that_fails_without_a_screen_gets_one_at_once_from_then_on() -> None:
    stage, showings = Stage(WITHOUT_DISPLAY, WITH_WINDOW), Showings()
    assert ran(stage, showings) == ran(stage, showings) == Showing(run=WITH_WINDOW)
    assert stage.asked == [False, True, True]


@pytest.mark.parametrize(
    "run",
    [
        printed(b"", artefacts=(IMAGE,)),
        printed(b"", exit_status=1, artefacts=(IMAGE,)),
        printed(b"GIF89a", exit_status=1),
        printed(b"!\n"),
        printed(b"", ending=Ending.WALL_LIMIT, exit_status=None),
        printed(b"", ending=Ending.CPU_LIMIT, exit_status=None),
        printed(b"", ending=Ending.CANCELLED, exit_status=None),
        printed(b"", ending=Ending.NOT_STARTED, exit_status=None, start_error="no interpreter"),
    ],
)
def test_what_left_an_image_or_said_something_or_took_too_long_is_not_run_again(run: Run) -> None:
    stage = Stage(run, WITH_WINDOW)
    assert ran(stage) == Showing(run=run)
    assert stage.asked == [False]


@pytest.mark.parametrize(
    "run",
    [
        printed(b""),
        printed(b" \n"),
        printed(b"log", exit_status=1),
        printed(b"log", ending=Ending.SIGNALLED, exit_status=None, signal=6),
    ],
)
def test_what_is_silent_or_fails_is_run_again(run: Run) -> None:
    assert ran(Stage(run, WITH_WINDOW)) == Showing(run=WITH_WINDOW)


def test_what_shows_nothing_on_a_screen_either_is_asked_anew_each_time() -> None:
    stage, showings = Stage(printed(b""), printed(b"")), Showings()
    for _ in range(2):
        assert ran(stage, showings) == Showing(run=printed(b""))
    assert stage.asked == [False, True, False, True]


def test_an_image_that_is_left_counts_and_not_its_window() -> None:
    both = printed(b"", artefacts=(IMAGE, SEEN))
    assert ran(Stage(WITHOUT_DISPLAY, both)).run.artefacts == (IMAGE,)


def test_a_missing_screen_is_the_machine_s_fault_only_where_one_is_asked_for() -> None:
    failing = printed(b"", exit_status=1, stderr=b"ZeroDivisionError: division by zero")
    assert ran(Stage(WITHOUT_DISPLAY, WITH_WINDOW, "no Xvfb")).missing == "no Xvfb"
    assert ran(Stage(failing, WITH_WINDOW, "no Xvfb")) == Showing(run=failing)
    assert ran(Stage(printed(b""), WITH_WINDOW, "no Xvfb")) == Showing(run=printed(b""))


def test_a_python_without_tkinter_is_the_machine_s_fault() -> None:
    told = b"ModuleNotFoundError: No module named '_tkinter'"
    missing = ran(Stage(printed(b"", exit_status=1, stderr=told), WITH_WINDOW)).missing
    assert "python3-tk" in missing


class ShowingTask(EchoTask):
    """Show a window, whatever is asked."""

    claims = (Claim(name="shown", multiplier=Fraction(1, 2), about="a window", windows=True),)

    def check(self, problem: str, output: Output, claim: str | None) -> Outcome:
        accepted = output.artefacts == (SEEN,)
        return Outcome(accepted=accepted, reason="nothing was shown")


@pytest.mark.parametrize(
    ("fault", "verdict", "reason"),
    [("", Verdict.AC, ""), ("no Xvfb", Verdict.NG, "no Xvfb")],
)
def test_a_claim_that_allows_windows_is_judged_by_what_they_show(
    fault: str, verdict: Verdict, reason: str
) -> None:
    stage = Stage(WITHOUT_DISPLAY, WITH_WINDOW, fault)
    load = echo_load("word")
    load = replace(load, task=ShowingTask(), submission=replace(load.submission, claim="shown"))
    bench, sandbox = scripted_bench(lambda box, stdin: WITHOUT_DISPLAY)
    sandbox.open = lambda files, shown=(): stage  # type: ignore[method-assign]  # a fake
    prepared = preparation(bench, load)
    assert isinstance(prepared, Prepared)
    judgement = Examiner(bench, load, prepared).judge(load.cases[0])
    assert judgement is not None
    assert (judgement.verdict, judgement.reason) == (verdict, reason)
