"""Loading plugins: what each kind of broken one costs, and that it costs nobody else anything."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path

import pytest
from plugins_for_tests import GOOD, ImaginedDistribution, Workshop, entry_point, workshop

from judge.errors import PluginError
from judge.manager import GROUP, Observers, Register, load_register

__all__ = ["workshop"]

PUZZLE = """\
@hookimpl
def judge_puzzles() -> Iterable[Puzzle]:
    return [{}]
"""


def beside_a_good_plugin(workshop: Workshop, *points: metadata.EntryPoint) -> list[str]:
    """Load plugins beside a good one, which must not suffer; return the faults."""
    register = load_register([*points, workshop.plugin("good", GOOD)])
    assert "good" in register.puzzles
    assert register.owners["good"].distribution == "judge-good"
    assert set(register.sources) >= {"good"}
    assert all(isinstance(fault, PluginError) for fault in register.faults)
    return list(map(str, register.faults))


def only_fault(workshop: Workshop, code: str) -> str:
    """Return the one fault of a plugin ``odd``, which must name it and its distribution."""
    [fault] = beside_a_good_plugin(workshop, workshop.plugin("odd", code))
    assert "plugin odd of judge-odd 1.5" in fault
    assert "\n" not in fault
    return fault


def puzzle_fault(workshop: Workshop, puzzle: str, before: str = "") -> str:
    """Return the one fault of a plugin that brings ``puzzle``, which must not be there."""
    register = load_register([workshop.plugin("odd", before + PUZZLE.format(puzzle))])
    assert not register.puzzles
    [fault] = register.faults
    assert "plugin odd of judge-odd 1.5" in str(fault)
    return str(fault)


def test_a_plugin_brings_its_puzzles_under_their_own_names(workshop: Workshop) -> None:
    register = load_register([workshop.plugin("any", PUZZLE.format("words('one'), words('two')"))])
    assert list(register.puzzles) == ["one", "two"]
    assert str(register.owners["two"]) == "plugin any of judge-any 1.5"
    assert register.faults == []


def test_puzzles_are_in_the_order_of_their_names_whatever_the_order_of_plugins(
    workshop: Workshop,
) -> None:
    points = [workshop.plugin(name, PUZZLE.format(f"words('{name}')")) for name in "bca"]
    for order in (points, points[::-1]):
        register = load_register(order)
        assert list(register.puzzles) == list(register.sources) == ["a", "b", "c"]


def test_the_built_in_puzzles_come_by_entry_points_and_are_sound() -> None:
    register = load_register()
    ours = {
        name for name, source in register.sources.items() if source.distribution == "golf-judge"
    }
    assert ours == {"box", "loop", "maze", "nim"}
    assert ours <= set(register.puzzles)
    assert not [fault for fault in register.faults if "golf-judge" in str(fault)]


def test_two_plugins_of_one_name_are_both_named_and_neither_is_used(workshop: Workshop) -> None:
    ours = workshop.plugin("loop", PUZZLE.format("words('loop')"), "golf-judge")
    theirs = workshop.plugin("loop", PUZZLE.format("words('loop')"), "stranger")
    for points in ([ours, theirs], [theirs, ours]):
        register = load_register([*points, workshop.plugin("good", GOOD)])
        assert list(register.puzzles) == list(register.sources) == ["good"]
        [fault] = map(str, register.faults)
        assert "two plugins bear the name loop" in fault
        assert f"golf-judge ({ours.value})" in fault
        assert f"stranger ({theirs.value})" in fault
        assert "neither is used" in fault


def test_a_distribution_seen_twice_is_one_plugin(workshop: Workshop) -> None:
    module = workshop.module(GOOD)
    again = [
        entry_point("good", module, name)
        for name in ("my-words", "my-words", "My_Words", "my.words")
    ]
    register = load_register(again)
    assert list(register.puzzles) == ["good"]
    assert register.faults == []


def install(folder: Path, name: str, module: str, files: str = "METADATA") -> None:
    info = folder / f"{name.replace('-', '_')}-1.5.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(f"[judge]\n{name} = {module}\n")
    (info / files).write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")


def test_a_distribution_on_two_folders_of_the_path_is_one_plugin(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = workshop.module(GOOD)
    for folder in ("first", "second"):
        install(tmp_path / folder, "good-words", module)
        monkeypatch.syspath_prepend(tmp_path / folder)
    register = load_register()
    assert "good" in register.puzzles
    assert "good-words" in register.sources
    assert not [fault for fault in register.faults if "good-words" in str(fault)]


def test_an_unreadable_list_of_entry_points_costs_only_its_distribution(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "sound", "good-words", workshop.module(GOOD))
    install(tmp_path / "broken", "broken-words", "nothing")
    (tmp_path / "broken/broken_words-1.5.dist-info/entry_points.txt").write_text(
        "[judge]\nno value\n"
    )
    for folder in ("sound", "broken"):
        monkeypatch.syspath_prepend(tmp_path / folder)
    register = load_register()
    assert "good" in register.puzzles
    [fault] = [str(fault) for fault in register.faults if "broken-words" in str(fault)]
    assert "the entry points of broken-words 1.5 cannot be read" in fault


def test_a_distribution_without_metadata_still_has_its_plugin(workshop: Workshop) -> None:
    files = {"METADATA": "", "entry_points.txt": f"[judge]\ngood = {workshop.module(GOOD)}\n"}
    distribution = ImaginedDistribution("gone", files)
    register = load_register(distribution.entry_points.select(group=GROUP))
    assert "good" in register.puzzles
    assert "distribution" in register.owners["good"].distribution


def test_an_entry_point_without_a_distribution_still_loads(workshop: Workshop) -> None:
    point = metadata.EntryPoint(name="good", value=workshop.module(GOOD), group=GROUP)
    register = load_register([point])
    assert str(register.owners["good"]) == "plugin good of an unknown distribution"


def test_two_puzzles_of_one_name_from_different_plugins_are_both_left_out(
    workshop: Workshop,
) -> None:
    points = [workshop.plugin(name, PUZZLE.format("words('same')")) for name in ("one", "two")]
    [fault] = beside_a_good_plugin(workshop, *points)
    assert "two puzzles bear the name same" in fault
    assert "plugin one of judge-one 1.5 and the plugin two of judge-two 1.5" in fault
    assert "same" not in load_register(points).puzzles


def test_two_tasks_that_one_file_name_would_mean_are_both_left_out(workshop: Workshop) -> None:
    before = "class Short(WordTask): name='c'\nclass Long(WordTask): name='b-c'\n"
    points = [
        workshop.plugin("one", before + PUZZLE.format("words('a-b', Short()), words('other')")),
        workshop.plugin("two", before + PUZZLE.format("words('a', Long())")),
    ]
    [fault] = beside_a_good_plugin(workshop, *points)
    assert "two tasks are named in files as a-b-c" in fault
    assert "plugin one of judge-one 1.5 and the plugin two of judge-two 1.5" in fault
    assert list(load_register(points).puzzles) == ["other"]


def test_a_module_that_is_not_there_is_told_by_its_name(workshop: Workshop) -> None:
    [fault] = beside_a_good_plugin(workshop, entry_point("odd", "no_such_module_here", "judge-odd"))
    assert fault == (
        "the plugin odd of judge-odd 1.5 cannot be loaded: ModuleNotFoundError: "
        "No module named 'no_such_module_here'; fix it or uninstall judge-odd"
    )


def test_an_attribute_that_is_not_there_is_told_by_its_name(workshop: Workshop) -> None:
    point = entry_point("odd", f"{workshop.module(GOOD)}:plugin", "judge-odd")
    [fault] = beside_a_good_plugin(workshop, point)
    assert "cannot be loaded: AttributeError:" in fault
    assert "has no attribute 'plugin'" in fault


def test_an_entry_point_that_names_none_is_no_plugin(workshop: Workshop) -> None:
    point = entry_point("odd", f"{workshop.module('nothing = None')}:nothing", "judge-odd")
    [fault] = beside_a_good_plugin(workshop, point)
    assert "names None, not a module" in fault


def test_an_import_error_tells_the_plugin_s_own_line(workshop: Workshop) -> None:
    fault = only_fault(workshop, "x = 1\nimport no_such_library\n")
    assert "ModuleNotFoundError: No module named 'no_such_library'" in fault
    path = workshop.folder / f"{workshop.modules[0]}.py"
    assert f"({path}:10)" in fault


def test_a_syntax_error_tells_file_and_line(workshop: Workshop) -> None:
    fault = only_fault(workshop, "x = 1\ndef = 2\n")
    assert "cannot be loaded: SyntaxError: invalid syntax" in fault
    assert f"({workshop.modules[0]}.py, line 10)" in fault
    assert "importlib" not in fault


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import sys; sys.exit()", "SystemExit:"),
        ("import pytest; pytest.skip('not here', allow_module_level=True)", "Skipped:"),
        ("def f(): return f()\nf()", "RecursionError:"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("raise GeneratorExit", "GeneratorExit:"),
    ],
)
def test_whatever_importing_a_plugin_raises_costs_only_that_plugin(
    workshop: Workshop, code: str, told: str
) -> None:
    fault = only_fault(workshop, code)
    assert f"cannot be loaded: {told}" in fault
    assert "fix it or uninstall judge-odd" in fault


def test_ctrl_c_while_plugins_are_loaded_is_not_swallowed(workshop: Workshop) -> None:
    point = workshop.plugin("odd", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_register([point])


def test_a_hook_with_a_wrong_argument_is_told(workshop: Workshop) -> None:
    fault = only_fault(workshop, "@hookimpl\ndef judge_judged(judgment): ...\n")
    assert "does not fit the judge's hooks" in fault
    assert "judge_judged" in fault
    assert "judgment" in fault
    assert "fix it or uninstall judge-odd" in fault


def test_a_misspelt_hook_is_told_with_the_hook_that_was_meant(workshop: Workshop) -> None:
    fault = only_fault(workshop, "@hookimpl\ndef judge_puzzels(): return []\n")
    assert "there is no hook judge_puzzels (did you mean judge_puzzles?)" in fault


def test_a_misspelt_hook_beside_a_right_one_takes_the_whole_plugin_out(workshop: Workshop) -> None:
    code = PUZZLE.format("words('half')") + "@hookimpl\ndef judge_finish(report): ...\n"
    register = load_register([workshop.plugin("odd", code)])
    assert not register.puzzles
    assert not register.sources
    assert "did you mean judge_finished?" in str(register.faults[0])
    assert register.manager.list_name_plugin() == []


def test_an_optional_hook_of_another_version_is_left_alone(workshop: Workshop) -> None:
    code = GOOD + "@hookimpl(optionalhook=True)\ndef judge_of_tomorrow(): ...\n"
    register = load_register([workshop.plugin("good", code)])
    assert list(register.puzzles) == ["good"]
    assert register.faults == []


def test_a_plugin_without_a_hook_is_told_how_to_mark_one(workshop: Workshop) -> None:
    fault = only_fault(workshop, "def judge_puzzles(): return []\n")
    assert "it implements no hook" in fault
    assert "judge.hookspecs.hookimpl" in fault


def test_a_wrapper_is_refused_since_there_is_nothing_to_wrap(workshop: Workshop) -> None:
    code = "@hookimpl(wrapper=True)\ndef judge_puzzles():\n    return (yield)\n"
    assert "judge_puzzles is a wrapper" in only_fault(workshop, code)


def test_one_module_under_two_names_is_told(workshop: Workshop) -> None:
    module = workshop.module(PUZZLE.format("words('twice')"))
    register = load_register([entry_point(name, module, "judge-odd") for name in ("odd", "even")])
    assert list(register.puzzles) == ["twice"]
    [fault] = map(str, register.faults)
    assert "plugin odd of judge-odd 1.5" in fault
    assert "already registered" in fault


def test_a_hook_may_bear_another_name_than_its_function(workshop: Workshop) -> None:
    code = "@hookimpl(specname='judge_puzzles')\ndef mine(): return [words('mine')]\n"
    register = load_register(
        [workshop.plugin("mine", code), workshop.plugin("zoo", PUZZLE.format("words('zoo')"))]
    )
    assert {name: owner.name for name, owner in register.owners.items()} == {
        "mine": "mine",
        "zoo": "zoo",
    }
    assert register.faults == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(1)", "SystemExit: 1"),
        ("yield words('one')\n    1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_hook_that_raises_costs_only_its_plugin(workshop: Workshop, body: str, told: str) -> None:
    fault = only_fault(workshop, f"@hookimpl\ndef judge_puzzles():\n    {body}\n")
    assert f"fails in judge_puzzles: {told}" in fault
    assert f"({workshop.folder / workshop.modules[0]}.py:" in fault
    assert "fix it or uninstall judge-odd" in fault


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("None", "it returned None, not a list"),
        ("words('one')", "it returned a Puzzle, not a list"),
        ("'box'", "it returned a str, not a list"),
        ("b'box'", "it returned a bytes, not a list"),
        ("7", "it returned a int, not a list"),
        ("[None]", "returns a NoneType from judge_puzzles, not a Puzzle"),
        ("['box']", "returns a str from judge_puzzles, not a Puzzle"),
        ("[WordTask()]", "returns a WordTask from judge_puzzles, not a Puzzle"),
        ("{'box': words('box')}", "returns a str from judge_puzzles, not a Puzzle"),
        ("[Puzzle]", "returns a type from judge_puzzles, not a Puzzle"),
    ],
)
def test_a_hook_that_returns_something_else_is_told(
    workshop: Workshop, answer: str, told: str
) -> None:
    fault = only_fault(workshop, f"@hookimpl\ndef judge_puzzles():\n    return {answer}\n")
    assert told in fault
    assert "fix it or uninstall judge-odd" in fault


def test_a_wrong_item_costs_only_itself(workshop: Workshop) -> None:
    point = workshop.plugin("odd", PUZZLE.format("words('one'), 'two', words('three')"))
    register = load_register([point])
    assert list(register.puzzles) == ["one", "three"]
    assert len(register.faults) == 1


@pytest.mark.parametrize("name", ["'Box'", "''", "'a b'", "'a/b'", "'-a'", "'a-'", "'é'", "None"])
def test_a_puzzle_s_name_is_a_slug(workshop: Workshop, name: str) -> None:
    assert "its name is not a slug" in puzzle_fault(workshop, f"words({name})")


@pytest.mark.parametrize("name", ["sliding-tiles", "n_queens", "2048", "a-1-b"])
def test_slugs_have_small_letters_digits_and_marks_between(workshop: Workshop, name: str) -> None:
    register = load_register([workshop.plugin("plugin", PUZZLE.format(f"words({name!r})"))])
    assert list(register.puzzles) == [name]


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("name = 'Word'", "the task name 'Word' is not a slug"),
        ("name = 'a/b'", "the task name 'a/b' is not a slug"),
        ("fields = ('word',)", "its fields: a str is not a Field"),
        ("measure = 'bytes'", "its measure: a str is not a Measure"),
        ("claims = ('ascii',)", "its claims: a str is not a Claim"),
        ("drivers = ('python',)", "its drivers: a str is not a Driver"),
        ("fields = WordTask.fields * 2", "two fields are named word"),
        (
            "options = (Field(name='n', kind=Kind.INTEGER, about='', role=Role.OPTION),) * 2",
            "two options are named n",
        ),
        (
            "drivers = (Driver(language='c', main=PackagePath(package='p', path='d')),) * 2",
            "two drivers are named c",
        ),
        (
            "fields = (Field(name='stdin', kind=Kind.LINE, about=''),)",
            "a field cannot be named stdin",
        ),
        (
            "options = (Field(name='count', kind=Kind.INTEGER, about='', role=Role.OPTION),)",
            "an option cannot be named count",
        ),
        (
            "fields = (Field(name='n', kind=Kind.INTEGER, about='', role=Role.OPTION),)",
            "the field n has the role OPTION",
        ),
        (
            "options = (Field(name='n', kind=Kind.INTEGER, about=''),)",
            "the option n has the role INPUT, not OPTION",
        ),
        (
            "fields = (Field(name='first', kind=Kind.CHOICE, about=''),)",
            "first is a CHOICE without choices",
        ),
    ],
)
def test_a_faulty_task_is_told_and_its_puzzle_left_out(
    workshop: Workshop, task: str, told: str
) -> None:
    before = f"class Odd(WordTask):\n    {task}\n"
    fault = puzzle_fault(workshop, "words('odd', Odd())", before)
    assert "puzzle odd: task " in fault or "puzzle odd: the task name" in fault
    assert told in fault


@pytest.mark.parametrize(
    ("multiplier", "is_exact"),
    [
        ("0.65", False),
        ("Fraction(0.29)", False),
        ("'0.65'", False),
        ("Fraction(0)", False),
        ("Fraction(-1, 2)", False),
        ("1", False),
        ("Fraction('0.65')", True),
        ("Fraction(0.5)", True),
        ("Fraction(1, 3)", True),
        ("Fraction('0.123456789')", True),
    ],
)
def test_a_multiplier_is_an_exact_fraction(
    workshop: Workshop, multiplier: str, is_exact: bool
) -> None:
    code = f"""
    class Odd(WordTask):
        claims = (Claim(name='ascii', multiplier={multiplier}, about=''),)

    @hookimpl
    def judge_puzzles(): return [words('odd', Odd())]
    """
    register = load_register([workshop.plugin("odd", code)])
    assert ("odd" in register.puzzles) is is_exact
    if not is_exact:
        [fault] = map(str, register.faults)
        assert "task word: the multiplier of claim ascii is not an exact Fraction" in fault
        assert 'write Fraction("0.65")' in fault


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("['ascii', 'ascii']", "two claims are named ascii"),
        ("['a.b']", "the claim name 'a.b' is not a slug"),
        ("['class']", "a claim cannot be named class: in file names that is a form"),
        ("['program']", "a claim cannot be named program: in file names that is a form"),
    ],
)
def test_claims_can_be_told_apart_in_file_names(workshop: Workshop, names: str, told: str) -> None:
    before = (
        "class Odd(WordTask):\n    claims = tuple("
        f"Claim(name=name, multiplier=Fraction(1), about='') for name in {names})\n"
    )
    assert told in puzzle_fault(workshop, "words('odd', Odd())", before)


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        ("words('odd', WordTask(), WordTask())", "two tasks bear the name word"),
        ("replace(words('odd'), tasks=())", "it has no task"),
        (
            "words('odd', WordTask)",
            "WordTask among its tasks is not a Task object (write WordTask())",
        ),
        ("words('odd', 'word')", "str among its tasks is not a Task object"),
        ("replace(words('odd'), cases='cases/odd')", "its cases: a str is not a PackagePath"),
        (
            "replace(words('odd'), references=None)",
            "its references: a NoneType is not a PackagePath",
        ),
        ("replace(words('odd'), tasks=None)", "TypeError: 'NoneType' object is not iterable"),
    ],
)
def test_a_faulty_puzzle_is_told_and_left_out(workshop: Workshop, puzzle: str, told: str) -> None:
    fault = puzzle_fault(workshop, puzzle)
    assert "puzzle odd: " in fault
    assert told in fault


def test_a_task_that_lacks_what_every_task_has_is_told(workshop: Workshop) -> None:
    code = """
    class Bare(Task):
        def read(self, values): ...
        def stdin(self, problem): ...
        def check(self, problem, output, claim): ...
        def generate(self, random, options): ...

    @hookimpl
    def judge_puzzles(): return [words('odd', Bare()), words('even')]
    """
    register = load_register([workshop.plugin("odd", code)])
    assert list(register.puzzles) == ["even"]
    assert "AttributeError: 'Bare' object has no attribute 'name'" in str(register.faults[0])


def test_every_fault_of_a_puzzle_is_told_at_once(workshop: Workshop) -> None:
    code = PUZZLE.format("replace(words('Odd', Odd()), cases=None)")
    before = "class Odd(WordTask):\n    name = 'X'\n    fields = WordTask.fields * 2\n"
    register = load_register([workshop.plugin("odd", before + code)])
    assert len(register.faults) == 4


def observed(workshop: Workshop, **code: str) -> tuple[Observers, list[str]]:
    points = [workshop.plugin(name, text) for name, text in code.items()]
    register = load_register(points)
    assert register.faults == []
    complaints: list[str] = []
    return Observers(register, complaints.append), complaints


WATCHER = "SEEN = []\n@hookimpl\ndef judge_judged(judgement): {}SEEN.append(judgement)\n"


def seen(observers: Observers, name: str) -> list[object]:
    plugin = observers.register.manager.get_plugin(name)
    return list(vars(plugin)["SEEN"])


@pytest.mark.parametrize("fault", ["1/0;", "raise SystemExit(2);", "raise GeneratorExit;"])
def test_an_observer_that_raises_is_told_of_once_and_others_go_on(
    workshop: Workshop, fault: str
) -> None:
    observers, complaints = observed(
        workshop, a=WATCHER.format(""), b=WATCHER.format(fault), c=WATCHER.format("")
    )
    for number in range(3):
        observers.tell("judge_judged", judgement=number)
    assert seen(observers, "a") == seen(observers, "c") == [0, 1, 2]
    [complaint] = complaints
    assert "the plugin b of judge-b 1.5 fails in judge_judged" in complaint
    assert f"({workshop.folder / workshop.modules[1]}.py:11)" in complaint


def test_ctrl_c_in_an_observer_is_not_swallowed(workshop: Workshop) -> None:
    observers, _ = observed(workshop, a=WATCHER.format("raise KeyboardInterrupt;"))
    with pytest.raises(KeyboardInterrupt):
        observers.tell("judge_judged", judgement=0)


def test_an_observer_may_take_fewer_arguments_than_the_hook_has(workshop: Workshop) -> None:
    code = "SEEN = []\n@hookimpl\ndef judge_judged(): SEEN.append(1)\n"
    observers, complaints = observed(workshop, a=code)
    observers.tell("judge_judged", judgement=0)
    assert seen(observers, "a") == [1]
    assert complaints == []


def test_a_register_without_plugins_is_empty_and_sound() -> None:
    register = load_register([])
    assert isinstance(register, Register)
    assert not any((register.puzzles, register.languages, register.reporters, register.faults))


def test_a_plugin_is_imported_once(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMES_IMPORTED", "")
    code = "import os\nos.environ['TIMES_IMPORTED'] += 'x'\n"
    load_register([workshop.plugin("good", code + GOOD)])
    assert os.environ["TIMES_IMPORTED"] == "x"
