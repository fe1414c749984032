"""From a submission to its files in a box and its command."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from runtimes import needs_language

from judge.errors import PluginError
from judge.models import BoxFile, Ending, Limits, Run, Submission, TaskId, Verdict
from judge.puzzle import Driver, PackagePath
from judge.sandbox import alone as turns
from judge.sandbox import builds
from judge.sandbox.boxes import SupervisedBox
from judge.sandbox.builds import Prepared, Refusal, prepare
from judge.sandbox.kept import build_key, keep_build, kept_build
from judge.sandbox.languages import LanguageTable, language_of
from judge.sandbox.plain import PlainSandbox

LANGUAGES = LanguageTable.with_extra(())
HELLO_C = 'int puts(const char *); int main(void) { puts("hello"); }'


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Give each test a place of its own for builds that are kept."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(turns, "cache_folder", lambda: folder)
    turns.private_folder.cache_clear()
    yield folder
    turns.private_folder.cache_clear()


class CountingSandbox(PlainSandbox):
    """Counts the boxes that are opened."""

    def __init__(self) -> None:
        self.opened = 0

    def open(self, files: Mapping[str, BoxFile], shown: Sequence[str] = ()) -> SupervisedBox:
        self.opened += 1
        return super().open(files, shown)


def submission(
    name: str, source: str | bytes, others: Mapping[str, bytes] | None = None, **facts: Any
) -> Submission:
    path = Path("somewhere", name)
    language = LANGUAGES.by_suffix(path.suffix)
    assert language is not None
    needs_language(language.name)
    data = source if isinstance(source, bytes) else source.encode()
    return Submission(
        name=name,
        contestant="",
        path=path,
        task=TaskId(puzzle="none", task="none"),
        language=language.name,
        files={path.name: data, **(others or {})},
        **facts,
    )


def outcome(
    entry: Submission, driver: Driver | None = None, sandbox: PlainSandbox | None = None
) -> Prepared | Refusal:
    language = LANGUAGES.named(entry.language)
    return prepare(entry, language, driver, sandbox or PlainSandbox())


def ready(entry: Submission, driver: Driver | None = None) -> Prepared:
    prepared = outcome(entry, driver)
    assert isinstance(prepared, Prepared), prepared
    return prepared


def ran(prepared: Prepared, stdin: bytes = b"") -> Run:
    memory = Limits().memory_bytes
    limits = Limits(memory_bytes=memory + prepared.language.memory_floor_bytes)
    with PlainSandbox().open(prepared.files) as box:
        return box.run(prepared.command(box, memory), stdin, limits)


def said(entry: Submission, stdin: bytes = b"") -> str:
    run = ran(ready(entry), stdin)
    assert (run.ending, run.exit_status) == (Ending.EXITED, 0), run
    return run.stdout.decode()


@pytest.mark.parametrize("name", ["random.py", "-x.py", "sp ace é.py", "json.class.py"])
def test_a_program_may_be_named_like_anything(name: str) -> None:
    source = "import random, json, sys; print(random.random() < 1, sys.argv[1:])"
    assert said(submission(name, source)) == "True []\n"


def test_a_python_program_sees_no_site_packages_but_has_what_site_brings() -> None:
    source = """
import sys
for name in 'judge', 'judge_plugins', 'yaml', 'pytest':
    try:
        __import__(name)
    except ImportError:
        continue
    print(name)
print([path for path in sys.path if 'packages' in path], callable(exit), callable(quit))
"""
    assert said(submission("a.py", source)) == "[] True True\n"


def test_further_files_keep_their_names_and_nothing_is_compiled_beside_them() -> None:
    others = {
        "pieces.py": b"import os\nWORD = 'piece'\nFILES = os.listdir(os.path.dirname(__file__))"
    }
    source = "import pieces; print(pieces.WORD, sorted(pieces.FILES))"
    prepared = ready(submission("game.py", source, others))
    with PlainSandbox().open(prepared.files) as box:
        for _ in range(2):
            run = box.run(prepared.command(box), b"", Limits())
            assert run.stdout == b"piece ['.python', 'pieces.py', 'submission.py']\n"


def test_a_further_file_may_bear_the_neutral_name() -> None:
    others = {"submission.py": b"WORD = 'other'"}
    assert said(submission("game.py", "import submission; print(submission.WORD)", others)) == (
        "other\n"
    )


def test_flags_go_between_interpreter_and_file() -> None:
    assert said(submission("a.pl", "print uc", flags=("-n",)), b"one\ntwo\n") == "ONE\nTWO\n"
    word = submission("a.c", "int puts(); int main() { puts(WORD); }", flags=('-DWORD="flag"',))
    assert said(word) == "flag\n"


class TestJavaScript:
    """CommonJS or ES module, by suffix and content alone."""

    KIND = "console.log(typeof require)"

    @pytest.mark.parametrize(
        ("name", "source", "kind"),
        [
            ("a.js", KIND, "function"),
            ("a.cjs", KIND, "function"),
            ("a.mjs", KIND, "undefined"),
            ("a.js", f"import 'fs'; {KIND}", "undefined"),
            ("a.js", f"export default 1; {KIND}", "undefined"),
            ("a.js", f"await 0; {KIND}", "undefined"),
            ("a.js", f"import('fs'); {KIND}", "function"),
            ("a.js", f"// import export await\n{KIND}", "function"),
        ],
    )
    def test_a_module_is_known_by_what_only_a_module_may_say(
        self, name: str, source: str, kind: str
    ) -> None:
        assert said(submission(name, source)) == f"{kind}\n"

    def test_what_is_neither_fails_when_it_runs(self) -> None:
        run = ran(ready(submission("a.js", "import x frm 'y'")))
        assert run.exit_status == 1
        assert b"SyntaxError" in run.stderr

    def test_a_package_json_above_has_no_say(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "package.json").write_text('{"type": "module"}')
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        others = {"word.js": b"module.exports = 'word'"}
        assert said(submission("a.js", "console.log(require('./word.js'))", others)) == "word\n"

    def test_a_submission_may_bring_its_own(self) -> None:
        others = {
            "package.json": b'{"type": "module"}',
            "word.js": b"export default 'word'",
        }
        source = "import word from './word.js'; console.log(word)"
        assert said(submission("a.mjs", source, others)) == "word\n"


class TestJava:
    """Where the class lies and which one is started."""

    MAIN = 'public static void main(String... a) { System.out.println("┏hello"); }'

    @pytest.mark.parametrize(
        "source",
        [
            f"class A {{ {MAIN} }}",
            f"public class Main {{ {MAIN} }}",
            f"class B {{}} public final class Main {{ class C {{}} {MAIN} }}",
            f'/* public class No */ class B {{ String s = "public class No"; }} '
            f"public class Yes {{ {MAIN} }}",
            f"package a.b; public interface Main {{ {MAIN} }}",
            f"class Z {{ public static class Y {{}} {MAIN} }} class A {{ int main; }}",
            f"enum E {{ X; {MAIN} }}",
            f"class A {{ static void go(String[] a) {{ Z.main(a); }} }} class Z {{ {MAIN} }}",
            f"class A {{ public void main(String[] a) {{}} }} class Z {{ {MAIN} }}",
            f"class A {{ static void main(String[] a) {{}} }} class Z {{ {MAIN} }}",
            "class Z { static public @Deprecated final synchronized strictfp void "
            'main(String a[]) throws Exception { System.out.println("┏hello"); } }',
        ],
    )
    def test_the_main_class_is_found_whatever_the_file_is_called(self, source: str) -> None:
        assert said(submission("box-simulate.java", source)) == "┏hello\n"

    def test_the_public_class_s_main_comes_first(self) -> None:
        source = (
            "class A { public static void main(String[] a) { System.out.println(1); } }"
            "public class B { public static void main(String[] a) { System.out.println(2); } }"
        )
        assert said(submission("x.java", source)) == "2\n"

    def test_the_heap_is_bounded_by_the_limit(self) -> None:
        source = (
            "class A { public static void main(String[] a) {"
            " System.out.println(Runtime.getRuntime().maxMemory() >> 20); } }"
        )
        prepared = ready(submission("x.java", source))
        limits = Limits(memory_bytes=2**30)
        with PlainSandbox().open(prepared.files) as box:
            run = box.run(prepared.command(box, 100 * 2**20), b"", limits)
        assert 80 <= int(run.stdout) <= 100


def test_a_language_that_is_not_here_is_not_graded() -> None:
    language = language_of(
        {
            "name": "brain",
            "title": "Brain",
            "suffixes": [".b"],
            "source": "x.b",
            "run": ["no-such-interpreter", "{source}"],
            "version": ["x"],
            "package": "brainery",
        }
    )
    refusal = prepare(submission("x.py", ""), language, None, PlainSandbox())
    assert refusal == Refusal(
        verdict=Verdict.NG,
        reason="Brain is not graded here: no-such-interpreter is not here; "
        "install the package brainery",
    )


class TestCompiling:
    """Once, by content, within limits, and with what the compiler says."""

    def test_a_compile_error_names_the_first_error_and_hides_our_folders(self) -> None:
        refusal = outcome(submission("x.c", "int main(void) {\n  return nought;\n}"))
        assert isinstance(refusal, Refusal)
        assert refusal.verdict is Verdict.CE
        assert refusal.reason.startswith("it does not compile: submission.c:2:10: error: ")
        assert "nought" in refusal.detail
        assert "/tmp" not in refusal.detail

    @pytest.mark.parametrize(
        ("said", "told"),
        [
            ("Compilation failed: 1 error(s)\nx.cs(3): error CS1: no\n", "x.cs(3): error CS1: no"),
            ("\nx.hs:2:14: error:\n    Not in scope\n  |\n", "x.hs:2:14: error: Not in scope"),
            ("note: all errors follow\n../sub/x.go:1:2: undefined: a\n", "x.go:1:2: undefined: a"),
            ("", "exit status 1"),
        ],
    )
    def test_the_first_error_is_told_whatever_a_compiler_s_style(
        self, said: str, told: str
    ) -> None:
        row = {
            "name": "shout",
            "title": "Shout",
            "suffixes": [".py"],
            "source": "submission.shout",
            "compile": ["sh", "-c", 'printf %s "$1"; exit 1', "sh", said, "{source}"],
            "run": ["{build}/x"],
            "version": ["sh"],
            "package": "dash",
        }
        refusal = prepare(submission("x.py", ""), language_of(row), None, PlainSandbox())
        assert isinstance(refusal, Refusal)
        assert refusal.reason == f"it does not compile: {told}"

    def test_the_same_source_is_compiled_once_for_all_processes(self) -> None:
        sandbox = CountingSandbox()
        first = outcome(submission("a.c", HELLO_C), sandbox=sandbox)
        again = outcome(submission("b.c", HELLO_C), sandbox=sandbox)
        assert sandbox.opened == 1
        assert first == again

    @pytest.mark.parametrize("change", [{"source": HELLO_C + "\n"}, {"flags": ("-O0",)}])
    def test_another_source_or_flag_is_another_build(self, change: dict[str, Any]) -> None:
        sandbox = CountingSandbox()
        outcome(submission("a.c", HELLO_C), sandbox=sandbox)
        outcome(submission("a.c", **{"source": HELLO_C, **change}), sandbox=sandbox)
        assert sandbox.opened == 2

    def test_two_threads_compile_the_same_source_once(self) -> None:
        sandbox = CountingSandbox()
        entry = submission("a.c", HELLO_C)
        threads = [threading.Thread(target=outcome, args=(entry, None, sandbox)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sandbox.opened == 1

    def test_judges_that_run_at_once_compile_the_same_source_once(self, tmp_path: Path) -> None:
        needs_language("c")
        code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from test_builds import HELLO_C, CountingSandbox, outcome, submission
sandbox = CountingSandbox()
outcome(submission("a.c", HELLO_C), sandbox=sandbox)
print(sandbox.opened)
"""
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        judges = [
            subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE)
            for _ in range(3)
        ]
        assert sorted(judge.communicate()[0] for judge in judges) == [b"0\n", b"0\n", b"1\n"]

    def test_an_error_is_not_kept(self) -> None:
        sandbox = CountingSandbox()
        for _ in range(2):
            assert isinstance(outcome(submission("a.c", "int"), sandbox=sandbox), Refusal)
        assert sandbox.opened == 2

    def test_a_compiler_that_takes_too_long_is_ended(self, monkeypatch: pytest.MonkeyPatch) -> None:
        limits = Limits(time_s=0.05, wall_s=20, memory_bytes=2**31)
        monkeypatch.setattr(builds, "COMPILE_LIMITS", limits)
        refusal = outcome(
            submission("x.cpp", "#include <regex>\n#include <iostream>\nint main(){}")
        )
        assert isinstance(refusal, Refusal)
        assert refusal.verdict is Verdict.CE
        assert "did not come to an end: g++ stopped with cpu limit" in refusal.reason

    def test_a_compiler_s_long_speech_is_cut(self) -> None:
        refusal = outcome(submission("x.c", "int main(void) {" + "x = 1;\n" * 5000 + "}"))
        assert isinstance(refusal, Refusal)
        assert len(refusal.detail) <= 16 * 1024

    def test_a_class_without_main_is_a_compile_error(self) -> None:
        refusal = outcome(submission("x.java", "class A {}"))
        assert isinstance(refusal, Refusal)
        assert "finds no main" in refusal.reason

    def test_the_program_cannot_be_read_beside_its_build(self) -> None:
        assert set(ready(submission("a.c", HELLO_C)).files) == {"build/program"}


class TestKeptBuilds:
    """Builds on disk."""

    def test_what_is_kept_comes_back(self, tmp_path: Path) -> None:
        files = {"a": b"\0\xff", "sub/é": b""}
        keep_build(tmp_path / "key", files)
        assert kept_build(tmp_path / "key") == files
        assert kept_build(tmp_path / "other") is None

    @pytest.mark.parametrize("damage", [b"", b"\xff" * 100, b"\1\0\0\0\0\0\0\0"])
    def test_a_damaged_build_is_made_again(self, tmp_path: Path, damage: bytes) -> None:
        (tmp_path / "key").write_bytes(damage)
        assert kept_build(tmp_path / "key") is None

    def test_a_changed_build_is_made_again(self, tmp_path: Path) -> None:
        keep_build(tmp_path / "key", {"program": b"good"})
        kept = (tmp_path / "key").read_bytes()
        (tmp_path / "key").write_bytes(kept.replace(b"good", b"evil"))
        assert kept_build(tmp_path / "key") is None

    def test_the_oldest_are_forgotten(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("judge.sandbox.kept._MOST_BUILDS", 3)
        for number in range(6):
            keep_build(tmp_path / f"key-{number}", {"a": b"x"})
        assert len(list(tmp_path.glob("key-*"))) == 3

    def test_another_compiler_is_another_build(self, tmp_path: Path) -> None:
        compiler = tmp_path / "cc"
        compiler.write_bytes(b"one")
        one = build_key(("cc",), [str(compiler)], {})
        compiler.write_bytes(b"other")
        assert build_key(("cc",), [str(compiler)], {}) != one


class TestClasses:
    """A driver runs the class; it gets its parts and the class as arguments."""

    @pytest.fixture
    def driver(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
        package = tmp_path / "drivers_for_builds"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "main.py").write_text(
            "import sys, os\n"
            "print([os.path.basename(word) for word in sys.argv])\n"
            "exec(open(sys.argv[-1]).read())\n"
            "print(open(sys.argv[1]).read(), Thing.word, sys.stdin.read())\n"
        )
        (package / "part.txt").write_text("part")
        monkeypatch.syspath_prepend(tmp_path)
        return Driver(
            language="python",
            main=PackagePath(package="drivers_for_builds", path="main.py"),
            parts=(PackagePath(package="drivers_for_builds", path="part.txt"),),
        )

    def test_a_class_is_run_by_its_driver(self, driver: Driver) -> None:
        entry = submission("x.class.py", "class Thing: word = 'word'")
        assert ran(ready(entry, driver), b"input").stdout.decode().splitlines() == [
            "['main.py', 'part.txt', 'submission.py']",
            "part word input",
        ]

    def test_flags_reach_the_interpreter_of_a_class(self, driver: Driver) -> None:
        entry = submission("x.class.py", "class Thing: word = __debug__", flags=("-O",))
        assert ran(ready(entry, driver)).stdout.decode().splitlines()[1] == "part False "

    def test_a_class_that_does_not_compile_fails_when_it_runs(self, driver: Driver) -> None:
        run = ran(ready(submission("x.class.py", "class"), driver))
        assert run.exit_status == 1
        assert b"SyntaxError" in run.stderr

    def test_a_driver_that_is_not_there_is_the_plugin_s_fault(self) -> None:
        absent = PackagePath(package="judge", path="drivers/nothing.py")
        with pytest.raises(PluginError, match=r"drivers/nothing\.py"):
            outcome(submission("x.class.py", ""), Driver(language="python", main=absent))
