"""Referees, talked to with recorded replies."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from judge.interact import Ask, Dialogue, InteractiveTask, Note, Tell, rehearsed
from judge.models import Outcome, Value
from judge.puzzle import Field, Kind, Output


class Countdown(InteractiveTask[int]):
    """Count down in turn with the judge, by one; the judge names the start."""

    name = "countdown"
    title = "count down"
    fields = (Field(name="start", kind=Kind.INTEGER, about="where to start"),)

    def read(self, values: Mapping[str, Value]) -> int:
        return int(str(values["start"]))

    def referee(self, problem: int) -> Dialogue[Outcome]:
        while problem > 0:
            yield Tell(line=str(problem))
            reply = yield Ask()
            yield Note(text="heard")
            if reply != str(problem - 1):
                return Outcome(accepted=False, reason=f"{reply} does not follow {problem}")
            problem -= 2
        return Outcome(accepted=True)

    def generate(self, random: Random, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return {"start": random.randint(1, 9)}


TASK = Countdown()


def check(printed: bytes, start: int = 3) -> Outcome:
    return TASK.check(start, Output(stdout=printed), None)


def test_a_referee_is_rehearsed_without_a_program() -> None:
    told = rehearsed(TASK.referee(3), ["2", "0", "7"])
    assert told.result == Outcome(accepted=True)
    assert (told.used, told.told) == (2, b"3\n1\n")
    assert told.steps[:3] == (Tell(line="3"), Ask(), Note(text="heard"))


def test_a_rehearsal_ends_where_the_replies_do() -> None:
    told = rehearsed(TASK.referee(5), ["4"])
    assert (told.result, told.used, told.told) == (None, 1, b"5\n3\n")


def test_what_a_program_is_told_first_is_its_input() -> None:
    assert TASK.stdin(8) == b"8\n"


def test_recorded_output_is_judged_by_the_referee() -> None:
    assert check(b"2\n0\n").accepted
    assert check(b"2\n0\n\n").accepted
    assert check(b"2\n1\n").reason == "1 does not follow 1"


def test_a_record_that_is_too_short_or_too_long_is_wrong() -> None:
    assert check(b"2\n").reason == "its output ends before the conversation does"
    assert check(b"2\n0\n9\n").reason == 'it printed more after the end of the conversation: "9"'
    assert "UTF-8" in check(b"\xff\n").reason
