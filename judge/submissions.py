"""Finding submissions: which files of a folder are programs, for which task, whose, in what form.

A submission says what it is by its name (``box-simulate.ascii.py``), by a sidecar beside it
(``box-simulate.ascii.py.yaml``) and by the command line; the later of these wins.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from judge.errors import SubmissionError, UsageError
from judge.models import Form, Language, Submission, TaskId, Verdict
from judge.puzzle import Puzzle, Task
from judge.sandbox.languages import LanguageTable

SIDECAR_SUFFIX = ".yaml"
SIDECAR_KEYS = ("task", "language", "claim", "form", "files", "flags", "submitted", "expect")
LARGEST_FILE_BYTES = 16 * 2**20

_BaseLoader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """What the command line says of every submission of a call."""

    task: TaskId | None = None
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sidecar:
    """What a sidecar says; None or empty where it is silent."""

    task: str | None = None
    language: str | None = None
    claim: str | None = None
    form: str | None = None
    files: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    submitted: datetime | None = None
    expect: Verdict | None = None


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
) -> Found:
    """Return the submissions at the given files and folders, in the order of their paths.

    Raises UsageError for a path that is not there. A submission that cannot be read or understood
    is a fault in the answer; the others are there all the same.
    """
    reader = _Reader(puzzles=puzzles, languages=languages, overrides=overrides or Overrides())
    found = Found()
    seen: set[Path] = set()
    for root in paths:
        programs, sidecars = _split_sidecars(root, _files_below(root))
        extras = set(reader.extra_files(sidecars))
        for path in programs:
            resolved = path.resolve()
            if resolved in seen or resolved in extras:
                continue
            seen.add(resolved)
            reader.add(found, root, path, sidecars.get(path))
        found.skipped.extend(_orphans(programs, sidecars))
    return found


def _files_below(root: Path) -> list[Path]:
    if not root.exists():
        raise UsageError(f"there is no file or folder {root}")
    if not root.is_dir():
        return [root]
    inside = root.resolve()
    files: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name != "__pycache__"
        )
        for name in sorted(names):
            path = Path(folder, name)
            # A link that leads out of the folder could make any file of the machine a submission.
            if not name.startswith(".") and path.resolve().is_relative_to(inside):
                files.append(path)
    return files


def _split_sidecars(root: Path, files: list[Path]) -> tuple[list[Path], dict[Path, Path]]:
    """Return the files that are no sidecars, and for each program its sidecar."""
    sidecars = {
        path.with_name(path.name.removesuffix(SIDECAR_SUFFIX)): path
        for path in files
        if path.name.endswith(SIDECAR_SUFFIX) and path.name.count(".") > 1
    }
    if not root.is_dir():
        beside = root.with_name(root.name + SIDECAR_SUFFIX)
        if beside.is_file():
            sidecars = {root: beside}
    return [path for path in files if path not in sidecars.values()], sidecars


def _orphans(programs: list[Path], sidecars: Mapping[Path, Path]) -> Iterator[Skipped]:
    for program, sidecar in sidecars.items():
        if program not in programs:
            yield Skipped(path=sidecar, reason=f"there is no {program.name} beside it")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Reads files as submissions, with what is known of puzzles and languages."""

    puzzles: Mapping[str, Puzzle]
    languages: LanguageTable
    overrides: Overrides

    def extra_files(self, sidecars: Mapping[Path, Path]) -> Iterator[Path]:
        """Yield the files that sidecars name as belonging to another program."""
        for program, sidecar in sidecars.items():
            try:
                names = _read_sidecar(sidecar).files
            except SubmissionError:
                continue  # told when the program itself is read
            for name in names:
                yield (program.parent / name).resolve()

    def add(self, found: Found, root: Path, path: Path, sidecar_path: Path | None) -> None:
        """Read one file and put what it is into ``found``."""
        try:
            sidecar = _read_sidecar(sidecar_path) if sidecar_path else _Sidecar()
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

    def _read(self, root: Path, path: Path, sidecar: _Sidecar) -> Submission | Skipped:
        stem, words = _name_parts(path)
        identity = self._task(stem, sidecar)
        if identity is None:
            return Skipped(path=path, reason=f"its name names no task{self._nearest_stem(stem)}")
        content = _content(path)
        language = self._language(path, content, sidecar)
        if language is None:
            return Skipped(path=path, reason=self._no_language(path))
        task = self._task_object(identity)
        claim, form = self._claim_and_form(path, words, sidecar, task)
        _require_driver(path, task, form, language)
        return Submission(
            name="/".join(filter(None, (_contestant(root, path), stem))),
            contestant=_contestant(root, path),
            path=path,
            task=identity,
            language=language.name,
            form=form,
            claim=claim,
            files={path.name: content, **_further_files(path, sidecar.files)},
            flags=sidecar.flags,
            submitted=sidecar.submitted,
            expect=sidecar.expect,
        )

    def _task(self, stem: str, sidecar: _Sidecar) -> TaskId | None:
        if self.overrides.task is not None:
            return self.overrides.task
        if sidecar.task is not None:
            return task_id(sidecar.task, self.puzzles)
        return self._stems().get(stem)

    def _stems(self) -> dict[str, TaskId]:
        return {
            f"{puzzle.name}-{task.name}": TaskId(puzzle=puzzle.name, task=task.name)
            for puzzle in self.puzzles.values()
            for task in puzzle.tasks
        }

    def _nearest_stem(self, stem: str) -> str:
        near = difflib.get_close_matches(stem, self._stems(), n=1, cutoff=0.75)
        return f" (did you mean {near[0]}?)" if near else ""

    def _task_object(self, identity: TaskId) -> Task[Any]:
        task = self.puzzles[identity.puzzle].task(identity.task)
        if task is None:
            raise UsageError(f"there is no task {identity}")
        return task

    def _language(self, path: Path, content: bytes, sidecar: _Sidecar) -> Language | None:
        name = self.overrides.language or sidecar.language
        if name is not None:
            return self.languages.named(name)
        return self.languages.by_suffix(path.suffix) or self.languages.by_shebang(content)

    def _no_language(self, path: Path) -> str:
        if path.suffix:
            return f"no language has the suffix {path.suffix} (see `judge languages`)"
        return "it has neither a suffix nor a first line #! that names a language"

    def _claim_and_form(
        self, path: Path, words: tuple[str, ...], sidecar: _Sidecar, task: Task[Any]
    ) -> tuple[str | None, Form]:
        claims = {claim.name for claim in task.claims}
        named = _words_meaning(path, words, claims)
        claim = self.overrides.claim or sidecar.claim or named.claim
        if claim is not None and claim not in claims:
            raise SubmissionError(
                f"{path}: {task.name} has no claim {claim!r}; {_listing('its claims are', claims)}"
            )
        form = self.overrides.form or _form(path, sidecar.form) or named.form or Form.PROGRAM
        return claim, form


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """What the dotted words of a file name say."""

    claim: str | None = None
    form: Form | None = None


def _name_parts(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the name up to its first dot, and the dotted words before the suffix."""
    stem, *rest = path.name.split(".")
    return stem, tuple(rest[:-1])


def _words_meaning(path: Path, words: tuple[str, ...], claims: set[str]) -> _Named:
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


def _form(path: Path, text: str | None) -> Form | None:
    if text is None:
        return None
    if text not in set(Form):
        raise SubmissionError(f"{path}: form {text!r} is neither {' nor '.join(Form)}")
    return Form(text)


def _require_driver(path: Path, task: Task[Any], form: Form, language: Language) -> None:
    drivers = {driver.language for driver in task.drivers}
    if form is Form.CLASS and language.name not in drivers:
        raise SubmissionError(
            f"{path}: the task {task.name} takes no classes in {language.title}; "
            f"{_listing('classes are taken in', drivers)}"
        )


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


def _content(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise SubmissionError(f"{path} is not a regular file")
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise SubmissionError(f"{path} is larger than {LARGEST_FILE_BYTES // 2**20} MiB")
        return path.read_bytes()
    except OSError as error:
        raise SubmissionError(f"{path} cannot be read: {error.strerror}") from error


def _further_files(path: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    folder = path.parent.resolve()
    for name in names:
        further = (path.parent / name).resolve()
        if not further.is_relative_to(folder) or PurePosixPath(name).is_absolute():
            raise SubmissionError(f"{path}: its further file {name!r} lies outside its folder")
        if further == path.resolve():
            raise SubmissionError(f"{path}: its sidecar names the program itself under files")
        files[name] = _content(further)
    return files


def _read_sidecar(path: Path) -> _Sidecar:
    """Return what a sidecar says; SubmissionError with the key and the remedy."""
    try:
        document = yaml.load(_content(path), Loader=_BaseLoader)  # noqa: S506 - builds text only
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        where = (
            f":{error.problem_mark.line + 1}"
            if isinstance(error, yaml.MarkedYAMLError) and (error.problem_mark)
            else ""
        )
        raise SubmissionError(f"{path}{where}: is not YAML: {_problem(error)}") from error
    if not isinstance(document, dict):
        raise SubmissionError(f"{path}: a sidecar is a mapping such as `task: box/simulate`")
    for key in document:
        if key not in SIDECAR_KEYS:
            near = difflib.get_close_matches(str(key), SIDECAR_KEYS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise SubmissionError(
                f"{path}: there is no key {key!r}{hint} (keys: {', '.join(SIDECAR_KEYS)})"
            )
    return _Sidecar(
        task=_text(path, document, "task"),
        language=_text(path, document, "language"),
        claim=_text(path, document, "claim"),
        form=_text(path, document, "form"),
        files=_texts(path, document, "files"),
        flags=_texts(path, document, "flags"),
        submitted=_time(path, document),
        expect=_verdict(path, document),
    )


def _problem(error: Exception) -> str:
    problem = getattr(error, "problem", None) or str(error) or type(error).__name__
    return " ".join(str(problem).split())


def _text(path: Path, document: Mapping[str, object], key: str) -> str | None:
    value = document.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise SubmissionError(f"{path}: {key} is one word of text, not {value!r}")
    return value


def _texts(path: Path, document: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = document.get(key, [])
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SubmissionError(f"{path}: {key} is a list of texts such as [a, b], not {value!r}")
    return tuple(value)


def _time(path: Path, document: Mapping[str, object]) -> datetime | None:
    text = _text(path, document, "submitted")
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise SubmissionError(
            f"{path}: submitted is a time such as 2026-05-17T14:30:00Z, not {text!r}"
        ) from error
    # A time without a zone is taken as UTC, so that any two can be compared.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _verdict(path: Path, document: Mapping[str, object]) -> Verdict | None:
    text = _text(path, document, "expect")
    if text is None:
        return None
    if text not in set(Verdict):
        raise SubmissionError(f"{path}: expect is one of {', '.join(Verdict)}, not {text!r}")
    return Verdict(text)
