"""The built-in formats have names, and the text format suits where it is printed."""

from __future__ import annotations

import pytest
from report_samples import mixed_report

from judge.report import FORMATS, text_reporter


def test_these_formats_are_built_in() -> None:
    assert list(FORMATS) == ["text", "json", "junit", "csv", "markdown"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_yields_text_that_ends_its_last_line(name: str) -> None:
    text = "".join(FORMATS[name](mixed_report()))
    assert text.endswith("\n")
    assert text.encode().decode() == text


@pytest.mark.parametrize("terminal", [True, False])
def test_text_for_a_pipe_has_no_colours(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    piped = "".join(text_reporter(full=False, terminal=terminal)(mixed_report()))
    assert piped == "".join(FORMATS["text"](mixed_report()))


def test_text_for_a_terminal_has_its_width_and_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    text = "".join(text_reporter(full=False, terminal=True)(mixed_report()))
    assert "\x1b[32mAC \x1b[0m" in text
    assert max(map(len, text.split("\n"))) < 80


def test_text_for_a_file_ignores_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in "".join(text_reporter(full=False, terminal=False)(mixed_report()))


def test_no_colours_are_used_where_the_user_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in "".join(text_reporter(full=False, terminal=True)(mixed_report()))


def test_every_failure_can_be_asked_for() -> None:
    some, every = (
        "".join(text_reporter(full=full, terminal=False)(mixed_report())) for full in (False, True)
    )
    assert some.count("only the letter case differs") < every.count("only the letter case differs")
