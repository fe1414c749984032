"""Each hook: when it is called, and what becomes of what it returns."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import click
import pytest
from plugins_for_tests import Workshop, workshop

from judge import hookspecs
from judge.cli import application
from judge.cli.grade import grade
from judge.errors import PluginError
from judge.languages import language_table
from judge.manager import Register, load_register
from judge.models import Judgement, Report

__all__ = ["workshop"]

HOOKS = [name for name in vars(hookspecs) if name.startswith("judge_")]

PUZZLE = """\
@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    return [words("words")]
"""
SUITE = """\
puzzle: words
task: word
cases:
  - {id: one, word: one}
  - {id: two, word: two}
"""


def spec(name: str) -> Callable[..., Any]:
    hook: Callable[..., Any] = getattr(hookspecs, name)
    return hook


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_when_it_is_called_and_what_becomes_of_its_result(hook: str) -> None:
    text = inspect.getdoc(spec(hook)) or ""
    first = text.split("\n")[0]
    assert first.endswith(".")
    assert "\nCalled " in text
    becomes = ("PluginError", "ignored")
    assert any(word in text for word in becomes)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_typed(hook: str) -> None:
    hints = get_type_hints(spec(hook))
    assert set(hints) == {*inspect.signature(spec(hook)).parameters, "return"}


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_a_test_of_its_own(hook: str) -> None:
    assert [name for name in globals() if name.startswith(f"test_{hook}_")]


def test_the_hooks_are_those_that_pluggy_knows() -> None:
    callers = vars(load_register([]).manager.hook)
    assert sorted(name for name in callers if not name.startswith("_")) == sorted(HOOKS)
    assert all(callers[name].has_spec() for name in HOOKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a call of the command line within this process left."""

    status: object
    out: str
    err: str


@pytest.fixture
def submission(tmp_path: Path) -> list[str]:
    """Return the arguments that grade one program which repeats the word that it reads."""
    program, suite = tmp_path / "words-word.py", tmp_path / "words.yaml"
    program.write_text("print(input())\n")
    suite.write_text(SUITE)
    return ["grade", str(program), "--cases", str(suite)]


def call(register: Register, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> Called:
    capsys.readouterr()
    status = application(register).main(arguments, prog_name="judge", standalone_mode=False)
    captured = capsys.readouterr()
    return Called(status=status, out=captured.out, err=captured.err)


def events(register: Register, plugin: str) -> list[Any]:
    return list(vars(register.manager.get_plugin(plugin))["EVENTS"])


def test_judge_puzzles_is_called_once_and_its_puzzles_are_registered(workshop: Workshop) -> None:
    code = """
    EVENTS = []
    @hookimpl
    def judge_puzzles():
        EVENTS.append("called")
        return (words(name) for name in ("one", "two"))
    """
    register = load_register([workshop.plugin("many", code)])
    assert sorted(register.puzzles) == ["one", "two"]
    assert events(register, "many") == ["called"]


def test_judge_puzzles_that_share_a_name_are_an_error_that_names_both_distributions(
    workshop: Workshop,
) -> None:
    register = load_register([workshop.plugin(name, PUZZLE) for name in ("ours", "theirs")])
    [fault] = register.faults
    assert isinstance(fault, PluginError)
    assert "judge-ours" in str(fault)
    assert "judge-theirs" in str(fault)


LANGUAGES = """\
from judge.models import Language
@hookimpl
def judge_languages():
    return [
        Language(name="{name}", title="Shout", suffixes=("{suffix}",), source="program.shout",
                 run=("/bin/sh", "{{source}}"), version=("/bin/sh", "--version"), package="dash")
    ]
"""


def test_judge_languages_are_added_to_the_table(workshop: Workshop) -> None:
    code = PUZZLE + LANGUAGES.format(name="shout", suffix=".shout")
    register = load_register([workshop.plugin("shout", code)])
    table = language_table(register)
    assert register.faults == []
    assert table.named("shout").title == "Shout"
    assert table.by_suffix(".shout") == table.named("shout")
    assert table.named("python").name == "python"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("shout", ".one"), ("shout", ".two")),
        (("one", ".shout"), ("two", ".shout")),
    ],
)
def test_judge_languages_of_one_name_or_suffix_are_an_error_that_names_both(
    workshop: Workshop, first: tuple[str, str], second: tuple[str, str]
) -> None:
    points = [
        workshop.plugin(
            plugin,
            PUZZLE.replace("words(", f"words('{plugin}' or ")
            + LANGUAGES.format(name=name, suffix=suffix),
        )
        for plugin, (name, suffix) in (("ours", first), ("theirs", second))
    ]
    register = load_register(points)
    assert register.languages == []
    [fault] = map(str, register.faults)
    assert "shout" in fault
    assert "plugin ours of judge-ours" in fault
    assert "plugin theirs of judge-theirs" in fault


@pytest.mark.parametrize(("name", "suffix"), [("python", ".shout"), ("shout", ".py")])
def test_judge_languages_do_not_replace_the_judge_s_own(
    workshop: Workshop, name: str, suffix: str
) -> None:
    odd = workshop.plugin("odd", LANGUAGES.format(name=name, suffix=suffix))
    good = workshop.plugin("good", LANGUAGES.format(name="sing", suffix=".sing"))
    register = load_register([odd, good])
    table = language_table(register)
    assert [language.name for language in register.languages] == ["sing"]
    assert table.named("sing").suffixes == (".sing",)
    assert table.named("python").title == "Python"
    assert table.by_suffix(".py") == table.named("python")
    [fault] = map(str, register.faults)
    assert "the plugin odd of judge-odd 1.5: " in fault
    assert ("'python'" if name == "python" else ".py") in fault


REPORTERS = """\
@hookimpl
def judge_reporters():
    def told(report):
        yield f"{{len(report.results)}} "
        yield "result\\n"
    return [("{}", told)]
"""


def test_judge_reporters_are_asked_for_by_the_name_of_the_format(
    workshop: Workshop, submission: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    register = load_register([workshop.plugin("brief", PUZZLE + REPORTERS.format("brief"))])
    called = call(register, [*submission, "--format", "brief"], capsys)
    assert called.out == "1 result\n"
    assert called.status == 0


def test_judge_reporters_of_one_name_are_an_error_and_neither_is_used(workshop: Workshop) -> None:
    points = [workshop.plugin(name, REPORTERS.format("brief")) for name in ("ours", "theirs")]
    register = load_register(points)
    assert register.reporters == {}
    [fault] = map(str, register.faults)
    assert "two report formats bear the name brief" in fault
    assert "plugin ours of judge-ours" in fault
    assert "plugin theirs of judge-theirs" in fault


@pytest.mark.parametrize("pair", ["('x',)", "('x', print, 3)", "(1, print)", "('x', 'y')", "'xy'"])
def test_judge_reporters_that_are_no_pairs_are_an_error(workshop: Workshop, pair: str) -> None:
    code = f"@hookimpl\ndef judge_reporters(): return [{pair}]\n"
    register = load_register([workshop.plugin("odd", code)])
    assert register.reporters == {}
    [fault] = map(str, register.faults)
    assert "from judge_reporters, not a pair of a name and a reporter" in fault


COMMANDS = """\
import click
@hookimpl
def judge_commands(group):
    @group.command({!r}, help="Greet.")
    @click.pass_obj
    def command(register):
        print("hello from", *register.sources)
        return 0
"""


def test_judge_commands_are_called_when_the_command_line_starts(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    register = load_register([workshop.plugin("greeter", COMMANDS.format("greet"))])
    assert register.faults == []
    assert call(register, ["greet"], capsys).out == "hello from greeter\n"
    help_text = call(register, ["--help"], capsys).out
    assert "Greet." in help_text
    assert "Judge programs and score them." in help_text


@pytest.mark.parametrize("taken", ["grade", "greet"])
def test_judge_commands_of_a_name_that_is_taken_are_an_error_and_replace_nothing(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], taken: str
) -> None:
    first = workshop.plugin("a", COMMANDS.format("greet"))
    register = load_register([first, workshop.plugin("b", COMMANDS.format(taken))])
    group = application(register)
    context = click.Context(group)
    assert group.get_command(context, "grade") is grade
    [fault] = map(str, register.faults)
    assert "the plugin b of judge-b 1.5 fails in judge_commands" in fault
    assert f"the command '{taken}' is there already" in fault
    assert call(load_register([first]), ["greet"], capsys).out == "hello from a\n"


def test_a_broken_plugin_leaves_help_and_everybody_else_s_tasks(
    workshop: Workshop, submission: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    points = [workshop.plugin("odd", "raise SystemExit"), workshop.plugin("good", PUZZLE)]
    register = load_register(points)
    assert call(register, ["--help"], capsys).err == ""
    listed = call(register, ["tasks"], capsys)
    assert "words/word" in listed.out
    assert "the plugin odd of judge-odd 1.5 cannot be loaded" in listed.err
    assert listed.status == 2
    graded = call(register, [*submission, "--format", "json"], capsys)
    assert json.loads(graded.out)["submissions"][0]["verdict"] == "AC"
    assert "the plugin odd of judge-odd 1.5 cannot be loaded" in graded.err
    assert graded.status == 2


WATCHER = """\
import threading
EVENTS = []

@hookimpl
def judge_judged(judgement):
    EVENTS.append((judgement, threading.current_thread() is threading.main_thread()))
    return "nobody asks"

@hookimpl
def judge_finished(report):
    EVENTS.append(report)

@hookimpl
def judge_reporters():
    def told(report):
        EVENTS.append("printed")
        yield "printed\\n"
    return [("watched", told)]
"""


def test_judge_judged_is_called_for_each_judgement_in_the_coordinating_thread(
    workshop: Workshop, submission: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    register = load_register([workshop.plugin("watcher", PUZZLE + WATCHER)])
    called = call(register, [*submission, "-j", "2", "--format", "json"], capsys)
    told = [event for event in events(register, "watcher") if isinstance(event, tuple)]
    assert all(in_main_thread for _, in_main_thread in told)
    assert all(isinstance(judgement, Judgement) for judgement, _ in told)
    assert sorted(judgement.case for judgement, _ in told) == ["one", "two"]
    [result] = json.loads(called.out)["submissions"]
    assert result["verdict"] == "AC"


def test_judge_judged_that_raises_is_told_once_and_changes_no_verdict(
    workshop: Workshop, submission: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = PUZZLE + "@hookimpl\ndef judge_judged(judgement): 1/0\n"
    register = load_register([workshop.plugin("odd", code)])
    called = call(register, [*submission, "--format", "json"], capsys)
    assert called.err.count("the plugin odd of judge-odd 1.5 fails in judge_judged") == 1
    [result] = json.loads(called.out)["submissions"]
    assert result["verdict"] == "AC"
    assert called.status == 2


def test_judge_finished_is_called_with_the_whole_report_before_it_is_printed(
    workshop: Workshop, submission: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    register = load_register([workshop.plugin("watcher", PUZZLE + WATCHER)])
    called = call(register, [*submission, "--format", "watched"], capsys)
    *judged, report, printed = events(register, "watcher")
    assert len(judged) == 2
    assert isinstance(report, Report)
    assert [result.accepted for result in report.results] == [2]
    assert printed == "printed"
    assert called.out == "printed\n"
