"""Finding submissions: which files of a folder are programs, for which task, whose, in what form.

A submission says what it is by its name (``box-simulate.ascii.py``), by a sidecar beside it
(``box-simulate.ascii.py.yaml``) and by the command line; the later of these wins.
"""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from judge.errors import SubmissionError, UsageError
from judge.models import Form, Language, Submission, TaskId
from judge.puzzle import Puzzle, Task
from judge.sandbox.languages import LanguageTable
from judge.sidecars import SIDECAR_SUFFIX, Sidecar, file_content, read_sidecar

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """What the command line says of every submission of a call.

    With ``spares_others`` the task is not that of a program in a folder which says another one.
    """

    task: TaskId | None = None
    spares_others: bool = False
    language: str | None = None
    claim: str | None = None
    form: Form | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A file that is no submission, and why."""

    path: Path
    reason: str


@dataclass(slots=True, kw_only=True)
class Found:
    """What lies at the paths of a call: submissions, files that are none, and faulty ones."""

    submissions: list[Submission] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    faults: list[SubmissionError] = field(default_factory=list)


def task_id(text: str, puzzles: Mapping[str, Puzzle]) -> TaskId:
    """Return the task of that name (``box/simulate``); UsageError names the nearest known one."""
    known = {
        f"{puzzle.name}/{task.name}": TaskId(puzzle=puzzle.name, task=task.name)
        for puzzle in puzzles.values()
        for task in puzzle.tasks
    }
    if text in known:
        return known[text]
    raise UsageError(f"there is no task {text!r}{_nearest(text, known)}")


def find_submissions(
    paths: Iterable[Path],
    puzzles: Mapping[str, Puzzle],
    languages: LanguageTable,
    overrides: Overrides | None = None,
    *,
    siblings_are_contestants: bool = False,
) -> Found:
    """Return the submissions at the given files and folders, in the order of their paths.

    The first folder below a path is the contestant. A shell makes several paths of ``class/*``:
    with ``siblings_are_contestants`` folders beside each other, or files in such, that name nobody
    by themselves are contestants, too. Raises UsageError for a path that is not there. A submission
    that cannot be read or understood is a fault in the answer; the others are there all the same.
    """
    reader = _Reader(puzzles=puzzles, languages=languages, overrides=overrides or Overrides())
    found = Found()
    seen: set[Path] = set()
    homes: dict[Path, Path] = {}
    for root in paths:
        listed = _listed(root)
        found.skipped += [each for each in listed.skipped if each not in found.skipped]
        found.faults += listed.faults
        further = _further_files_of(listed)
        for path in listed.programs:
            entry = _entry(path)
            if entry not in seen and entry not in further:
                seen.add(entry)
                homes[path] = _home(root, path)
                reader.add(found, root, path, listed.sidecars.get(path, Sidecar()))
    if siblings_are_contestants:
        found.submissions[:] = _owned(found.submissions, homes)
    return found


def _home(root: Path, path: Path) -> Path:
    """Return the folder that a path of the call says to look into, for a file the one it is in."""
    return Path(os.path.abspath(root.parent if path == root else root))


def _owned(submissions: Sequence[Submission], homes: Mapping[Path, Path]) -> list[Submission]:
    """Return submissions with their folders as contestants where those lie beside each other.

    Where every program lies in a folder of its own there, these folders are contestants already:
    then those that were named are several classes.
    """
    folders = {homes[each.path] for each in submissions}
    for parent in {folder.parent for folder in folders}:
        beside = folders - {parent}
        if len(beside) > 1 and all(folder.parent == parent for folder in beside):
            break
    else:
        return list(submissions)
    if all(each.contestant for each in submissions if homes[each.path] in beside):
        return list(submissions)
    return [
        _with_contestant(each, homes[each.path].name) if homes[each.path] in beside else each
        for each in submissions
    ]


def _with_contestant(submission: Submission, contestant: str) -> Submission:
    stem = submission.name.removeprefix(f"{submission.contestant}/")
    return replace(submission, contestant=contestant, name=f"{contestant}/{stem}")


def needs_extras(program: Path, references: Path) -> bool:
    """Return whether a program among a puzzle's references is one that not every run tries.

    What lies in the references' folder ``extra`` may need packages, which a box does not have.
    """
    return program.is_relative_to(references / "extra")


@dataclass(slots=True, kw_only=True)
class _Listed:
    """What lies at one path of a call; a sidecar that cannot be read is there as its error."""

    programs: list[Path] = field(default_factory=list)
    sidecars: dict[Path, Sidecar | SubmissionError] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    faults: list[SubmissionError] = field(default_factory=list)


def _listed(root: Path) -> _Listed:
    listed = _Listed()
    if not _is_folder(root):
        beside = _sidecar_path(root)
        listed.programs = [root]
        if os.path.lexists(beside):
            listed.sidecars = {root: _sidecar(beside)}
        return listed
    files = _files_below(root, listed)
    known = set(files)
    for path in files:
        program = path.with_name(path.name.removesuffix(SIDECAR_SUFFIX))
        if program in known and program != path:
            listed.sidecars[program] = _sidecar(path)
        elif path.name.endswith(SIDECAR_SUFFIX) and "." in program.name:
            reason = f"there is no {program.name} beside it"
            listed.skipped.append(Skipped(path=path, reason=reason))
        else:
            listed.programs.append(path)
    return listed


def _is_folder(root: Path) -> bool:
    try:
        return stat.S_ISDIR(root.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UsageError(f"there is no file or folder {root}") from error
    except OSError as error:
        raise UsageError(f"{root} cannot be read: {error.strerror}") from error


def _sidecar_path(program: Path) -> Path:
    return program.with_name(program.name + SIDECAR_SUFFIX)


def _sidecar(path: Path) -> Sidecar | SubmissionError:
    try:
        return read_sidecar(path)
    except SubmissionError as error:
        return error


def _files_below(root: Path, listed: _Listed) -> list[Path]:
    """Return the files below a folder, by their paths; what is passed over goes to ``listed``."""

    def note(error: OSError) -> None:
        fault = SubmissionError(f"{error.filename} cannot be looked into: {error.strerror}")
        listed.faults.append(fault)

    inside = Path(os.path.realpath(root))
    files: list[Path] = []
    for folder, folders, names in os.walk(root, onerror=note):
        folders[:] = [
            name for name in folders if not name.startswith(".") and name != "__pycache__"
        ]
        for name in folders:
            path = Path(folder, name)
            if path.is_symlink():
                reason = "it is a link to a folder, which is not followed"
                listed.skipped.append(Skipped(path=path, reason=reason))
        for name in names:
            path = Path(folder, name)
            if name.startswith("."):
                continue
            # A link that leads out of the folder could make any file of the machine a submission.
            if Path(os.path.realpath(path)).is_relative_to(inside):
                files.append(path)
            else:
                reason = "it is a link that leads out of the folder"
                listed.skipped.append(Skipped(path=path, reason=reason))
    return sorted(files, key=lambda path: path.relative_to(root).parts)


def _entry(path: Path) -> Path:
    """Return one path for all ways to the same entry of a folder; two links stay two entries."""
    return Path(os.path.realpath(path.parent), path.name)


def _further_files_of(listed: _Listed) -> set[Path]:
    """Return the files that belong to a program here and so are no submissions of their own.

    A file with a sidecar of its own is one all the same: it says that it wants to be graded.
    """
    return {
        _entry(program.parent / name)
        for program, sidecar in listed.sidecars.items()
        if isinstance(sidecar, Sidecar)
        for name in sidecar.files
    } - {_entry(program) for program in listed.sidecars}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Reads files as submissions, with what is known of puzzles and languages."""

    puzzles: Mapping[str, Puzzle]
    languages: LanguageTable
    overrides: Overrides

    def add(self, found: Found, root: Path, path: Path, sidecar: Sidecar | SubmissionError) -> None:
        """Read one file and put what it is into ``found``."""
        if isinstance(sidecar, SubmissionError):
            found.faults.append(sidecar)
            return
        try:
            answer = self._read(root, path, sidecar)
        except SubmissionError as error:
            found.faults.append(error)
        except UsageError as error:
            found.faults.append(SubmissionError(f"{path}: {error}"))
        else:
            if isinstance(answer, Skipped):
                found.skipped.append(answer)
            else:
                found.submissions.append(answer)

    def _read(self, root: Path, path: Path, sidecar: Sidecar) -> Submission | Skipped:
        stem = path.name.partition(".")[0]
        identity = self._task(stem, sidecar, is_named=path == root)
        if identity is None:
            return Skipped(path=path, reason=f"its name names no task{self._nearest_stem(stem)}")
        by_name = self.languages.by_suffix(path.suffix) or self.languages.by_shebang(_head(path))
        wanted = self._wanted_language(sidecar)
        # A folder's read-me is no program, whatever the command line says of those beside it.
        is_told = path == root or sidecar.language is not None or stem in self._stems()
        language = wanted or by_name
        if language is None or (by_name is None and not is_told):
            return Skipped(path=path, reason=_no_language(path))
        task = self._task_object(identity)
        claim, form = self._claim_and_form(path, sidecar, identity, task)
        _require_driver(path, identity, task, form, language)
        contestant = _contestant(root, path)
        return Submission(
            name="/".join(filter(None, (contestant, stem))),
            contestant=contestant,
            path=path,
            task=identity,
            language=language.name,
            form=form,
            claim=claim,
            files={path.name: file_content(path), **_further_files(path, sidecar.files)},
            flags=sidecar.flags,
            submitted=sidecar.submitted,
            expect=sidecar.expect,
        )

    def _wanted_language(self, sidecar: Sidecar) -> Language | None:
        name = _first(self.overrides.language, sidecar.language)
        return None if name is None else self.languages.named(name)

    def _task(self, stem: str, sidecar: Sidecar, *, is_named: bool) -> TaskId | None:
        if self.overrides.task is not None and (is_named or not self.overrides.spares_others):
            return self.overrides.task
        if sidecar.task is not None:
            return task_id(sidecar.task, self.puzzles)
        return self._stems().get(stem, self.overrides.task)

    def _stems(self) -> dict[str, TaskId]:
        return {
            f"{puzzle.name}-{task.name}": TaskId(puzzle=puzzle.name, task=task.name)
            for puzzle in self.puzzles.values()
            for task in puzzle.tasks
        }

    def _nearest_stem(self, stem: str) -> str:
        near = difflib.get_close_matches(stem.lower(), self._stems(), n=1, cutoff=0.75)
        return f" (did you mean {near[0]}?)" if near else ""

    def _task_object(self, identity: TaskId) -> Task[Any]:
        task = self.puzzles[identity.puzzle].task(identity.task)
        if task is None:
            raise UsageError(f"there is no task {identity}")
        return task

    def _claim_and_form(
        self, path: Path, sidecar: Sidecar, identity: TaskId, task: Task[Any]
    ) -> tuple[str | None, Form]:
        claims = {claim.name for claim in task.claims}
        named = _words_meaning(path, self._words(path, claims), claims)
        claim = _first(self.overrides.claim, sidecar.claim, named.claim)
        if claim is not None and claim not in claims:
            raise SubmissionError(
                f"{path}: {identity} has no claim {claim!r}; {_listing('its claims are', claims)}"
            )
        form = _first(self.overrides.form, sidecar.form, named.form) or Form.PROGRAM
        return claim, form

    def _words(self, path: Path, claims: set[str]) -> list[str]:
        """Return the dotted words between stem and suffix.

        Where no language has the suffix (a program that says its language in its first line needs
        none), a claim or form at the end is a word, too, and not lost.
        """
        words = path.name.split(".")[1:]
        is_word = words and (words[-1] in claims or words[-1] in set(Form))
        return words if is_word and not self.languages.by_suffix(path.suffix) else words[:-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """What the dotted words of a file name say."""

    claim: str | None = None
    form: Form | None = None


def _words_meaning(path: Path, words: list[str], claims: set[str]) -> _Named:
    claim: str | None = None
    form: Form | None = None
    for word in words:
        if word in claims and claim is None:
            claim = word
        elif word in set(Form) and form is None:
            form = Form(word)
        elif word in claims or word in set(Form):
            raise SubmissionError(f"{path}: one claim and one form at a time ({'.'.join(words)})")
        else:
            raise SubmissionError(
                f"{path}: {word!r} in its name is neither a form ({', '.join(Form)}) nor a claim "
                f"of the task ({', '.join(sorted(claims)) or 'it has none'}); rename the file"
            )
    return _Named(claim=claim, form=form)


def _require_driver(
    path: Path, identity: TaskId, task: Task[Any], form: Form, language: Language
) -> None:
    drivers = {driver.language for driver in task.drivers}
    if form is Form.CLASS and language.name not in drivers:
        taken = _listing("classes are taken in", drivers) if drivers else "it takes programs alone"
        raise SubmissionError(
            f"{path}: the task {identity} takes no classes in {language.title}; {taken}"
        )


def _first(*values: ValueT | None) -> ValueT | None:
    return next((value for value in values if value is not None), None)


def _head(path: Path) -> bytes:
    """Return the beginning of a file, enough for its first line to tell a language."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(512)
    except OSError:
        return b""  # told when its content is wanted


def _no_language(path: Path) -> str:
    program = path.with_suffix("")
    if path.suffix in {SIDECAR_SUFFIX, ".yml"} and program.suffix:
        is_named = path.suffix == SIDECAR_SUFFIX
        remedy = f"name {program.name} instead" if is_named else f"end its name in {SIDECAR_SUFFIX}"
        return f"it looks like the sidecar of {program.name}; {remedy}"
    if path.suffix:
        return f"no language has the suffix {path.suffix} (see `judge languages`)"
    return "it has neither a suffix nor a first line #! that names a language"


def _listing(prefix: str, names: Iterable[str]) -> str:
    ordered = ", ".join(sorted(names))
    return f"{prefix} {ordered}" if ordered else "it has none"


def _nearest(text: str, known: Iterable[str]) -> str:
    ordered = sorted(known)
    near = difflib.get_close_matches(text, ordered, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{hint} (tasks: {', '.join(ordered) or 'none'})"


def _contestant(root: Path, path: Path) -> str:
    parts = path.relative_to(root).parts
    return parts[0] if len(parts) > 1 else ""


def _further_files(path: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    folder = Path(os.path.realpath(path.parent))
    for name in names:
        relative = PurePosixPath(name)
        further = path.parent / relative
        # A link that leads out is as much outside as a path that does.
        inside = Path(os.path.realpath(further)).is_relative_to(folder)
        if relative.is_absolute() or ".." in relative.parts or not inside:
            raise SubmissionError(f"{path}: its further file {name!r} lies outside its folder")
        if str(relative) == path.name or str(relative) in files:
            raise SubmissionError(f"{path}: its sidecar names {name!r} under files once too often")
        files[str(relative)] = file_content(further)
    return files
