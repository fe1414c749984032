"""The engine of conversations, with programs in boxes and a referee that asks for sums."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boxes_for_tests import Scripts, opened

from judge.dialogue import Player, Stumble, Talk, conversed, played
from judge.interact import Ask, Dialogue, Note, Ruling, Tell
from judge.models import Ending, Limits, Outcome

PATIENT = Limits(time_s=20, wall_s=60, reply_s=60)
"""more than any program here needs on the busiest machine"""

BRIEF = Limits(time_s=20, wall_s=60, reply_s=0.4)

READING = "import sys\nfor line in sys.stdin:\n    "
"""begins a program that does something for every line"""

RIGHT = f"{READING}print(sum(map(int, line.split())), flush=True)"


def sums(*pairs: tuple[int, int]) -> Dialogue[Outcome]:
    """Ask for sums; the first wrong one is enough."""
    for first, second in pairs:
        yield Tell(line=f"{first} {second}")
        reply = yield Ask()
        if reply != str(first + second):
            return Outcome(accepted=False, reason=f"{first} + {second} is not {reply}")
        yield Note(text="right")
    return Outcome(accepted=True)


def talk(scripts: Scripts, code: str, limits: Limits = PATIENT) -> Talk[Outcome]:
    conversation = scripts.box.start(scripts.command(code), limits)
    player = Player(name="program", conversation=conversation, limits=limits)
    return conversed(sums((1, 2), (3, 4)), player)


def facts(talk: Talk[Outcome]) -> tuple[Stumble | None, Ending]:
    return talk.stumble, talk.runs[0].ending


def test_a_right_program_is_accepted_and_exits_when_its_input_ends(scripts: Scripts) -> None:
    held = talk(scripts, RIGHT)
    assert held.result == Outcome(accepted=True)
    assert facts(held) == (None, Ending.EXITED)
    assert held.runs[0].exit_status == 0
    assert held.text == ("judge:   1 2\nprogram: 3\n(right)\njudge:   3 4\nprogram: 7\n(right)")
    assert held.line == "judge: 1 2; program: 3; (right); judge: 3 4; program: 7; (right)"


def test_a_program_may_exit_at_once_after_its_last_line(scripts: Scripts) -> None:
    held = talk(scripts, "for _ in 1, 2: print(sum(map(int, input().split())), flush=True)")
    assert held.result == Outcome(accepted=True)
    assert facts(held) == (None, Ending.EXITED)


def test_the_last_line_needs_no_newline_when_the_program_ends(scripts: Scripts) -> None:
    code = "a = input; print(sum(map(int, a().split())), flush=True); "
    held = talk(scripts, code + "print(sum(map(int, a().split())), end='')")
    assert held.result == Outcome(accepted=True)
    assert held.stumble is None


def test_what_the_referee_rejects_ends_the_program(scripts: Scripts) -> None:
    held = talk(scripts, f"{READING}print(0, flush=True)")
    assert held.result == Outcome(accepted=False, reason="1 + 2 is not 0")
    assert facts(held) == (None, Ending.EXITED)
    assert held.runs[0].exit_status == 0  # that it was ended is nothing it did


def test_a_rejected_program_that_crashes_by_itself_has_its_own_status(scripts: Scripts) -> None:
    held = talk(scripts, "input(); print(0, flush=True); raise SystemExit(3)")
    assert held.result is not None
    assert not held.result.accepted
    assert (held.runs[0].ending, held.runs[0].exit_status) == (Ending.EXITED, 3)


def test_silence_ends_with_the_limit_for_a_reply(scripts: Scripts) -> None:
    held = talk(scripts, "import sys; sys.stdin.read()", BRIEF)
    assert facts(held) == (Stumble.SILENT, Ending.WALL_LIMIT)
    assert held.result is None
    assert held.sentence == "no reply within 0.40 s, the limit for one reply"
    assert held.text == "judge: 1 2"


def test_both_sides_waiting_ends_with_the_limit_for_the_whole(scripts: Scripts) -> None:
    limits = Limits(time_s=20, wall_s=0.6)
    held = talk(scripts, "import sys; input(); input(); print(3)", limits)
    assert held.stumble in {Stumble.SILENT, Stumble.STOPPED}
    assert held.runs[0].ending is Ending.WALL_LIMIT


def test_what_is_never_flushed_is_told(scripts: Scripts) -> None:
    held = talk(scripts, f"{READING}print(sum(map(int, line.split())))", BRIEF)
    assert facts(held) == (Stumble.UNFLUSHED, Ending.WALL_LIMIT)
    assert 'the line "3" came only once its input was closed: flush' in held.sentence


def test_a_line_that_never_ends_is_told(scripts: Scripts) -> None:
    held = talk(scripts, f"{READING}print(3, end='', flush=True)", BRIEF)
    assert facts(held) == (Stumble.UNFINISHED, Ending.WALL_LIMIT)
    assert 'it printed "3" without a line end' in held.sentence


def test_a_flood_without_line_ends_hits_the_output_limit(scripts: Scripts) -> None:
    limits = replace(PATIENT, output_bytes=10_000)
    held = talk(scripts, "while True: print('x' * 99, end='', flush=True)", limits)
    assert facts(held) == (Stumble.STOPPED, Ending.OUTPUT_LIMIT)
    assert len(held.runs[0].stdout) <= 10_000


def test_a_flood_of_lines_hits_the_output_limit(scripts: Scripts) -> None:
    limits = replace(PATIENT, output_bytes=10_000)
    held = talk(scripts, "while True: print('3\\n7', flush=True)", limits)
    assert held.runs[0].ending in {Ending.OUTPUT_LIMIT, Ending.EXITED}
    assert held.stumble is not None or held.result != Outcome(accepted=True)


def test_an_end_in_the_middle_is_told(scripts: Scripts) -> None:
    held = talk(scripts, "input(); print(3, flush=True)")
    assert facts(held) == (Stumble.CLOSED, Ending.EXITED)
    assert held.sentence == "ended in the middle of the conversation"


def test_a_crash_in_the_middle_keeps_its_status(scripts: Scripts) -> None:
    held = talk(scripts, "input(); print(3, flush=True); 1 / 0")
    assert facts(held) == (Stumble.CLOSED, Ending.EXITED)
    assert held.runs[0].exit_status == 1
    assert b"ZeroDivisionError" in held.runs[0].stderr


def test_a_program_that_closes_its_output_and_goes_on_is_told(scripts: Scripts) -> None:
    held = talk(scripts, "import os, time; os.close(1); time.sleep(9)")
    assert held.stumble is Stumble.CLOSED
    assert held.sentence.startswith("closed its output in the middle of the conversation")
    assert held.runs[0].exit_status == 0


def test_bytes_that_are_no_text_are_told(scripts: Scripts) -> None:
    code = "import sys; input(); sys.stdout.buffer.write(b'\\xff3\\n'); sys.stdout.flush(); input()"
    held = talk(scripts, code)
    assert held.stumble is Stumble.UNREADABLE
    assert "not UTF-8" in held.sentence
    assert held.text.endswith('program: "\\xff3"')


def test_a_word_after_the_end_is_one_too_many(scripts: Scripts) -> None:
    held = talk(scripts, f"{RIGHT}\nprint('bye')")
    assert facts(held) == (Stumble.CHATTY, Ending.EXITED)
    assert held.sentence == 'printed "bye" after the end'


def test_blank_lines_after_the_end_do_not_matter(scripts: Scripts) -> None:
    held = talk(scripts, f"{RIGHT}\nprint('\\n \\n')")
    assert held.stumble is None


def test_a_program_that_does_not_exit_is_told(scripts: Scripts) -> None:
    held = talk(scripts, f"{RIGHT}\nimport time; time.sleep(9)", replace(PATIENT, wall_s=2.0))
    assert facts(held) == (Stumble.STAYED, Ending.WALL_LIMIT)
    assert "after the end, when its input was closed" in held.sentence


def test_a_line_of_the_judge_that_nobody_reads_is_no_deadlock(scripts: Scripts) -> None:
    def shouting() -> Dialogue[Outcome]:
        yield Tell(line="x" * 300_000)
        yield Ask()
        return Outcome(accepted=True)

    limits = Limits(time_s=20, wall_s=0.6)
    conversation = scripts.box.start(scripts.command("import time; time.sleep(9)"), limits)
    held = conversed(shouting(), Player(name="p", conversation=conversation, limits=limits))
    assert held.runs[0].ending is Ending.WALL_LIMIT


def test_a_long_conversation_is_shown_by_its_beginning_and_its_end(scripts: Scripts) -> None:
    many = [(number, number) for number in range(500)]
    conversation = scripts.box.start(scripts.command(RIGHT), PATIENT)
    held = conversed(sums(*many), Player(name="p", conversation=conversation, limits=PATIENT))
    assert held.result == Outcome(accepted=True)
    assert held.line.startswith("judge: 0 0; p: 0; (right); judge: 1 1")
    assert held.line.endswith("judge: 499 499; p: 998; (right)")
    assert " … " in held.line


def race() -> Dialogue[Ruling]:
    """Who first names a number other than the one before it loses."""
    seat, said = 0, "0"
    for _ in range(6):
        yield Tell(line=said, seat=seat)
        reply = (yield Ask(seat=seat)) or ""
        if int(reply) != int(said) + 1:
            return Ruling(winner=1 - seat, reason=f"said {reply} after {said}", is_foul=True)
        seat, said = 1 - seat, reply
    return Ruling(winner=None)


def duel(first: str, second: str, limits: Limits = PATIENT) -> Talk[Ruling]:
    with opened() as left, opened() as right:
        players = [
            Player(
                name=name,
                conversation=box.start(Scripts(box).command(code), limits),
                limits=limits,
            )
            for name, box, code in (("left", left, first), ("right", right, second))
        ]
        return played(race(), players)


COUNTING = f"{READING}print(int(line) + 1, flush=True)"


def test_two_programs_talk_to_each_other_through_the_referee() -> None:
    held = duel(COUNTING, COUNTING)
    assert held.result == Ruling(winner=None)
    assert held.line.startswith("judge: 0; left: 1; judge: 1; right: 2; judge: 2; left: 3")
    assert [run.exit_status for run in held.runs] == [0, 0]


@pytest.mark.parametrize(
    ("code", "stumble", "ending"),
    [
        ("input(); 1 / 0", Stumble.CLOSED, Ending.EXITED),
        ("import sys; sys.stdin.read()", Stumble.SILENT, Ending.WALL_LIMIT),
    ],
    ids=["crash", "silence"],
)
def test_who_breaks_off_costs_nobody_else_anything(
    code: str, stumble: Stumble, ending: Ending
) -> None:
    held = duel(COUNTING, code, BRIEF)
    assert held.result is None
    assert (held.stumble, held.seat) == (stumble, 1)
    assert held.runs[1].ending is ending
    assert (held.runs[0].ending, held.runs[0].exit_status) == (Ending.EXITED, 0)
