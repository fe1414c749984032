"""Programs filed under the verdict that they must get, run in every way that matters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from runtimes import needs_language

from judge.models import Ending, Limits, Run, Submission, TaskId, Verdict
from judge.sandbox.builds import Prepared, Refusal, prepare
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import choose

PROGRAMS = Path(__file__).parents[1] / "programs"
LANGUAGES = LanguageTable.with_extra(())
MEBIBYTE = 2**20
LIMITS = Limits(time_s=4, wall_s=15, memory_bytes=128 * MEBIBYTE, output_bytes=4 * MEBIBYTE)
STDIN = b"a line of input\n" * 2**16


def filed_under(folder: str) -> list[Path]:
    paths = sorted((PROGRAMS / folder).iterdir())
    assert len(paths) >= 4
    return paths


def submission_of(path: Path) -> Submission:
    """Return a program as a submission, or skip the test where its language is not here."""
    language = LANGUAGES.by_suffix(path.suffix)
    assert language is not None, path
    needs_language(language.name)
    return Submission(
        name=path.stem,
        contestant="",
        path=path,
        task=TaskId(puzzle="none", task="none"),
        language=language.name,
        files={path.name: path.read_bytes()},
    )


def built(path: Path, tier: str) -> Prepared | Refusal:
    submission = submission_of(path)
    return prepare(submission, LANGUAGES.named(submission.language), None, choose(tier))


def run(path: Path, tier: str, limits: Limits = LIMITS) -> tuple[Run, bytes]:
    """Return the run of a program, and what stands on stderr or stdout that tells of memory."""
    prepared = built(path, tier)
    assert isinstance(prepared, Prepared), prepared
    language = prepared.language
    roomy = replace(limits, memory_bytes=limits.memory_bytes + language.memory_floor_bytes)
    with choose(tier).open(prepared.files) as box:
        done = box.run(prepared.command(box, limits.memory_bytes), STDIN, roomy)
    told = [text for text in language.memory_errors if text.encode() in done.stderr]
    return done, " ".join(told).encode()


def opens_with_a_comment(path: Path) -> bool:
    return path.read_text().startswith(("# ", "// "))


@pytest.mark.parametrize("path", filed_under("accepted/plain"), ids=lambda path: path.name)
def test_a_program_that_ends_well_is_never_blamed_for_its_habits(path: Path, tier: str) -> None:
    assert opens_with_a_comment(path)
    done, _ = run(path, tier)
    assert (done.ending, done.exit_status) == (Ending.EXITED, 0), done
    assert done.stdout.endswith(b"ok\n")


@pytest.mark.parametrize("path", filed_under("time_limit"), ids=lambda path: path.name)
def test_a_program_that_takes_too_long_hits_a_time_limit(path: Path, tier: str) -> None:
    assert opens_with_a_comment(path)
    done, _ = run(path, tier, replace(LIMITS, time_s=0.3, wall_s=1.5))
    assert done.ending in {Ending.CPU_LIMIT, Ending.WALL_LIMIT}, done
    waits = path.stem in {"sleeps", "will-not-go"}
    assert (done.ending is Ending.WALL_LIMIT) or not waits


@pytest.mark.parametrize("path", filed_under("output_limit"), ids=lambda path: path.name)
def test_a_program_that_writes_too_much_hits_the_output_limit(path: Path, tier: str) -> None:
    assert opens_with_a_comment(path)
    done, _ = run(path, tier)
    assert done.ending is Ending.OUTPUT_LIMIT, done.stderr
    assert len(done.stdout) in {0, LIMITS.output_bytes}


@pytest.mark.parametrize("path", filed_under("memory_limit"), ids=lambda path: path.name)
def test_a_program_that_hoards_memory_is_found_out(path: Path, tier: str) -> None:
    assert opens_with_a_comment(path)
    done, told = run(path, tier)
    assert done.ending is Ending.MEMORY_LIMIT or (done.exit_status != 0 and told), done


@pytest.mark.parametrize("path", filed_under("run_time_error"), ids=lambda path: path.name)
def test_a_program_that_fails_is_told_from_one_that_hits_a_limit(path: Path, tier: str) -> None:
    assert opens_with_a_comment(path)
    done, told = run(path, tier)
    assert done.ending in {Ending.EXITED, Ending.SIGNALLED}, done
    assert done.exit_status != 0
    assert not told


@pytest.mark.parametrize("path", filed_under("compile_error"), ids=lambda path: path.name)
def test_a_program_that_does_not_compile_is_refused_with_the_reason(path: Path, tier: str) -> None:
    assert opens_with_a_comment(path)
    refusal = built(path, tier)
    assert isinstance(refusal, Refusal)
    assert refusal.verdict is Verdict.CE
    assert "compile" in refusal.reason
    assert "judge-box" not in refusal.reason + refusal.detail
