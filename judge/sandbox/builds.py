"""From a submission to what a box needs to run it: its files, built if need be, and a command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from judge.errors import PluginError, SandboxError
from judge.models import ArtefactLimits, BoxFile, Ending, Language, Limits, Run, Submission, Verdict
from judge.puzzle import Driver, PackagePath
from judge.resources import located
from judge.sandbox import PYTHON, Box, Sandbox
from judge.sandbox.kept import being_built, build_key, keep_build, kept_build
from judge.sandbox.languages import compilers, missing
from judge.sandbox.processes import without_box_folders
from judge.sandbox.supervisor.folders import SUB

COMPILE_LIMITS = Limits(time_s=60.0, wall_s=180.0, memory_bytes=2 * 2**30, output_bytes=2**20)
CHECK_LIMITS = Limits(time_s=10.0, wall_s=20.0, memory_bytes=2**30, output_bytes=2**16)
BUILD_LIMITS = ArtefactLimits(files=2000, total_bytes=64 * 2**20)

_BUILD = "build"
_DRIVER = "driver"
_FLAGS = "{flags}"
_FROM_BUILD = f"../{SUB}/"
"""how some compilers call the folder of the sources, as they see it from the one they build in"""

_ERROR = re.compile(r"\berror\b(?!\(s\))", re.IGNORECASE)
_DETAIL_CHARACTERS = 16 * 1024
_MEBIBYTE = 2**20
_PLACEHOLDER = re.compile(r"\{(source|build|main|memory|python)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A submission that is ready to run.

    ``words`` is its command with placeholders; ``source`` is the laid-in file that it starts and
    ``arguments`` are laid-in files whose paths it is given.
    """

    language: Language
    files: Mapping[str, BoxFile]
    words: tuple[str, ...]
    source: str
    arguments: tuple[str, ...] = ()
    main: str = ""

    def command(self, box: Box, memory_bytes: int = Limits().memory_bytes) -> tuple[str, ...]:
        """Return the command for a run in ``box``, which holds ``files``.

        ``memory_bytes`` is the case's memory limit without the language's floor: what a runtime
        with a heap of a fixed size may take for it.
        """
        laid = {"source": self.source, "build": _BUILD, "python": PYTHON}
        told = {"main": self.main, "memory": str(max(1, memory_bytes // _MEBIBYTE))}

        def value(match: re.Match[str]) -> str:
            name = match[1]
            return box.path(laid[name]) if name in laid else told[name]

        words = [_PLACEHOLDER.sub(value, word) for word in self.words]
        return (*words, *map(box.path, self.arguments))


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a submission cannot be run at all: CE or NG, a sentence, and what the compiler said."""

    verdict: Verdict
    reason: str
    detail: str = ""


def prepare(
    submission: Submission, language: Language, driver: Driver | None, sandbox: Sandbox
) -> Prepared | Refusal:
    """Return what a box needs to run a submission, or why it cannot be run.

    It is compiled here, once. ``driver`` runs a class; None runs a program. Raises SandboxError
    where the machine fails and PluginError where a driver's file is not there.
    """
    absent = missing(language)
    if absent:
        return Refusal(verdict=Verdict.NG, reason=f"{language.title} is not graded here: {absent}")
    source, files = _sources(submission, language, sandbox)
    if driver is not None:
        return _driven(submission, language, driver, source, files)
    if language.compile:
        return _compiled(submission, language, source, files, sandbox)
    return Prepared(
        language=language,
        files=files,
        words=_run_words(language, submission.flags),
        source=source,
    )


def _filled(word: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]], word)


def _compile_words(language: Language, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that compiles with a submission's flags, where they are the compiler's."""
    if _FLAGS in language.run and _FLAGS not in language.compile:
        return language.compile
    return _with_flags(language.compile, flags)


def _run_words(language: Language, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that runs with a submission's flags, where they are not the compiler's."""
    if language.compile and _FLAGS not in language.run:
        return language.run
    return _with_flags(language.run, flags)


def _with_flags(words: tuple[str, ...], flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command with a submission's flags at their place, else before its source file."""
    places = [index for index, word in enumerate(words) if word == _FLAGS]
    places += [index for index, word in enumerate(words) if "{source}" in word]
    at = places[0] if places else len(words)
    return (*words[:at], *flags, *(word for word in words[at:] if word != _FLAGS))


def _sources(
    submission: Submission, language: Language, sandbox: Sandbox
) -> tuple[str, dict[str, BoxFile]]:
    """Return the laid-in name of the program, and all files of the submission under theirs."""
    files = {name: BoxFile(data=text.encode()) for name, text in language.beside.items()}
    for name, data in submission.files.items():
        if name != submission.path.name:
            files[name] = BoxFile(data=data)
    source = _free(_neutral_name(submission, language), files)
    files[source] = BoxFile(data=submission.source)
    if _may_be_other(submission, language):
        other = _free(language.other_source, files)
        checked = {**files, other: files[source]}
        if _is_other(language, source, other, checked, sandbox):
            files[other] = files.pop(source)
            source = other
    return source, files


def _neutral_name(submission: Submission, language: Language) -> str:
    name = PurePosixPath(language.source)
    suffix = submission.path.suffix
    if suffix in language.keep_suffixes:
        return name.with_suffix(suffix).name
    if language.source_pattern:
        text = submission.source.decode("utf-8", "replace")
        for match in re.finditer(language.source_pattern, text):
            stem = next(filter(None, match.groups()), None)
            if stem is not None:
                return f"{stem}{name.suffix}"
    return name.name


def _free(name: str, files: Mapping[str, BoxFile]) -> str:
    """Return the name, or one like it where another file of the submission bears it already."""
    path = PurePosixPath(name)
    number = 2
    while name in files:
        name = f"{path.stem}{number}{path.suffix}"
        number += 1
    return name


def _may_be_other(submission: Submission, language: Language) -> bool:
    if not language.other_source or submission.path.suffix != language.suffixes[0]:
        return False
    text = submission.source.decode("utf-8", "replace")
    return re.search(language.other_pattern, text) is not None


def _is_other(
    language: Language, source: str, other: str, files: Mapping[str, BoxFile], sandbox: Sandbox
) -> bool:
    """Return whether the language refuses a program under one name and takes it under another."""
    with sandbox.open(files) as box:
        for name, wanted in ((source, False), (other, True)):
            values = {"source": box.path(name), "python": box.path(PYTHON)}
            command = [_filled(word, values) for word in language.check]
            run = box.run(command, b"", CHECK_LIMITS)
            if (run.ending is Ending.EXITED and run.exit_status == 0) != wanted:
                return False
    return True


def _driven(
    submission: Submission,
    language: Language,
    driver: Driver,
    source: str,
    files: dict[str, BoxFile],
) -> Prepared:
    """Return a class submission with the driver that runs it, the driver's parts beside it."""
    if language.compile:
        raise PluginError(
            f"a driver for {language.title} cannot run it: drivers are for interpreted languages"
        )
    parts = [f"{_DRIVER}/{PurePosixPath(part.path).name}" for part in driver.parts]
    main = f"{_DRIVER}/{PurePosixPath(driver.main.path).name}"
    for name, text in language.beside.items():
        files[f"{_DRIVER}/{name}"] = BoxFile(data=text.encode())
    for name, resource in zip((main, *parts), (driver.main, *driver.parts), strict=True):
        files[name] = BoxFile(data=_content(resource))
    return Prepared(
        language=language,
        files=files,
        words=_run_words(language, submission.flags),
        source=main,
        arguments=(*parts, source),
    )


def _content(resource: PackagePath) -> bytes:
    path = located(resource)
    try:
        return path.read_bytes()
    except OSError as error:
        raise PluginError(f"the driver {path} cannot be read: {error}") from error


def _compiled(
    submission: Submission,
    language: Language,
    source: str,
    files: dict[str, BoxFile],
    sandbox: Sandbox,
) -> Prepared | Refusal:
    words = _compile_words(language, submission.flags)
    key = build_key((*words, source), compilers(language), files)
    with being_built(key) as place:
        built = kept_build(place)
        if built is None:
            fresh = _freshly_built(language, words, source, files, sandbox)
            if isinstance(fresh, Refusal):
                return fresh
            built = fresh
            keep_build(place, built)
    main = _main_of(language, source, built)
    if main is None:
        return Refusal(
            verdict=Verdict.CE, reason=f"it compiles, but {language.title} finds no main in it"
        )
    return Prepared(
        language=language,
        files={
            f"{_BUILD}/{name}": BoxFile(data=data, executable=True) for name, data in built.items()
        },
        words=_run_words(language, submission.flags),
        source=source,
        main=main,
    )


def _freshly_built(
    language: Language,
    words: tuple[str, ...],
    source: str,
    files: Mapping[str, BoxFile],
    sandbox: Sandbox,
) -> dict[str, bytes] | Refusal:
    """Compile; return the files that came of it, by their names in the folder of the build."""
    with sandbox.open(files) as box:
        values = {"source": box.path(source), "build": ".", "python": box.path(PYTHON)}
        command = [_filled(word, values) for word in words]
        run = box.run(command, b"", COMPILE_LIMITS, BUILD_LIMITS)
        said = _said(run)
    if run.ending is Ending.CANCELLED:
        raise SandboxError("compiling was cancelled")
    fault = _fault(run, words[0], said)
    if fault:
        return Refusal(verdict=Verdict.CE, reason=fault, detail=said)
    return {artefact.name: artefact.data for artefact in run.artefacts}


def _said(run: Run) -> str:
    """Return what a compiler printed, without our folders' names."""
    text = (run.stdout + run.stderr).decode("utf-8", "backslashreplace")
    return without_box_folders(text).replace(_FROM_BUILD, "")[:_DETAIL_CHARACTERS]


def _fault(run: Run, compiler: str, said: str) -> str:
    """Return the sentence that says why nothing came of compiling, or ""."""
    if run.ending is Ending.NOT_STARTED:
        return f"{compiler} could not be started: {run.start_error}"
    if run.ending is not Ending.EXITED:
        told = run.start_error or run.ending.value
        return f"compiling it did not come to an end: {compiler} stopped with {told}"
    if run.exit_status:
        return f"it does not compile: {_first_error(said) or f'exit status {run.exit_status}'}"
    return "" if run.artefacts else "compiling it produced no program"


def _first_error(said: str) -> str:
    """Return the line that tells of the first error, with the next where it only announces it."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    at = next((at for at, line in enumerate(lines) if _ERROR.search(line)), len(lines) - 1)
    found = lines[at : at + 2] if lines and lines[at].endswith(":") else lines[at : at + 1]
    return " ".join(found)


def _main_of(language: Language, source: str, built: Mapping[str, bytes]) -> str | None:
    """Return what ``{main}`` stands for; None where a main is wanted and none of the files has it.

    Where several have one, the file that is named like the source comes first, and an inner class
    last.
    """
    if not language.main_pattern:
        return ""
    pattern = re.compile(language.main_pattern.encode("latin-1"))
    stem = PurePosixPath(source).stem
    mains = [PurePosixPath(name) for name, data in built.items() if pattern.match(data)]
    mains.sort(key=lambda path: (path.stem != stem, "$" in path.stem, path))
    return ".".join(mains[0].with_suffix("").parts) if mains else None
