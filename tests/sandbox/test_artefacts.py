"""What a run leaves in its working directory and the judge collects."""

from __future__ import annotations

import pytest
from boxes_for_tests import Scripts

from judge.models import Artefact, ArtefactLimits, Ending

SOME = ArtefactLimits(files=3, total_bytes=1000)


def left(scripts: Scripts, code: str, limits: ArtefactLimits = SOME) -> dict[str, bytes]:
    run = scripts.run(f"import os\n{code}", artefacts=limits)
    assert (run.ending, run.stderr) == (Ending.EXITED, b"")
    return {artefact.name: artefact.data for artefact in run.artefacts}


def test_files_are_collected_with_their_folders(scripts: Scripts) -> None:
    code = "os.makedirs('a/b'); open('a/b/c', 'wb').write(b'\\0\\xff'); open('top', 'w').write('x')"
    assert left(scripts, code) == {"a/b/c": b"\0\xff", "top": b"x"}


def test_nothing_is_collected_unless_it_is_wanted(scripts: Scripts) -> None:
    assert scripts.run("open('top', 'w').write('x')").artefacts == ()


@pytest.mark.parametrize(
    "code",
    [
        "os.symlink('/etc/passwd', 'file')",
        "os.symlink('/etc', 'folder')",
        "os.mkfifo('pipe')",
        "open('one', 'w').close(); os.link('one', 'two')",
        "os.makedirs('empty/folder')",
    ],
)
def test_only_regular_files_with_one_name_are_collected(scripts: Scripts, code: str) -> None:
    assert left(scripts, code) == {}


def test_a_socket_is_not_collected(scripts: Scripts, tier: str) -> None:
    code = "import socket; s = socket.socket(socket.AF_UNIX); s.bind('socket')"
    run = scripts.run(code, artefacts=SOME)
    assert run.artefacts == ()
    assert (run.exit_status == 0) == (tier == "none")  # behind walls there are no sockets


def test_a_name_that_is_not_utf_8_is_shown_escaped(scripts: Scripts) -> None:
    assert left(scripts, "open(b'out-\\xff.gif', 'w').write('x')") == {"out-\\xff.gif": b"x"}


def test_what_fills_the_limits_is_collected(scripts: Scripts) -> None:
    code = "[open(name, 'w').write('x' * size) for name, size in zip('abc', (500, 400, 100))]"
    assert [len(data) for data in left(scripts, code).values()] == [500, 400, 100]


@pytest.mark.parametrize(
    "code",
    [
        "[open(name, 'w').write('x') for name in 'abcd']",
        "[open(name, 'w').write('x' * 600) for name in 'ab']",
        "open('huge', 'w').truncate(2**25)",
    ],
)
def test_more_than_the_limits_allow_is_an_output_limit(scripts: Scripts, code: str) -> None:
    run = scripts.run(code, artefacts=SOME)
    assert run.ending is Ending.OUTPUT_LIMIT
    assert "left more files than may be collected" in run.start_error
    assert sum(len(artefact.data) for artefact in run.artefacts) <= SOME.total_bytes


def test_what_a_failing_program_left_is_collected_all_the_same(scripts: Scripts) -> None:
    run = scripts.run("open('out', 'w').write('x'); raise SystemExit(2)", artefacts=SOME)
    assert (run.exit_status, run.artefacts) == (2, (Artefact(name="out", data=b"x"),))
