"""Which files are submissions, of which task, whose, in what language and form, with what claim."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from plugins_for_tests import WordTask, words

from judge.errors import SubmissionError, UsageError
from judge.models import Form, Submission, TaskId, Verdict
from judge.puzzle import Claim, Driver, PackagePath
from judge.sandbox.languages import LanguageTable
from judge.sidecars import LARGEST_FILE_BYTES, SIDECAR_KEYS
from judge.submissions import Found, Overrides, find_submissions, task_id

DRIVER = PackagePath(package="judge", path="drivers/nowhere")


class Simulate(WordTask):
    """A task with claims and without classes."""

    name = "simulate"
    claims = (
        Claim(name="ascii", multiplier=Fraction("0.65"), about="draws"),
        Claim(name="color", multiplier=Fraction("0.5"), about="draws in colours"),
    )


class Session(WordTask):
    """A task with classes in Python and JavaScript, and a claim."""

    name = "session"
    claims = (Claim(name="short", multiplier=Fraction("0.9"), about="is short"),)
    drivers = (
        Driver(language="python", main=DRIVER),
        Driver(language="javascript", main=DRIVER),
    )


PUZZLES = {
    "box": words("box", Simulate(), WordTask()),
    "loop": words("loop", Session()),
}
LANGUAGES = LanguageTable.with_extra(())
SIMULATE = TaskId(puzzle="box", task="simulate")


class Tree:
    """Files below a temporary folder, and what is found there."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __call__(self, path: str, content: str | bytes = "print(1)\n") -> Path:
        """Write a file and return its path."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def found(self, *paths: Path, **overrides: object) -> Found:
        return find_submissions(
            paths or (self.root,),
            PUZZLES,
            LANGUAGES,
            Overrides(**overrides),  # type: ignore[arg-type]  # the tests name its fields
        )

    def of_a_class(self, *paths: str) -> list[str]:
        """Return the names of the submissions at paths below the folder, as a class's are told."""
        roots = [self.root / path for path in paths]
        found = find_submissions(roots, PUZZLES, LANGUAGES, siblings_are_contestants=True)
        assert found.faults == []
        assert all(
            each.name.startswith(f"{each.contestant}/") or not each.contestant
            for each in found.submissions
        )
        return [each.name for each in found.submissions]

    def submissions(self, *paths: Path, **overrides: object) -> list[Submission]:
        """Return the submissions, where nothing is wrong."""
        found = self.found(*paths, **overrides)
        assert found.faults == []
        return found.submissions

    def only(self, *paths: Path, **overrides: object) -> Submission:
        [submission] = self.submissions(*paths, **overrides)
        return submission

    def fault(self, *paths: Path, **overrides: object) -> str:
        """Return the one fault, where it leaves no submission."""
        found = self.found(*paths, **overrides)
        assert found.submissions == []
        [fault] = found.faults
        assert isinstance(fault, SubmissionError)
        return str(fault)

    def skipped(self, *paths: Path, **overrides: object) -> dict[str, str]:
        """Return the reasons for the files that are no submission, where there are no others."""
        found = self.found(*paths, **overrides)
        assert found.submissions == []
        assert found.faults == []
        return {
            str(skipped.path.relative_to(self.root)): skipped.reason for skipped in found.skipped
        }


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "in")


def names(submissions: list[Submission]) -> list[str]:
    return [submission.name for submission in submissions]


# Paths, contestants and names


def test_a_path_is_a_file(tree: Tree) -> None:
    path = tree("box-simulate.py", "1\n")
    assert tree.only(path) == Submission(
        name="box-simulate",
        contestant="",
        path=path,
        task=SIMULATE,
        language="python",
        form=Form.PROGRAM,
        claim=None,
        files={"box-simulate.py": b"1\n"},
    )


def test_a_folder_is_walked_and_its_first_folder_is_the_contestant(tree: Tree) -> None:
    for path in (
        "box-simulate.py",
        "team-1/box-simulate.py",
        "team-1/old/box-simulate.js",
        "team-2/a/b/c/box-word.py",
    ):
        tree(path)
    assert [(each.contestant, each.name, str(each.task)) for each in tree.submissions()] == [
        ("", "box-simulate", "box/simulate"),
        ("team-1", "team-1/box-simulate", "box/simulate"),
        ("team-1", "team-1/box-simulate", "box/simulate"),
        ("team-2", "team-2/box-word", "box/word"),
    ]


def test_the_contestant_is_below_the_path_that_was_given(tree: Tree) -> None:
    path = tree("team-1/old/box-simulate.py")
    assert tree.only(path).contestant == ""
    assert tree.only(path.parent).contestant == ""
    assert tree.only(path.parent.parent).contestant == "old"


def test_the_path_is_kept_as_it_was_found(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree("team-1/box-simulate.py")
    monkeypatch.chdir(tree.root)
    assert tree.only(Path()).path == Path("team-1/box-simulate.py")
    assert tree.only(Path()).contestant == "team-1"
    assert tree.only(Path("team-1")).path == Path("team-1/box-simulate.py")
    assert tree.only(Path("team-1/../team-1")).path == Path("team-1/../team-1/box-simulate.py")
    assert tree.only(Path("team-1/..")).contestant == "team-1"


def test_submissions_are_in_the_order_of_their_paths(tree: Tree) -> None:
    for path in (
        "b/box-word.py",
        "b.d/box-word.py",
        "box-word.py",
        "a/z/box-word.py",
        "a/box-word.js",
    ):
        tree(path)
    assert [str(each.path.relative_to(tree.root)) for each in tree.submissions()] == [
        "a/box-word.js",
        "a/z/box-word.py",
        "b/box-word.py",
        "b.d/box-word.py",
        "box-word.py",
    ]


def test_paths_are_taken_in_the_order_given(tree: Tree) -> None:
    first, second = tree("b/box-word.py"), tree("a/box-word.py")
    assert [each.path for each in tree.submissions(first, second)] == [first, second]


def test_what_is_given_twice_is_graded_once(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tree("team-1/box-word.py")
    monkeypatch.chdir(tree.root)
    ways = [path, Path("team-1/box-word.py"), Path(), tree.root, Path("./team-1/../team-1")]
    assert len(tree.submissions(*ways)) == 1


def test_what_is_skipped_twice_is_told_once(tree: Tree) -> None:
    tree("notes.txt")
    tree("gone.py.yaml")
    (tree.root / "circle").symlink_to(tree.root)
    assert len(tree.found(tree.root, tree.root).skipped) == 3


def test_folders_beside_each_other_are_contestants(tree: Tree) -> None:
    tree("class/amber/box-simulate.py")
    tree("class/amber/old/box-simulate.py")
    tree("class/birch/box-simulate.js")
    tree("class/notes.txt")
    assert tree.of_a_class("class/amber", "class/birch", "class/notes.txt") == [
        "amber/box-simulate",
        "amber/box-simulate",
        "birch/box-simulate",
    ]
    assert tree.of_a_class("class/amber", "class/amber/../birch/") == [
        "amber/box-simulate",
        "amber/box-simulate",
        "birch/box-simulate",
    ]


def test_files_in_folders_beside_each_other_are_their_contestants(tree: Tree) -> None:
    tree("class/amber/box-simulate.py")
    tree("class/birch/box-simulate.py")
    tree("class/box-simulate.py")
    paths = ("class/amber/box-simulate.py", "class/birch/box-simulate.py")
    assert tree.of_a_class(*paths) == ["amber/box-simulate", "birch/box-simulate"]
    assert tree.of_a_class(*paths, "class/box-simulate.py") == [
        "amber/box-simulate",
        "birch/box-simulate",
        "box-simulate",
    ]


def test_folders_of_classes_are_no_contestants(tree: Tree) -> None:
    tree("monday/amber/box-simulate.py")
    tree("friday/birch/box-simulate.py")
    assert tree.of_a_class("monday", "friday") == ["amber/box-simulate", "birch/box-simulate"]


def test_a_single_folder_and_folders_apart_are_no_contestants(tree: Tree) -> None:
    tree("class/amber/box-simulate.py")
    tree("other/place/box-simulate.py")
    tree("class/amber/box-simulate.js")
    assert tree.of_a_class("class/amber") == ["box-simulate", "box-simulate"]
    assert tree.of_a_class("class/amber", "other/place") == ["box-simulate"] * 3
    files = ("class/amber/box-simulate.py", "class/amber/box-simulate.js")
    assert tree.of_a_class(*files) == ["box-simulate", "box-simulate"]


def test_a_task_of_the_call_can_spare_programs_in_folders_that_say_another_one(tree: Tree) -> None:
    tree("class/box-simulate.ascii.py")
    tree("class/player.py")
    tree("class/other.py")
    tree("class/other.py.yaml", "task: box/word")
    word = TaskId(puzzle="loop", task="session")
    spared = tree.submissions(tree.root / "class", task=word, spares_others=True)
    assert [(each.path.name, str(each.task)) for each in spared] == [
        ("box-simulate.ascii.py", "box/simulate"),
        ("other.py", "box/word"),
        ("player.py", "loop/session"),
    ]
    named = tree.only(tree.root / "class/other.py", task=word, spares_others=True)
    assert named.task == word
    assert {each.task for each in tree.found(task=word).submissions} == {word}


def test_two_contestants_links_to_one_file_are_two_submissions(tree: Tree) -> None:
    real = tree("shared/box-word.py")
    for team in ("team-1", "team-2"):
        link = tree.root / team / "box-word.py"
        link.parent.mkdir()
        link.symlink_to(real)
    assert names(tree.submissions()) == ["shared/box-word", "team-1/box-word", "team-2/box-word"]


@pytest.mark.parametrize("path", ["nowhere", "nowhere/box-word.py", "box-word.py/x", "x" * 5000])
def test_a_path_that_is_not_there_is_a_usage_error(tree: Tree, path: str) -> None:
    tree("box-word.py")
    with pytest.raises(UsageError, match=r"there is no file or folder|cannot be read"):
        tree.found(tree.root / path)


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    found = find_submissions([tmp_path], PUZZLES, LANGUAGES)
    assert (found.submissions, found.skipped, found.faults) == ([], [], [])


@pytest.mark.parametrize(
    "path",
    [
        ".git/box-word.py",
        ".box-word.py",
        "team/.hidden/box-word.py",
        "__pycache__/box-word.py",
        "team/.box-word.py.yaml",
    ],
)
def test_hidden_files_and_folders_are_passed_over(tree: Tree, path: str) -> None:
    tree(path)
    assert tree.skipped() == {}
    assert tree.skipped(task=SIMULATE) == {}


def test_a_link_that_leads_out_of_the_folder_is_skipped(tree: Tree, tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("secret")
    tree("team-1/box-word.js")
    (tree.root / "team-1/box-word.py").symlink_to(secret)
    found = tree.found()
    assert [each.path.name for each in found.submissions] == ["box-word.js"]
    [skipped] = found.skipped
    assert skipped.path.name == "box-word.py"
    assert "leads out" in skipped.reason


def test_a_linked_folder_is_not_followed(tree: Tree) -> None:
    tree("team-1/box-word.py")
    (tree.root / "latest").symlink_to(tree.root / "team-1")
    (tree.root / "team-1/circle").symlink_to(tree.root)
    found = tree.found()
    assert names(found.submissions) == ["team-1/box-word"]
    assert {skipped.path.name for skipped in found.skipped} == {"latest", "circle"}


def test_a_link_given_by_hand_is_followed(tree: Tree, tmp_path: Path) -> None:
    link = tmp_path / "box-simulate.py"
    link.symlink_to(tree("box-word.py", "linked"))
    submission = tree.only(link)
    assert submission.task == SIMULATE
    assert submission.files == {"box-simulate.py": b"linked"}
    folder = tmp_path / "folder"
    folder.symlink_to(tree.root)
    assert tree.only(folder).path == folder / "box-word.py"


def test_links_in_a_circle_are_a_fault_of_that_file_alone(tree: Tree) -> None:
    tree("box-word.py")
    circle = tree.root / "box-simulate.py"
    circle.symlink_to(circle)
    found = tree.found()
    assert names(found.submissions) == ["box-word"]
    assert "box-simulate.py cannot be read: Too many levels of symbolic links" in str(
        found.faults[0]
    )
    with pytest.raises(UsageError, match="Too many levels"):
        tree.found(circle)


def test_an_unreadable_file_is_a_fault_and_the_others_are_there(tree: Tree) -> None:
    tree("box-word.py")
    (tree.root / "box-simulate.py").symlink_to("gone.py")
    os.mkfifo(tree.root / "loop-session.py")
    found = tree.found()
    assert names(found.submissions) == ["box-word"]
    dangling, fifo = map(str, found.faults)
    assert "box-simulate.py cannot be read: No such file" in dangling
    assert "loop-session.py is not a regular file" in fifo


def test_a_folder_that_cannot_be_looked_into_is_a_fault(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree("box-word.py")
    closed = tree("closed/box-word.py").parent
    scandir = os.scandir

    def refusing(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    # Root may look into every folder, so the refusal is played.
    monkeypatch.setattr(os, "scandir", refusing)
    found = tree.found()
    assert names(found.submissions) == ["box-word"]
    assert list(map(str, found.faults)) == [f"{closed} cannot be looked into: Permission denied"]


def test_a_file_that_is_far_too_large_is_a_fault(tree: Tree) -> None:
    path = tree("box-word.py", "")
    os.truncate(path, LARGEST_FILE_BYTES)
    assert tree.only().byte_count == LARGEST_FILE_BYTES
    os.truncate(path, LARGEST_FILE_BYTES + 1)
    assert "box-word.py is larger than 16 MiB" in tree.fault()


@pytest.mark.parametrize(
    "name",
    [
        "sp ace é/box-word.py",
        "-x/box-word.py",
        "a\nb/box-word.py",
        "a\\b/box-word.py",
        "ü.y/box-word.py",
    ],
)
def test_odd_names_of_folders_are_names(tree: Tree, name: str) -> None:
    tree(name)
    submission = tree.only()
    assert submission.contestant == name.partition("/")[0]
    assert submission.name == name.removesuffix(".py")


def test_bytes_that_are_no_utf8_may_stand_in_names(tree: Tree) -> None:
    name = os.fsdecode(b"team-\xff")
    tree(f"{name}/box-word.py")
    tree(f"{name}/\udcfe.py")
    assert tree.only().contestant == name
    assert len(tree.submissions(task=SIMULATE)) == 2


@pytest.mark.parametrize("name", ["random.py", "-x.py", "--help.py", "sp ace.py", "é.py", "a.py"])
def test_any_name_will_do_with_a_task(tree: Tree, name: str) -> None:
    path = tree(name)
    assert tree.skipped() == {name: "its name names no task"}
    submission = tree.only(task=SIMULATE)
    assert submission == tree.only(path, task=SIMULATE)
    assert submission.task == SIMULATE
    assert submission.name == name.removesuffix(".py")
    assert list(submission.files) == [name]


# The task


def test_the_stem_names_the_task(tree: Tree) -> None:
    for name in ("box-simulate.py", "box-word.c", "loop-session.js"):
        tree(name)
    assert [str(each.task) for each in tree.submissions()] == [
        "box/simulate",
        "box/word",
        "loop/session",
    ]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("box-simulat.py", " (did you mean box-simulate?)"),
        ("Box-simulate.py", " (did you mean box-simulate?)"),
        ("box_word.py", " (did you mean box-word?)"),
        ("box.py", ""),
        ("simulate.py", " (did you mean box-simulate?)"),
        ("notes.py", ""),
    ],
)
def test_another_stem_is_skipped_with_the_nearest_task(tree: Tree, name: str, hint: str) -> None:
    tree(name)
    assert tree.skipped() == {name: f"its name names no task{hint}"}


def test_a_task_overrides_the_stem_of_every_program_and_leaves_other_files(tree: Tree) -> None:
    for name in ("box-word.py", "other.js", "README.md", "Makefile", "data.json", "notes.yaml"):
        tree(name)
    found = tree.found(task=SIMULATE)
    assert {(each.path.name, each.task) for each in found.submissions} == {
        ("box-word.py", SIMULATE),
        ("other.js", SIMULATE),
    }
    assert {each.path.name: each.reason for each in found.skipped} == {
        "README.md": "no language has the suffix .md (see `judge languages`)",
        "data.json": "no language has the suffix .json (see `judge languages`)",
        "notes.yaml": "no language has the suffix .yaml (see `judge languages`)",
        "Makefile": "it has neither a suffix nor a first line #! that names a language",
    }


def test_a_task_is_looked_up_by_its_whole_name() -> None:
    assert task_id("box/simulate", PUZZLES) == SIMULATE
    for text, hint in (("box/simulat", "did you mean box/simulate?"), ("", "(tasks: box/simulate")):
        with pytest.raises(UsageError) as caught:
            task_id(text, PUZZLES)
        assert f"there is no task {text!r}" in str(caught.value)
        assert hint in str(caught.value)


# The language


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("box-word.py", "python"),
        ("box-word.js", "javascript"),
        ("box-word.c", "c"),
        ("box-word.pl", "perl"),
        ("box-word.sh", "bash"),
    ],
)
def test_the_suffix_names_the_language(tree: Tree, name: str, language: str) -> None:
    tree(name, "#!/usr/bin/env node\n")
    assert tree.only().language == language


@pytest.mark.parametrize(
    ("first_line", "language"),
    [
        ("#!/usr/bin/env python3", "python"),
        ("#!/usr/bin/python3", "python"),
        ("#!/usr/bin/perl", "perl"),
        ("#! /bin/bash", "bash"),
    ],
)
def test_a_first_line_names_the_language_where_the_suffix_does_not(
    tree: Tree, first_line: str, language: str
) -> None:
    tree("box-word", first_line + "\n1\n")
    tree("team/box-simulate.prog", first_line + "\n1\n")
    assert [each.language for each in tree.submissions()] == [language, language]


@pytest.mark.parametrize("name", ["box-word.docx", "box-word", "box-word."])
def test_a_file_in_no_language_is_skipped(tree: Tree, name: str) -> None:
    tree(name, b"\x00\x01#!/usr/bin/perl\n")
    [reason] = tree.skipped().values()
    assert "no language has the suffix" in reason or "neither a suffix" in reason


def test_a_language_overrides_the_suffix_of_every_submission(tree: Tree) -> None:
    tree("box-word.c")
    tree("box-simulate.txt")
    assert [each.language for each in tree.submissions(language="perl")] == ["perl", "perl"]


def test_a_language_makes_no_program_of_a_read_me(tree: Tree) -> None:
    read_me = tree("README.md")
    tree("random.py")
    both = {"task": SIMULATE, "language": "perl"}
    assert names(tree.found(**both).submissions) == ["random"]
    assert tree.only(read_me, **both).language == "perl"


def test_a_task_alone_does_not_stumble_over_files_that_are_no_programs(tree: Tree) -> None:
    tree("random.py")
    os.truncate(tree("data.bin"), LARGEST_FILE_BYTES + 1)
    (tree.root / "dangling").symlink_to("gone")
    os.mkfifo(tree.root / "pipe")
    assert names(tree.submissions(task=SIMULATE)) == ["random"]


# Claims and forms in the name


@pytest.mark.parametrize(
    ("name", "claim", "form"),
    [
        ("box-simulate.ascii.py", "ascii", Form.PROGRAM),
        ("box-simulate.program.py", None, Form.PROGRAM),
        ("box-simulate.program.color.py", "color", Form.PROGRAM),
        ("loop-session.class.js", None, Form.CLASS),
        ("loop-session.class.short.js", "short", Form.CLASS),
        ("loop-session.short.class.py", "short", Form.CLASS),
        ("loop-session.class", None, Form.CLASS),
        ("loop-session.short", "short", Form.PROGRAM),
        ("loop-session.class.short", "short", Form.CLASS),
    ],
)
def test_dotted_words_are_a_claim_and_a_form_in_any_order(
    tree: Tree, name: str, claim: str | None, form: Form
) -> None:
    tree(name, "#!/usr/bin/env python3\n")
    submission = tree.only()
    assert (submission.claim, submission.form) == (claim, form)
    assert submission.name == name.partition(".")[0]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("box-simulate.gif.py", "'gif'"),
        ("box-simulate.short.py", "'short'"),
        ("box-simulate.ascii.v2.py", "'v2'"),
        ("box-simulate..py", "''"),
        ("box-simulate.Ascii.py", "'Ascii'"),
        ("box-simulate.min.js", "'min'"),
        ("loop-session.ascii.class.py", "'ascii'"),
    ],
)
def test_another_word_is_a_fault_also_with_a_task(tree: Tree, name: str, word: str) -> None:
    tree(name)
    fault = tree.fault()
    assert f"{name}: {word} in its name is neither a form (program, class) nor a claim" in fault
    assert "rename the file" in fault
    task = TaskId(puzzle="loop", task="session") if name[0] == "l" else SIMULATE
    assert tree.fault(task=task) == fault


def test_a_fault_names_the_claims_that_there_are(tree: Tree) -> None:
    tree("box-simulate.gif.py")
    assert "nor a claim of the task (ascii, color)" in tree.fault()
    tree.root.joinpath("box-simulate.gif.py").unlink()
    tree("box-word.gif.py")
    assert "nor a claim of the task (it has none)" in tree.fault()


@pytest.mark.parametrize(
    "name",
    [
        "box-simulate.ascii.color.py",
        "box-simulate.ascii.ascii.py",
        "loop-session.class.program.js",
        "loop-session.class.class.js",
    ],
)
def test_there_is_one_claim_and_one_form_at_a_time(tree: Tree, name: str) -> None:
    tree(name)
    assert "one claim and one form at a time" in tree.fault()


@pytest.mark.parametrize("name", ["loop-session.class.c", "box-simulate.class.py"])
def test_a_class_needs_a_driver_of_its_task_and_language(tree: Tree, name: str) -> None:
    tree(name)
    task = name.partition(".")[0].replace("-", "/")
    assert f"the task {task} takes no classes in " in tree.fault()


def test_a_fault_names_the_languages_that_have_classes(tree: Tree) -> None:
    tree("loop-session.class.c")
    assert "classes are taken in javascript, python" in tree.fault()


# What the command line overrides


def test_the_command_line_overrides_name_and_sidecar(tree: Tree) -> None:
    tree("box-word.program.py")
    tree("box-word.program.py.yaml", "task: box/word\nlanguage: c\nform: program\n")
    submission = tree.only(
        task=TaskId(puzzle="loop", task="session"),
        language="javascript",
        claim="short",
        form=Form.CLASS,
    )
    assert str(submission.task) == "loop/session"
    assert submission.language == "javascript"
    assert submission.claim == "short"
    assert submission.form is Form.CLASS


def test_a_sidecar_overrides_the_name(tree: Tree) -> None:
    tree("box-simulate.ascii.py")
    tree("box-simulate.ascii.py.yaml", "claim: color\nlanguage: perl\n")
    assert (tree.only().claim, tree.only().language) == ("color", "perl")
    tree("box-simulate.ascii.py.yaml", "claim: color\ntask: box/word\n")
    assert "'ascii' in its name is neither a form" in tree.fault()


def test_overrides_hold_for_every_submission_of_a_call(tree: Tree) -> None:
    for path in ("a/box-simulate.py", "b/box-simulate.color.py"):
        tree(path)
    assert [each.claim for each in tree.submissions(claim="ascii")] == ["ascii", "ascii"]


@pytest.mark.parametrize("claim", ["short", "", "ASCII"])
def test_a_claim_that_the_task_does_not_have_is_a_fault(tree: Tree, claim: str) -> None:
    tree("box-simulate.py")
    fault = tree.fault(claim=claim)
    assert f"box/simulate has no claim {claim!r}; its claims are ascii, color" in fault


# What counts


@pytest.mark.parametrize(
    ("content", "count"),
    [
        (b"print(1)", 8),
        (b"print(1)\n", 9),
        ("┏".encode(), 3),
        (b"", 0),
        (b"\xef\xbb\xbf1\r\n\r\n", 8),
        (b"\x00\xff\x1b \t\n", 6),
        (b"a\rb\x0c\x1a", 5),
    ],
)
def test_bytes_are_the_bytes_of_the_file_as_given(tree: Tree, content: bytes, count: int) -> None:
    tree("box-word.py", content)
    submission = tree.only()
    assert submission.source == content
    assert submission.byte_count == count


def test_further_files_belong_to_the_program_and_count(tree: Tree) -> None:
    tree("box-word.py", b"12345")
    tree("box-word.py.yaml", "files: [helper.py, lib/data.txt]\n")
    tree("helper.py", b"678")
    tree("lib/data.txt", b"\r\n")
    submission = tree.only()
    assert submission.files == {
        "box-word.py": b"12345",
        "helper.py": b"678",
        "lib/data.txt": b"\r\n",
    }
    assert next(iter(submission.files)) == submission.path.name
    assert submission.source == b"12345"
    assert submission.byte_count == 10


def test_flags_count_with_their_blank(tree: Tree) -> None:
    tree("box-word.pl", b"12345")
    tree("box-word.pl.yaml", "flags: [-n, -é]\n")
    assert tree.only().flags == ("-n", "-é")
    assert tree.only().byte_count == 5 + 3 + 4


# Sidecars


def test_a_sidecar_says_what_the_name_does_not(tree: Tree) -> None:
    path = tree("team/solution.txt", "1")
    tree(
        "team/solution.txt.yaml",
        "task: loop/session\nlanguage: python\nclaim: short\nform: class\n"
        "flags: -O -X utf8\nsubmitted: 2026-05-17T14:30:00+02:00\nexpect: WA\n",
    )
    assert tree.only() == Submission(
        name="team/solution",
        contestant="team",
        path=path,
        task=TaskId(puzzle="loop", task="session"),
        language="python",
        form=Form.CLASS,
        claim="short",
        files={"solution.txt": b"1"},
        flags=("-O", "-X", "utf8"),
        submitted=datetime.fromisoformat("2026-05-17T12:30:00+00:00"),
        expect=Verdict.WA,
    )


def test_a_file_given_by_hand_has_its_sidecar_too(tree: Tree) -> None:
    path = tree("solution.py")
    tree("solution.py.yaml", "task: box/word\n")
    assert str(tree.only(path).task) == "box/word"


def test_a_program_without_a_suffix_may_have_a_sidecar(tree: Tree) -> None:
    path = tree("solution")
    tree("solution.yaml", "{task: box/word, language: perl}\n")
    assert tree.only() == tree.only(path)
    assert tree.only().language == "perl"


def test_a_sidecar_without_its_program_is_skipped(tree: Tree) -> None:
    tree("gone.py.yaml", "task: box/word\nfiles: [box-word.py]\n")
    tree("box-word.py")
    found = tree.found()
    assert names(found.submissions) == ["box-word"]
    assert [each.reason for each in found.skipped] == ["there is no gone.py beside it"]


def test_a_sidecar_given_by_hand_is_no_program(tree: Tree) -> None:
    tree("box-word.py")
    sidecar = tree("box-word.py.yaml", "expect: AC")
    [reason] = tree.skipped(sidecar).values()
    assert "it looks like the sidecar of" in reason
    assert reason.endswith("instead")


def test_further_files_are_no_submissions_of_their_own(tree: Tree) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", "files: [box-simulate.py]\n")
    extra = tree("box-simulate.py")
    assert names(tree.submissions()) == ["box-word"]
    assert names(tree.submissions(task=SIMULATE)) == ["box-word"]
    assert names(tree.submissions(extra)) == ["box-simulate"]


def test_a_further_file_with_a_sidecar_of_its_own_is_a_submission_too(tree: Tree) -> None:
    for name, other in (("box-word.py", "box-simulate.py"), ("box-simulate.py", "box-word.py")):
        tree(name)
        tree(f"{name}.yaml", f"files: [{other}]\n")
    assert [len(each.files) for each in tree.submissions()] == [2, 2]


@pytest.mark.parametrize(
    "name",
    [
        "../out.py",
        "/etc/passwd",
        "sub/../../out.py",
        "link.py",
        "sub/../helper.py",
        "folder/out.py",
    ],
)
def test_a_further_file_outside_of_the_program_s_folder_is_a_fault(tree: Tree, name: str) -> None:
    outside = tree("out.py")
    tree("team/box-word.py")
    tree("team/box-word.py.yaml", f"files: [{name}]\n")
    tree("team/helper.py")
    tree("team/sub/x")
    (tree.root / "team/link.py").symlink_to(outside)
    (tree.root / "team/folder").symlink_to(tree.root)
    assert f"its further file {name!r} lies outside its folder" in tree.fault(tree.root / "team")


@pytest.mark.parametrize("files", ["[box-word.py]", "[a.py, a.py]", "[a.py, ./a.py]"])
def test_a_file_counts_once(tree: Tree, files: str) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", f"files: {files}\n")
    tree("a.py")
    assert "under files once too often" in tree.fault()


@pytest.mark.parametrize(
    ("files", "told"),
    [("[gone.py]", "gone.py cannot be read: No such file"), ("[lib]", "lib is not a regular file")],
)
def test_a_further_file_that_cannot_be_read_is_a_fault(tree: Tree, files: str, told: str) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", f"files: {files}\n")
    (tree.root / "lib").mkdir()
    assert told in tree.fault()


def test_a_further_file_s_name_may_have_blanks_and_dots(tree: Tree) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", 'files: ["a b.txt", ./lib//x.y.z]\n')
    tree("a b.txt")
    tree("lib/x.y.z")
    assert list(tree.only().files) == ["box-word.py", "a b.txt", "lib/x.y.z"]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-05-17T14:30:00Z", datetime(2026, 5, 17, 14, 30, tzinfo=UTC)),
        ("2026-05-17 14:30", datetime(2026, 5, 17, 14, 30, tzinfo=UTC)),
        ("2026-05-17", datetime(2026, 5, 17, tzinfo=UTC)),
        ("2026-05-17T00:30:00+02:00", datetime(2026, 5, 16, 22, 30, tzinfo=UTC)),
    ],
)
def test_a_time_without_a_zone_is_taken_as_utc(tree: Tree, text: str, moment: datetime) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", f"submitted: {text}\n")
    assert tree.only().submitted == moment


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_can_be_expected(tree: Tree, verdict: Verdict) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", f"expect: {verdict}\n")
    assert tree.only().expect is verdict


@pytest.mark.parametrize(
    ("sidecar", "told"),
    [
        ("task: box/simulat", "there is no task 'box/simulat'; did you mean box/simulate?"),
        ("task: box-simulate", "did you mean box/simulate?"),
        ("task: [box/word]", ":1: task is one word of text, not a list or mapping"),
        ("task:", ":1: task has an empty text"),
        ('task: ""', ":1: task has an empty text"),
        ("language: pythn", "there is no language 'pythn'"),
        ("language: {name: c}", ":1: language is one word of text"),
        ("claim: short", "box/word has no claim 'short'; it has none"),
        ("claim: []", ":1: claim is one word of text"),
        ("form: klass", ":1: form is program or class, not 'klass'"),
        ("form: class", "the task box/word takes no classes in Python"),
        ("files: {a: b}", ":1: files is a list of texts such as [a, b]"),
        ("files: [[a]]", ":1: files is a list of texts"),
        ("files: [a, {b: c}]", ":1: files is a list of texts"),
        ('files: [""]', ":1: files has an empty text"),
        ('files: ["a\\0b"]', ":1: files has a character that cannot stand there: 'a\\x00b'"),
        ('flags: ["\\0"]', ":1: flags has a character that cannot stand there"),
        ("flags: [-n, [x]]", ":1: flags is a list of texts"),
        ("flags:", ":1: flags has an empty text"),
        ("submitted: yesterday", ":1: submitted is a time such as 2026-05-17T14:30:00Z, not 'yest"),
        ("submitted: 2026-13-01", ":1: submitted is a time"),
        ("submitted: [2026]", ":1: submitted is one word of text"),
        ("expect: OK", ":1: expect is one of AC, WA, TLE, MLE, OLE, RTE, CE, JE, NG, not 'OK'"),
        ("expect: ac", ":1: expect is one of AC,"),
        ("expect: [AC]", ":1: expect is one word of text"),
        ("# one\nclaims: ascii", ":2: there is no key 'claims'; did you mean claim? (keys: task,"),
        ("colour: red", ":1: there is no key 'colour' (keys: task,"),
        ("Task: box/word", "did you mean task?"),
        ("? [a, b]\n: c", ":1: a key is one word (keys: task,"),
        ("<<: {task: box/word}", ":1: there is no key '<<'"),
        ("task: box/word\nexpect: AC\ntask: box/simulate", ":3: the key task is there twice"),
        ("expect: AC\nexpect: AC", ":2: the key expect is there twice; keep one"),
        ("", ": a sidecar is a mapping such as `task: box/simulate`"),
        ("# nothing", ": a sidecar is a mapping"),
        ("box/word", ": a sidecar is a mapping"),
        ("- task: box/word", ": a sidecar is a mapping"),
        ("task: box/word\n---\nexpect: AC", ":2:1: a second document begins here"),
        ("task: [box/word", ':1:7: the list that "[" opens here is not closed'),
        ("task: a\n\tb: c", ":2:1: a tab where YAML wants blanks"),
        ("task: @box", ':1:7: YAML lets no value begin with "@"; quote the value ("@box")'),
        ("task: box: word", ':1:10: a second ": " in one line ends a key for YAML'),
        ("task: box/word\nexpect", ":2:1: this line has no key"),
        ('task: "box/word', ":1:7: the quote that opens here is not closed"),
        ("[" * 5000, ":1:1: lists and mappings lie more than 10 deep"),
        ("- " * 5000, ":1:1: lists and mappings lie more than 10 deep"),
        ("task: *gone", ':1:7: YAML takes "*" at the start of a value for an alias'),
    ],
)
def test_a_faulty_sidecar_is_told_with_its_line_and_nothing_is_graded(
    tree: Tree, sidecar: str, told: str
) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", sidecar)
    fault = tree.fault()
    assert "box-word.py" in fault
    assert told in fault
    assert "\n" not in fault
    assert len(fault) < 500


@pytest.mark.parametrize(
    "content", [b"task: \xff\n", b"\x00", b"task: \x1b[0m\n", b"\xff\xfea\x00"]
)
def test_a_sidecar_that_is_no_text_is_told(tree: Tree, content: bytes) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", content)
    assert "box-word.py.yaml" in tree.fault()


def test_texts_that_multiply_or_contain_themselves_are_refused_in_short_words(tree: Tree) -> None:
    tree("box-word.py")
    bomb = "files: &a [x, x]\nflags: [*a, *a]\n"
    tree("box-word.py.yaml", bomb)
    assert "flags is a list of texts" in tree.fault()
    tree("box-word.py.yaml", "files: &a [*a]\n")
    assert "files is a list of texts" in tree.fault()


def test_a_sidecar_that_cannot_be_read_is_a_fault(tree: Tree) -> None:
    path = tree("box-word.py")
    (tree.root / "box-word.py.yaml").symlink_to("gone.yaml")
    assert "box-word.py.yaml cannot be read" in tree.fault()
    assert "box-word.py.yaml cannot be read" in tree.fault(path)


def test_a_faulty_sidecar_costs_only_its_program(tree: Tree) -> None:
    tree("a/box-word.py")
    tree("a/box-word.py.yaml", "claim: [")
    tree("b/box-word.py")
    found = tree.found()
    assert names(found.submissions) == ["b/box-word"]
    assert len(found.faults) == 1


@pytest.mark.parametrize("key", SIDECAR_KEYS)
def test_every_key_stands_alone(tree: Tree, key: str) -> None:
    values = {
        "task": "box/simulate",
        "language": "perl",
        "claim": "ascii",
        "form": "program",
        "files": "[a.txt]",
        "flags": "[-n]",
        "submitted": "2026-05-17",
        "expect": "TLE",
    }
    tree("a.txt", "")
    tree("box-simulate.py", "1")
    plain = tree.only()
    tree("box-simulate.py.yaml", f"{key}: {values[key]}\n")
    submission = tree.only()
    changed = {
        name
        for name in Submission.__dataclass_fields__
        if getattr(plain, name) != getattr(submission, name)
    }
    assert changed == (set() if key in {"task", "form"} else {key})


def test_a_sidecar_is_text_whatever_yaml_would_make_of_it(tree: Tree) -> None:
    tree("box-word.py")
    tree("box-word.py.yaml", "flags: [no, 012, 1E5, ~, 12:30, -n]\n")
    assert tree.only().flags == ("no", "012", "1E5", "~", "12:30", "-n")
