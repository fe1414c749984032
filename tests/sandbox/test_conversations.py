"""Talking to a running program, line by line."""

from __future__ import annotations

import threading

import pytest
from boxes_for_tests import Scripts, is_alive, opened, survivors

from judge.errors import SandboxError
from judge.models import Ending, Limits
from judge.sandbox import Conversation

PATIENCE = 20.0


def talk(scripts: Scripts, code: str, limits: Limits | None = None) -> Conversation:
    return scripts.box.start(scripts.command(code), limits or Limits())


def test_an_echo_answers_line_by_line(scripts: Scripts) -> None:
    echo = talk(scripts, "while True: print(input()[::-1], flush=True)")
    for word in (b"one", b"two", b"three"):
        assert echo.send(word + b"\n")
        assert echo.receive_line(PATIENCE) == word[::-1] + b"\n"
    run = echo.finish(PATIENCE)
    assert (run.ending, run.exit_status) == (Ending.EXITED, 1)  # the end of its input is an error
    assert run.stdout == b"eno\nowt\neerht\n"
    assert b"EOFError" in run.stderr


def test_closing_the_input_lets_a_program_come_to_its_end(scripts: Scripts) -> None:
    summing = talk(scripts, "import sys; print(sum(map(int, sys.stdin)))")
    assert summing.send(b"20\n22\n")
    summing.close_input()
    assert summing.receive_line(PATIENCE) == b"42\n"
    assert not summing.send(b"1\n")
    assert summing.receive_line(PATIENCE) == b""
    run = summing.finish(PATIENCE)
    assert (run.ending, run.exit_status) == (Ending.EXITED, 0)


def test_the_last_line_may_lack_its_newline(scripts: Scripts) -> None:
    plain = talk(scripts, "print('one\\ntwo', end='')")
    assert [plain.receive_line(PATIENCE) for _ in range(3)] == [b"one\n", b"two", b""]
    plain.finish(PATIENCE)


def test_silence_is_noticed_and_can_be_borne(scripts: Scripts) -> None:
    slow = talk(scripts, "input(); print('at last', flush=True); input()")
    assert slow.receive_line(0.05) is None
    assert slow.send(b"\n")
    assert slow.receive_line(PATIENCE) == b"at last\n"
    assert slow.receive_line(0.05) is None
    slow.finish(PATIENCE)


def test_a_mebibyte_is_delivered_and_answered(scripts: Scripts) -> None:
    limits = Limits(output_bytes=2**22)
    echo = talk(scripts, "print(input())", limits)
    assert echo.send(b"x" * 2**20 + b"\n")
    assert echo.receive_line(PATIENCE) == b"x" * 2**20 + b"\n"
    assert echo.finish(PATIENCE).exit_status == 0


def test_a_program_that_prints_while_it_is_sent_a_mebibyte_blocks_nobody(scripts: Scripts) -> None:
    code = "import sys\nfor line in sys.stdin: print('y' * len(line), flush=True)"
    eager = talk(scripts, code, Limits(output_bytes=2**22))
    assert eager.send((b"x" * 1023 + b"\n") * 1024)
    assert eager.receive_line(PATIENCE) == b"y" * 1024 + b"\n"
    assert len(eager.finish(PATIENCE).stdout) == 1025 * 1024


def test_a_flood_ends_at_the_cap(scripts: Scripts) -> None:
    flood = talk(scripts, "while True: print('x' * 99)", Limits(output_bytes=1000))
    lines = [flood.receive_line(PATIENCE) for _ in range(11)]
    assert lines == [b"x" * 99 + b"\n"] * 10 + [None]
    run = flood.finish(PATIENCE)
    assert (run.ending, len(run.stdout)) == (Ending.OUTPUT_LIMIT, 1000)


def test_a_flood_is_bounded_while_the_judge_is_busy(scripts: Scripts) -> None:
    flood = talk(scripts, "while True: print('x' * 99)", Limits(output_bytes=2**22))
    run = flood.finish(PATIENCE)
    assert (run.ending, len(run.stdout)) == (Ending.OUTPUT_LIMIT, 2**22)


def test_a_closed_output_is_told_from_silence(scripts: Scripts) -> None:
    closing = talk(scripts, "import os; os.close(1); input()")
    assert closing.receive_line(PATIENCE) == b""
    assert closing.finish(PATIENCE).ending is Ending.EXITED


def test_a_program_that_dies_reads_no_more_and_its_last_words_are_heard(scripts: Scripts) -> None:
    code = "import os; input(); os.write(1, b'last\\n'); os.kill(os.getpid(), 9)"
    dying = talk(scripts, code)
    assert dying.send(b"\n")
    assert dying.receive_line(PATIENCE) == b"last\n"
    assert dying.receive_line(PATIENCE) == b""
    while dying.send(b"\n"):  # for a moment its end of the pipe may outlive its output
        continue
    run = dying.finish(PATIENCE)
    assert (run.ending, run.signal) == (Ending.SIGNALLED, 9)


def test_a_program_that_does_not_read_is_noticed_at_its_limit(scripts: Scripts) -> None:
    deaf = talk(scripts, "import time; time.sleep(20)", Limits(wall_s=0.5))
    assert not deaf.send(b"x" * 2**20)
    assert deaf.receive_line(PATIENCE) is None
    assert deaf.finish(PATIENCE).ending is Ending.WALL_LIMIT


def test_a_program_that_does_not_leave_is_shown_out(scripts: Scripts) -> None:
    code = "import os, time; print(os.getpid(), flush=True); time.sleep(20)"
    staying = talk(scripts, code)
    line = staying.receive_line(PATIENCE)
    assert line
    assert staying.finish(0.1).ending is Ending.WALL_LIMIT
    assert not survivors(scripts.box, [int(line)])


def test_cpu_time_is_limited_in_a_conversation(scripts: Scripts) -> None:
    code = "import time\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass"
    burning = talk(scripts, code, Limits(time_s=0.3, wall_s=15))
    assert burning.receive_line(PATIENCE) is None
    assert burning.finish(PATIENCE).ending is Ending.CPU_LIMIT


def test_a_program_that_cannot_start_says_why(scripts: Scripts) -> None:
    absent = scripts.box.start(["no-such-command"], Limits())
    assert absent.receive_line(PATIENCE) is None
    assert not absent.send(b"\n")
    run = absent.finish(PATIENCE)
    assert run.ending is Ending.NOT_STARTED
    assert "no-such-command" in run.start_error


def test_a_box_holds_one_conversation_at_a_time(scripts: Scripts) -> None:
    first = talk(scripts, "input()")
    with pytest.raises(SandboxError, match="busy"):
        scripts.run("print()")
    first.finish(PATIENCE)
    assert scripts.said("print('next')") == "next\n"


def test_cancelling_ends_a_conversation() -> None:
    with opened() as box:
        waiting = talk(Scripts(box), "input()", Limits(wall_s=20))
        threading.Timer(0.2, box.cancel).start()
        assert waiting.receive_line(PATIENCE) is None
        assert waiting.finish(PATIENCE).ending is Ending.CANCELLED


def test_closing_the_box_ends_a_conversation_that_was_left() -> None:
    box = opened()
    left = talk(Scripts(box), "import os; print(os.getpid(), flush=True); input()")
    line = left.receive_line(PATIENCE)
    assert line
    box.close()
    assert not is_alive(int(line))
