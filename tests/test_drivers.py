"""The programs that run class submissions through a session."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from runtimes import needs

from judge.puzzle import PackagePath
from judge.resources import located
from judge.transcript import JAVASCRIPT_DRIVER, PYTHON_DRIVER

NIM_PY = """\
class Nim:
    def __init__(self, *heaps):
        assert len(heaps) > 1, "ongeldige stapels"
        self.heaps = list(heaps)
    def __repr__(self):
        return f"Nim({', '.join(map(str, self.heaps))})"
    def __str__(self):
        return "\\n".join(f"{i}: {'|' * heap}" for i, heap in enumerate(self.heaps, 1))
    def wegnemen(self, i, j):
        if not 0 < i <= len(self.heaps) or not 0 < j <= self.heaps[i - 1]:
            raise AssertionError("ongeldige zet")
        self.heaps[i - 1] -= j
        return self
    def isafgelopen(self):
        return not any(self.heaps)
    def __add__(self, other):
        return Nim(*[a + b for a, b in zip(self.heaps, other.heaps)])
"""

NIM_JS = """\
class Nim {
  constructor(...heaps) {
    if (heaps.length < 2) throw { name: "AssertionError", message: "ongeldige stapels" };
    this.heaps = heaps;
  }
  repr() { return `Nim(${this.heaps.join(", ")})`; }
  toString() { return this.heaps.map((heap, i) => `${i + 1}: ${"|".repeat(heap)}`).join("\\n"); }
  wegnemen(i, j) {
    if (!(j > 0 && j <= this.heaps[i - 1])) {
      throw { name: "AssertionError", message: "ongeldige zet" };
    }
    this.heaps[i - 1] -= j;
    return this;
  }
  isafgelopen() { return this.heaps.every((heap) => heap === 0); }
  plus(other) {
    return new this.constructor(...this.heaps.map((heap, i) => heap + other.heaps[i]));
  }
}
"""

SESSION = """\
Nim 3
Nim 3 1
wegnemen 1 2
repr
wegnemen 1 2
str
+ 1 5
isafgelopen
"""

REPLIES = """\
AssertionError: ongeldige stapels
Nim(1, 1)
AssertionError: ongeldige zet
1: |
2: |
Nim(2, 6)
false
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Runs a class in one language through sessions of nim or loop."""

    folder: Path
    interpreter: Sequence[str]
    driver: PackagePath
    suffix: str

    def run(
        self, source: str, session: str, *, puzzle: str = "nim", name: str = ""
    ) -> subprocess.CompletedProcess[str]:
        adapter = PackagePath(
            package="judge_plugins", path=f"{puzzle}/drivers/{puzzle}{self.suffix}"
        )
        path = self.folder / (name or f"{puzzle}-session.class{self.suffix}")
        path.write_text(source, encoding="utf-8")
        return subprocess.run(
            [*self.interpreter, str(located(self.driver)), str(located(adapter)), str(path)],
            input=session,
            capture_output=True,
            cwd=self.folder,
            env={"LC_ALL": "C", "PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": str(self.folder)},
            encoding="utf-8",
            timeout=30,
            check=False,
        )

    def printed(self, source: str, session: str, *, puzzle: str = "nim", name: str = "") -> str:
        """Return what is printed in a session that ends well."""
        done = self.run(source, session, puzzle=puzzle, name=name)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


@pytest.fixture
def python(tmp_path: Path) -> Bench:
    return Bench(folder=tmp_path, interpreter=(sys.executable,), driver=PYTHON_DRIVER, suffix=".py")


@pytest.fixture
def node(tmp_path: Path) -> Bench:
    return Bench(
        folder=tmp_path,
        interpreter=(needs("node", "nodejs"),),
        driver=JAVASCRIPT_DRIVER,
        suffix=".js",
    )


def test_a_python_class_speaks_the_protocol(python: Bench) -> None:
    assert python.printed(NIM_PY, SESSION) == REPLIES


def test_a_javascript_class_speaks_the_protocol(node: Bench) -> None:
    assert node.printed(NIM_JS, SESSION) == REPLIES


@pytest.mark.parametrize(
    "changed",
    [
        NIM_JS + "module.exports = { Nim };",
        NIM_JS + "exports.Nim = Nim;",
        NIM_JS.replace("class Nim", "exports.Nim = class"),
        NIM_JS.replace("class Nim", "module.exports = class Nim") + "\nlet Nim = module.exports;",
        NIM_JS.replace("class Nim", "var Nim = class"),
        NIM_JS.replace("class Nim", "const Nim = class"),
        NIM_JS.replace("class Nim", "Nim = class"),
        "const require = 1, module = {}, exports = module;" + NIM_JS,
        NIM_JS.replace("class Nim", "globalThis.Nim = class"),
        '"use strict";\n' + NIM_JS + "// no line end after this remark",
        "#!/usr/bin/env node\n" + NIM_JS,
        "\ufeff" + NIM_JS,
        NIM_JS + "module.exports = Nim;\nreturn;",
        "export " + NIM_JS,
        "export default " + NIM_JS,
        "export default " + NIM_JS.replace("class Nim", "class"),
        NIM_JS + "export { Nim };",
        NIM_JS + "export default { Nim };",
        'import assert from "assert";\n' + NIM_JS,
        'import assert from "assert";\n' + NIM_JS.replace("class Nim", "export const Nim = class"),
        'const assert = await import("assert");\n' + NIM_JS,
        "if (require.main === module) console.log('a test of its own');\n" + NIM_JS,
    ],
)
def test_a_javascript_class_is_found_however_the_file_offers_it(node: Bench, changed: str) -> None:
    assert node.printed(changed, SESSION) == REPLIES


def test_an_mjs_file_is_a_module_and_may_import_its_neighbour(node: Bench) -> None:
    (node.folder / "rule.mjs").write_text("export const least = 2;\n")
    source = 'import { least } from "./rule.mjs";\n' + NIM_JS.replace(
        "heaps.length < 2", "heaps.length < least"
    )
    assert node.printed(source, SESSION, name="nim-session.class.mjs") == REPLIES
    assert sorted(path.name for path in node.folder.iterdir()) == [
        "nim-session.class.mjs",
        "rule.mjs",
    ]


def test_a_constructor_function_is_a_javascript_class_too(node: Bench) -> None:
    source = """
        function Nim(...heaps) { this.heaps = heaps; }
        Nim.prototype.repr = function () { return "Nim(" + this.heaps.join(", ") + ")"; };
    """
    assert node.printed(source, "Nim 1 2\nrepr\n") == "Nim(1, 2)\n"


@pytest.mark.parametrize(
    "thrown",
    [
        'const e = new Error("ongeldige zet"); e.name = "AssertionError"; throw e;',
        'throw { name: "AssertionError", message: "ongeldige zet" };',
        'require("assert")(false, "ongeldige zet");',
        'throw new (require("assert").AssertionError)({ message: "ongeldige zet" });',
        "class AssertionError extends Error { get name() { return 'AssertionError'; } }"
        'throw new AssertionError("ongeldige zet");',
    ],
)
def test_what_is_thrown_under_the_name_assertion_error_is_a_reply(node: Bench, thrown: str) -> None:
    source = NIM_JS.replace("this.heaps[i - 1] -= j;", thrown)
    assert node.printed(source, "Nim 1 2\nwegnemen 1 1\nrepr\n") == (
        "AssertionError: ongeldige zet\nNim(1, 2)\n"
    )


@pytest.mark.parametrize("raised", ["AssertionError('ongeldige zet')", "Illegal('ongeldige zet')"])
def test_an_assertion_error_or_a_subclass_of_it_is_a_reply(python: Bench, raised: str) -> None:
    source = "class Illegal(AssertionError): pass\n" + NIM_PY.replace(
        "self.heaps[i - 1] -= j", f"raise {raised}"
    )
    assert python.printed(source, "Nim 1 2\nwegnemen 1 1\nrepr\n") == (
        "AssertionError: ongeldige zet\nNim(1, 2)\n"
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("raise ValueError('ongeldige zet')", "ValueError: ongeldige zet"),
        ("import sys; sys.exit(0)", "called exit"),
        ("raise SystemExit", "called exit"),
        ("raise BaseException('x')", "BaseException: x"),
        ("self.heaps[i]", "IndexError"),
    ],
)
def test_any_other_python_exception_ends_the_session_in_failure(
    python: Bench, changed: str, said: str
) -> None:
    source = NIM_PY.replace("self.heaps[i - 1] -= j", changed)
    done = python.run(source, "Nim 1 2\nrepr\nwegnemen 2 1\nrepr\n")
    assert (done.returncode, done.stdout) == (1, "Nim(1, 2)\n")
    assert said in done.stderr


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ('throw new Error("ongeldige zet");', "Error: ongeldige zet"),
        ("process.exit(0);", "ended before the session did"),
        ("throw null;", "thrown: null"),
        ('throw "AssertionError";', 'thrown: "AssertionError"'),
        ("throw { message: 'x' };", 'an object without a stack was thrown, message: "x"'),
        ("this.heaps.x.y;", "TypeError"),
    ],
)
def test_anything_else_thrown_in_javascript_ends_the_session_in_failure(
    node: Bench, changed: str, said: str
) -> None:
    source = NIM_JS.replace("this.heaps[i - 1] -= j;", changed)
    done = node.run(source, "Nim 1 2\nrepr\nwegnemen 2 1\nrepr\n")
    assert (done.returncode, done.stdout) == (1, "Nim(1, 2)\n")
    assert said in done.stderr


@pytest.mark.parametrize(
    ("changed", "instead"),
    [
        ("return", "None"),
        ("return 5", "another object (int)"),
        ("return Nim(*self.heaps)", "another object (Nim)"),
    ],
)
def test_a_python_mutator_returns_the_very_object(
    python: Bench, changed: str, instead: str
) -> None:
    source = NIM_PY.replace("return self\n", f"{changed}\n")
    source += "    def __eq__(self, other):\n        return True\n"
    assert python.printed(source, "Nim 1 2\nwegnemen 2 1\nrepr\n") == (
        'SessionError: "> wegnemen 2 1" must return the very object it was called on, '
        f"but returned {instead}\n"
    )


@pytest.mark.parametrize(
    ("changed", "instead"),
    [
        ("return;", "undefined"),
        ("return 5;", "5"),
        ("return new Nim(...this.heaps);", "another object"),
    ],
)
def test_a_javascript_mutator_returns_the_very_object(
    node: Bench, changed: str, instead: str
) -> None:
    source = NIM_JS.replace("return this;", changed)
    assert node.printed(source, "Nim 1 2\nwegnemen 2 1\nrepr\n") == (
        'SessionError: "> wegnemen 2 1" must return the very object it was called on, '
        f"but returned {instead}\n"
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("self.heaps[0] += 1; return Nim(7, 7)", "left one was Nim(1, 2) and became Nim(2, 2)"),
        ("other.heaps.pop(); return Nim(7, 7)", "right one was Nim(3, 4) and became Nim(3)"),
        ("return self", "must return a new object, but returned its left operand"),
        ("return other", "must return a new object, but returned its right operand"),
    ],
)
def test_a_python_sum_is_new_and_leaves_its_operands(
    python: Bench, changed: str, said: str
) -> None:
    source = NIM_PY.replace("return Nim(*[a", f"{changed}; Nim(*[a")
    printed = python.printed(source, "Nim 1 2\n+ 3 4\nrepr\n")
    assert printed.startswith('SessionError: "> + 3 4" must ')
    assert said in printed


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("this.heaps[0] += 1; return new Nim(7, 7);", 'left one was "Nim(1, 2)" and became'),
        ("other.heaps.pop(); return new Nim(7, 7);", 'right one was "Nim(3, 4)" and became'),
        ("return this;", "must return a new object, but returned its left operand"),
        ("return other;", "must return a new object, but returned its right operand"),
    ],
)
def test_a_javascript_sum_is_new_and_leaves_its_operands(
    node: Bench, changed: str, said: str
) -> None:
    source = NIM_JS.replace("plus(other) {", f"plus(other) {{ {changed}")
    printed = node.printed(source, "Nim 1 2\n+ 3 4\nrepr\n")
    assert printed.startswith('SessionError: "> + 3 4" must ')
    assert said in printed


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("1", "1 (int, not bool)"),
        ("0", "0 (int, not bool)"),
        ("'true'", "'true' (str, not bool)"),
        ("None", "(NoneType, not bool)"),
        ("[]", "(list, not bool)"),
        ("True", "true"),
    ],
)
def test_a_python_boolean_is_not_made_of_anything_else(
    python: Bench, value: str, shown: str
) -> None:
    source = NIM_PY.replace("not any(self.heaps)", value)
    assert python.printed(source, "Nim 0 0\nisafgelopen\n") == f"{shown}\n"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("1", "1 (number, not boolean)"),
        ("'true'", '"true" (string, not boolean)'),
        ("undefined", "undefined (undefined, not boolean)"),
        ("null", "null (object, not boolean)"),
        ("new Boolean(true)", "object (object, not boolean)"),
        ("1n", "1 (bigint, not boolean)"),
        ("Symbol('true')", "symbol (symbol, not boolean)"),
        ("true", "true"),
    ],
)
def test_a_javascript_boolean_is_not_made_of_anything_else(
    node: Bench, value: str, shown: str
) -> None:
    source = NIM_JS.replace("this.heaps.every((heap) => heap === 0)", value)
    assert node.printed(source, "Nim 0 0\nisafgelopen\n") == f"{shown}\n"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("5", "5 (number, not string)"),
        ("new String('Nim(1, 2)')", "object (object, not string)"),
        ("['Nim(1, 2)']", "object (object, not string)"),
        ("this", "object (object, not string)"),
    ],
)
def test_a_javascript_text_is_not_made_of_anything_else(
    node: Bench, value: str, shown: str
) -> None:
    source = NIM_JS.replace("`Nim(${this.heaps.join(", f"{value}; (`Nim(${{this.heaps.join(")
    source = source.replace('", ")})`; }', '", ")})`); }')
    assert node.printed(source, "Nim 1 2\nrepr\n") == f"{shown}\n"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("def boven(self): return True", "true"),
        ("@property\n    def boven(self): return True", "true"),
        ("boven = False", "false"),
        ("boven = 1", "1 (int, not bool)"),
    ],
)
def test_a_side_of_a_python_tile_is_a_method_or_a_property(
    python: Bench, form: str, expected: str
) -> None:
    source = (
        f"class Tegel:\n    def __init__(self, number=0): pass\n    {form}\nclass OneindigeLus: 0\n"
    )
    assert python.printed(source, "Tegel\nboven\n", puzzle="loop") == f"{expected}\n"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("boven() { return true; }", "true"),
        ("get boven() { return true; }", "true"),
        ("boven = false;", "false"),
        ("get boven() { return 1; }", "1 (number, not boolean)"),
    ],
)
def test_a_side_of_a_javascript_tile_is_a_method_or_a_property(
    node: Bench, form: str, expected: str
) -> None:
    source = f"class Tegel {{ {form} }}\nclass OneindigeLus {{}}"
    assert node.printed(source, "Tegel\nboven\n", puzzle="loop") == f"{expected}\n"


@pytest.mark.parametrize("call", ["Tegel", "Tegel 5", "OneindigeLus 4 9 12 12 6", "Tegel 0.5"])
def test_python_classes_get_their_arguments_as_the_exercise_has_them(
    python: Bench, call: str
) -> None:
    source = """
class Tegel:
    def __init__(self, *given): self.given = given
    def __str__(self): return repr(self.given)
class OneindigeLus(Tegel): pass
"""
    numbers = [json.loads(word) for word in call.split()[1:]]
    given = (numbers[1:], numbers[0]) if "Lus" in call else tuple(numbers)
    assert python.printed(source, f"{call}\ntoString\n", puzzle="loop") == f"{given!r}\n"


def test_javascript_classes_get_their_arguments_as_the_exercise_has_them(node: Bench) -> None:
    source = """
class Tegel {
  constructor(...given) { this.given = given; }
  toString() { return JSON.stringify(this.given); }
}
class OneindigeLus extends Tegel {}
"""
    session = 'Tegel\ntoString\nTegel 0.5\ntoString\nTegel "5"\ntoString\nTegel true\ntoString\n'
    session += "OneindigeLus 4 9 12\ntoString\n"
    assert node.printed(source, session, puzzle="loop") == (
        '[]\n[0.5]\n["5"]\n[true]\n[[9,12],4]\n'
    )


def test_a_missing_python_class_is_named(python: Bench) -> None:
    done = python.run("class Tegel: pass\n", "Tegel\n", puzzle="loop")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no class OneindigeLus found in loop-session.class.py" in done.stderr


def test_a_missing_javascript_class_is_named(node: Bench) -> None:
    done = node.run("class Tegel {}\n", "Tegel\n", puzzle="loop")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no class OneindigeLus found in loop-session.class.js" in done.stderr


def test_a_python_file_that_does_not_parse_fails_with_its_place(python: Bench) -> None:
    done = python.run("class Nim:\n    def", "Nim 1 2\n")
    assert done.returncode == 1
    assert "nim-session.class.py" in done.stderr
    assert "SyntaxError" in done.stderr


def test_a_javascript_file_that_does_not_parse_fails_with_its_place(node: Bench) -> None:
    done = node.run("class Nim {\n  repr( { }\n}", "Nim 1 2\n")
    assert done.returncode == 1
    assert "nim-session.class.js:" in done.stderr
    assert "SyntaxError" in done.stderr


def test_an_assertion_that_fails_while_loading_is_no_reply(python: Bench, node: Bench) -> None:
    for bench, source in (
        (python, NIM_PY + "raise AssertionError('ongeldige zet')"),
        (node, NIM_JS + "require('assert')(false, 'ongeldige zet');"),
    ):
        done = bench.run(source, "Nim 1 2\nrepr\n")
        assert (done.returncode, done.stdout) == (1, "")
        assert "ongeldige zet" in done.stderr


def test_a_python_class_that_replaces_builtins_is_still_run_and_read(python: Bench) -> None:
    hostile = """
import builtins, io, json, os, sys
for name in ("repr", "str", "len", "print", "getattr", "isinstance", "type", "zip", "callable"):
    setattr(builtins, name, lambda *_: "replaced")
builtins.AssertionError = ValueError
json.loads = os.write = lambda *_: "replaced"
sys.stdout = io.StringIO()
sys.stdout.write("lost")
"""
    source = NIM_PY.replace("Nim:", "Nim:\n    from builtins import map, enumerate, any", 1)
    source = source.replace("raise AssertionError", "raise REFUSED")
    source = source.replace("len(heaps) > 1", "heaps[1:]").replace("len(self.heaps)", "2")
    source = source.replace(
        "', '.join(map(str, self.heaps))", "', '.join(f'{h}' for h in self.heaps)"
    )
    source = "REFUSED = AssertionError\nfrom builtins import zip\n" + source + hostile
    assert python.printed(source, SESSION) == REPLIES


def test_a_javascript_class_that_replaces_prototypes_is_still_run_and_read(node: Bench) -> None:
    hostile = """
const refuse = () => "replaced";
console.log = process.stdout.write = JSON.stringify = Reflect.apply = refuse;
Reflect.construct = Buffer.from = require("fs").writeSync = process.exit = refuse;
String.prototype.toString = Array.prototype.map = refuse;
Array.prototype[Symbol.iterator] = Array.prototype.some = Array.prototype.slice = refuse;
Promise.prototype.then = Function.prototype.call = Function.prototype.apply = refuse;
Object.keys = Object.hasOwn = refuse;
"""
    source = """
class Nim {
  constructor(a, b) { this.a = a; this.b = b; }
  repr() { return `Nim(${this.a}, ${this.b})`; }
  wegnemen(i, j) {
    if (j > this.a) throw { name: "AssertionError", message: "ongeldige zet" };
    this.a -= j;
    return this;
  }
  isafgelopen() { return this.a === 0; }
  plus(other) { return new Nim(this.a + other.a, this.b + other.b); }
}
"""
    session = "Nim 1 2\n+ 3 4\nrepr\nwegnemen 1 2\nwegnemen 1 1\nisafgelopen\n"
    assert node.printed(source + hostile, session) == (
        "Nim(4, 6)\nNim(1, 2)\nAssertionError: ongeldige zet\ntrue\n"
    )


def test_what_a_class_prints_itself_is_marked_among_the_replies(python: Bench, node: Bench) -> None:
    session = "Nim 5 5\nrepr\nwegnemen 1 2\nrepr\n"
    replies = "Nim(5, 5)\n(printed by the class) taken\nNim(3, 5)\n"
    chatty = NIM_PY.replace("return self\n", "print('taken'); return self\n")
    assert python.printed(chatty, session) == replies
    chatty = NIM_JS.replace("return this", "console.log('taken'); return this")
    assert node.printed(chatty, session) == replies


def test_a_message_that_is_printed_does_not_pass_for_one_that_is_thrown(
    python: Bench, node: Bench
) -> None:
    session = "Nim 5 5\nwegnemen 9 9\nrepr\n"
    replies = "(printed by the class) AssertionError: ongeldige zet\nNim(5, 5)\n"
    message = "'AssertionError: ongeldige zet'"
    for printing in (f"print({message})", f"import sys; sys.stdout.write({message} + '\\n')"):
        source = NIM_PY.replace('raise AssertionError("ongeldige zet")', f"{printing}; return self")
        assert python.printed(source, session) == replies
    for printing in (f"console.log({message})", f"process.stdout.write({message} + '\\n')"):
        source = NIM_JS.replace(
            'throw { name: "AssertionError", message: "ongeldige zet" }', f"{printing}; return this"
        )
        assert node.printed(source, session) == replies


def test_a_class_finds_the_input_empty(python: Bench, node: Bench) -> None:
    reading = NIM_PY.replace(
        "return self\n", "import sys; print(repr(sys.stdin.read())); return self\n"
    )
    assert python.printed(reading, "Nim 5 5\nwegnemen 1 2\nrepr\n") == (
        "(printed by the class) ''\nNim(3, 5)\n"
    )
    reading = NIM_JS.replace(
        "return this", "console.log(require('fs').readFileSync(0, 'utf8').length); return this"
    )
    assert node.printed(reading, "Nim 5 5\nwegnemen 1 2\nrepr\n") == (
        "(printed by the class) 0\nNim(3, 5)\n"
    )


def test_the_replies_stand_when_a_class_ends_the_process(python: Bench) -> None:
    source = NIM_PY.replace("return self\n", "import os; os._exit(0)\n")
    assert python.printed(source, "Nim 5 5\nrepr\nwegnemen 1 2\nrepr\n") == "Nim(5, 5)\n"


def test_closing_standard_output_does_not_close_the_replies(python: Bench) -> None:
    source = NIM_PY.replace("return self\n", "import sys; sys.stdout.close(); return self\n")
    done = python.run(source, "Nim 5 5\nwegnemen 1 2\nrepr\n")
    assert done.stdout == "Nim(3, 5)\n"


def test_a_python_file_is_no_main_module_and_keeps_its_tests_to_itself(python: Bench) -> None:
    source = NIM_PY + "\nif __name__ == '__main__':\n    print('tests of its own')\n"
    assert python.printed(source, "Nim 1 2\nrepr\n") == "Nim(1, 2)\n"


def test_dataclasses_work_in_a_python_submission(python: Bench) -> None:
    source = """
from __future__ import annotations
from dataclasses import dataclass
@dataclass
class Nim:
    a: int
    b: int
"""
    assert python.printed(source, "Nim 1 2\nrepr\n") == "Nim(a=1, b=2)\n"


@pytest.mark.parametrize("name", ["json.py", "types.py", "builtins.py", "submission.py"])
def test_a_python_submission_may_bear_the_name_of_a_module(python: Bench, name: str) -> None:
    assert python.printed(NIM_PY, SESSION, name=name) == REPLIES


def test_a_python_submission_may_import_its_neighbour(python: Bench) -> None:
    (python.folder / "heaps.py").write_text("def total(heaps): return sum(heaps)\n")
    source = "from heaps import total\n" + NIM_PY.replace(
        "not any(self.heaps)", "not total(self.heaps)"
    )
    assert python.printed(source, "Nim 0 0\nisafgelopen\n") == "true\n"


def test_replies_are_utf_8_in_any_locale(python: Bench, node: Bench) -> None:
    tile = "class Tegel:\n    def __str__(self): return '┻é\\ud800'\nclass OneindigeLus: 0\n"
    assert python.printed(tile, "Tegel\ntoString\n", puzzle="loop") == "┻é\\ud800\n"
    tile = "class Tegel { toString() { return '┻é'; } }\nclass OneindigeLus {}"
    assert node.printed(tile, "Tegel\ntoString\n", puzzle="loop") == "┻é\n"


def test_long_replies_pass_a_full_pipe_whole(node: Bench) -> None:
    source = NIM_JS.replace("return this;", "console.log('x'); return this;")
    heap = 300_000
    printed = node.printed(source, f"Nim {heap} 1\nwegnemen 2 1\nstr\nstr\n")
    assert printed == "(printed by the class) x\n" + f"1: {'|' * heap}\n2: \n" * 2
