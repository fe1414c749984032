"""Boards: points, ties, every format, and what hostile names do to them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from judge.models import Measure, Report, Result, Submission, TaskId, Verdict
from judge.report.as_json import json_report
from judge.report.boards import BOARD_FORMATS
from judge.report.from_json import results_in
from judge.scoring import Board, board

OPEN, SIMULATE = TaskId(puzzle="maze", task="open"), TaskId(puzzle="box", task="simulate")


def result(
    contestant: str,
    score: int | None,
    task: TaskId = OPEN,
    size: int | None = None,
    submitted: str = "2026-03-01T12:00:00+00:00",
    **facts: object,
) -> Result:
    path = Path(contestant, f"{task.puzzle}-{task.task}.py")
    submission = Submission(
        name=f"{contestant}/{path.stem}",
        contestant=contestant,
        path=path,
        task=task,
        language="python",
        files={path.name: bytes(score or 0 if size is None else size)},
        submitted=datetime.fromisoformat(submitted),
        claim=facts.pop("claim", None),  # type: ignore[arg-type]  # named by the tests
    )
    return Result(
        submission=submission,
        verdict=Verdict.WA if score is None else Verdict.AC,
        total=5,
        accepted=4 if score is None else 5,
        judgements=(),
        score=score,
        **facts,  # type: ignore[arg-type]  # named by the tests
    )


RESULTS = (
    result("ann", 200),
    result("bob", 100),
    result("cat", 150),
    result("ann", 120),
    result("ann", None),
    result("dan", None),
    result("bob", 300, SIMULATE),
    result("cat", 66, SIMULATE, size=300, claim="image", multiplier=Fraction("0.22")),
)


def text(results: Sequence[Result], form: str = "text") -> str:
    return "".join(BOARD_FORMATS[form](board(results)))


def test_points_are_best_by_yours() -> None:
    made = board(RESULTS)
    assert [(each.rank, each.contestant, each.points) for each in made.standings] == [
        (1, "cat", 667 + 1000),
        (2, "bob", 1000 + 220),
        (3, "ann", 833),
    ]
    assert made.standings[0].by_task == {OPEN: 667, SIMULATE: 1000}


def test_the_best_accepted_submission_counts_whatever_came_later() -> None:
    assert [placing.result.score for placing in board(RESULTS).tasks[OPEN]] == [100, 120, 150]


def test_equal_results_share_a_rank_and_the_next_is_left_out() -> None:
    made = board([result("ann", 10), result("bob", 10), result("cat", 20)])
    assert [placing.rank for placing in made.tasks[OPEN]] == [1, 1, 3]
    assert [each.rank for each in made.standings] == [1, 1, 3]


def test_the_earlier_of_equal_scores_ranks_first() -> None:
    made = board([result("ann", 10), result("bob", 10, submitted="2026-02-28T23:59:59+00:00")])
    assert [each.result.submission.contestant for each in made.tasks[OPEN]] == ["bob", "ann"]


@pytest.mark.parametrize(
    ("scores", "points"),
    [((0, 0), [1000, 1000]), ((0, 7), [1000, 0]), ((1, 3), [1000, 333]), ((3, 2000), [1000, 2])],
)
def test_points_round_and_know_a_score_of_nothing(
    scores: tuple[int, int], points: list[int]
) -> None:
    lengths = [
        result(name, score, measure=Measure.LENGTH, size=9)
        for name, score in zip("ab", scores, strict=True)
    ]
    assert [each.points for each in board(lengths).standings] == points
    assert "the sum of the answers' lengths" in text(lengths)


def test_the_text_has_a_table_for_each_task_and_one_over_all() -> None:
    assert text(RESULTS) == (
        "maze/open\n"
        "rank  contestant  score  bytes  claim  language  points  when\n"
        "   1  bob           100    100         python      1000  2026-03-01 12:00\n"
        "   2  ann           120    120         python       833  2026-03-01 12:00\n"
        "   3  cat           150    150         python       667  2026-03-01 12:00\n"
        "\n"
        "box/simulate\n"
        "rank  contestant  score  bytes  claim        language  points  when\n"
        "   1  cat            66    300  image ×0.22  python      1000  2026-03-01 12:00\n"
        "   2  bob           300    300               python       220  2026-03-01 12:00\n"
        "\n"
        "all 2 tasks: the sum of best / yours × 1000\n"
        "rank  contestant  points  maze/open  box/simulate\n"
        "   1  cat           1667        667          1000\n"
        "   2  bob           1220       1000           220\n"
        "   3  ann            833        833\n"
    )


def test_a_task_that_nobody_solved_says_so() -> None:
    assert text([result("ann", None)]) == "maze/open\nnobody's submission is accepted yet\n"


def test_csv_and_json_hold_the_same() -> None:
    records = list(csv.DictReader(io.StringIO(text(RESULTS, "csv"))))
    told = json.loads(text(RESULTS, "json"))
    for task, placings in told["tasks"].items():
        of_task = [each for each in records if each["task"] == task]
        assert [(each["contestant"], int(each["score"])) for each in of_task] == [
            (each["contestant"], each["score"]) for each in placings
        ]
    overall = [(each["contestant"], int(each["points"])) for each in records if not each["task"]]
    assert overall == [(each["contestant"], each["points"]) for each in told["overall"]]
    assert told["tasks"]["box/simulate"][0]["multiplier"] == "0.22"


@pytest.mark.parametrize("form", list(BOARD_FORMATS))
def test_hostile_names_do_nothing(form: str) -> None:
    shown = text([result("=1+1<script>|\x1b[31m\udce9", 3)], form)
    assert "\x1b" not in shown
    assert "<script>" not in shown or form != "markdown"
    shown.encode()
    if form == "csv":
        assert next(csv.DictReader(io.StringIO(shown)))["contestant"].startswith("'=")


def test_a_report_in_json_ranks_like_its_results(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text("".join(json_report(Report(results=RESULTS, sandbox="none"))))

    def ranks(made: Board) -> list[tuple[int, str, int]]:
        return [(each.rank, each.contestant, each.points) for each in made.standings]

    assert ranks(board(results_in(path))) == ranks(board(RESULTS))
