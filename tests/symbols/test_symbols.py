"""Definitions are found by name, in the languages whose grammar is there, and a missing grammar is told."""

import sys

import pytest

from pincite.symbols import Definition, has_symbols, read_symbols
from pincite.symbols.grammars import BY_ENDING

PYTHON = b"""\
MAX: int = 3
A, (B, C) = 1, (2, 3)

if MAX:
    def conditional(): pass

@decorator
class Signer:
    KEY = 1

    @property
    def key(self):
        local = 1
        def inner(): pass
        return inner

try:
    import x
except ImportError:
    x = None
"""

# Language: (file, source, the names it defines, and names that it must not)
LANGUAGES = {
    "python": (
        "a.py",
        PYTHON,
        "MAX A B C conditional Signer Signer.KEY Signer.key Signer.key.inner x",
        "local Signer.key.local",
    ),
    "javascript": (
        "a.mjs",
        b"export class Signer {\n  static MAX = 3;\n  #secret = 1;\n  sign(v) { const x = 1; return x; }\n}\n"
        b"export const verify = async (t) => { const inner = 2; };\nfunction plain() {}\n",
        "Signer Signer.MAX Signer.#secret Signer.sign verify plain",
        "x inner Signer.sign.x",
    ),
    "typescript": (
        "a.ts",
        b"export interface Opts { ttl: number; run(): void }\nexport type Id = string;\nenum Color { Green = 2 }\n"
        b"abstract class A<T> { private x = 1; abstract go(): void }\nnamespace N { export function f() {} }\n",
        "Opts Opts.ttl Opts.run Id Color Color.Green A A.x A.go N N.f",
        "T",
    ),
    "go": (
        "a.go",
        b"package p\nconst (\n  A = 1\n  B, C = 2, 3\n)\ntype Signer struct { Key string }\n"
        b"func New() *Signer { v := 1; return nil }\nfunc (s *Signer) Sign(v string) string { return v }\n"
        b"func (s Gen[T]) M() {}\n",
        "A B C Signer Signer.Key New Signer.Sign Gen.M",
        "v s New.v",
    ),
    "rust": (
        "a.rs",
        b"pub struct Signer { key: String }\nimpl Signer { pub fn sign(&self) -> u8 { let x = 1; 1 } }\n"
        b"impl<T> Trait for Wrapper<T> { fn go(&self) {} }\nmod inner { pub fn f() {} }\nenum E { A }\n",
        "Signer Signer.key Signer.sign Wrapper.go inner inner.f E E.A",
        "x T",
    ),
    "java": (
        "A.java",
        b"class A<T> { static final int MAX = 3, MIN = 1; A() {} void go(int x) { int y = 1; } enum E { X } }\n",
        "A A.MAX A.MIN A.A A.go A.E A.E.X",
        "y x A.go.y",
    ),
    "c": (
        "a.c",
        b"#define MAX 3\nstruct key { int n; };\nstatic int count = 0;\nenum e { RED };\n"
        b"static char *sign(const struct key *k, int n) { int local = 1; return 0; }\n",
        "MAX key key.n count e e.RED sign",
        "k local sign.key",
    ),
    "c++": (
        "a.hpp",
        b"namespace app { class Signer { int sign(int v) const; };\nint Signer::sign(int v) const { return v; }\n"
        b"template <typename T> T id(T v) { return v; } }\n",
        "app.Signer app.Signer.sign app.id",
        "v T",
    ),
    "ruby": (
        "a.rb",
        b"module App\n  MAX = 3\n  class Signer\n    def sign(v); x = 1; end\n    def self.make; end\n  end\nend\n",
        "App App.MAX App.Signer App.Signer.sign App.Signer.make",
        "x v",
    ),
    "c#": (
        "a.cs",
        b"namespace App { class Signer { int n = 1; int Key { get; } Signer() {}\n"
        b"int Sign(int v) { int x = 1; return v; } } }\n",
        "App.Signer App.Signer.n App.Signer.Key App.Signer.Signer App.Signer.Sign",
        "App.Signer.int x",
    ),
    "php": (
        "a.php",
        b"<?php\nconst MAX = 3;\nclass Signer { const K = 1; private $key = 1; function sign($v) { return $v; } }\n",
        "MAX Signer Signer.K Signer.key Signer.sign",
        "v",
    ),
    "kotlin": (
        "a.kt",
        b"const val MAX = 3\n\nclass Signer(val k: Int) {\n    val n = 1\n    fun sign(v: Int): Int {\n"
        b"        val x = 1\n        return v\n    }\n}\n\nobject Single {\n    fun go() {}\n}\n",
        "MAX Signer Signer.n Signer.sign Single Single.go",
        "x v",
    ),
    "bash": ("a.sh", b"MAX=3\nsign() { local x=1; }\nfunction other { echo; }\n", "MAX sign other", "x"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_its_definitions(language):
    path, source, names, not_names = LANGUAGES[language]
    if language != "python":
        pytest.importorskip(BY_ENDING[path.rpartition(".")[2]].module)

    found = {one.name for one in read_symbols(path, source).definitions}

    assert set(names.split()) <= found
    assert found.isdisjoint(not_names.split())


def test_a_definition_spans_its_decorators_and_its_body():
    symbols = read_symbols("a.py", PYTHON)

    assert symbols.named("Signer") == (Definition("Signer", "class", 7, 15),)
    assert symbols.named("Signer.key") == (Definition("Signer.key", "function", 11, 15),)


@pytest.mark.parametrize("symbol", ["Signer.key", "key", "Signer::key", "Signer#key", "Signer.key()"])
def test_a_symbol_is_found_by_its_whole_name_or_its_end(symbol):
    assert [one.name for one in read_symbols("a.py", PYTHON).named(symbol)] == ["Signer.key"]


def test_part_of_a_name_is_not_the_name():
    assert read_symbols("a.py", PYTHON).named("ey") == ()


def test_a_whole_name_beats_the_end_of_another():
    symbols = read_symbols("a.py", b"def key(): pass\nclass A:\n    def key(self): pass\n")

    assert [one.name for one in symbols.named("key")] == ["key"]


@pytest.mark.parametrize(
    ("first", "last", "name"), [(13, 13, "Signer.key"), (14, 14, "Signer.key.inner"), (9, 13, "Signer"), (1, 9, None)]
)
def test_the_innermost_definition_around_lines(first, last, name):
    found = read_symbols("a.py", PYTHON).around(first, last)

    assert (found.name if found else None) == name


@pytest.mark.parametrize("data", [b"def f(:\n", b"\x00", b"\xff\xfe", b"print 'python 2'", b"(" * 5000])
def test_what_is_not_python_has_a_problem_and_no_definitions(data, recwarn):
    symbols = read_symbols("a.py", data)

    assert symbols.definitions == ()
    assert symbols.problem.startswith("it is n")
    assert not list(recwarn)


def test_an_odd_escape_in_a_file_warns_nobody(recwarn):
    assert read_symbols("a.py", b"X = '\\d'\n").named("X")
    assert not list(recwarn)


def test_a_missing_grammar_says_what_to_install(monkeypatch):
    from pincite.symbols import treesitter

    treesitter._parser.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)
    symbols = read_symbols("a.go", b"package p\n")
    treesitter._parser.cache_clear()

    assert symbols.problem == "definitions of Go files need: pip install 'pincite[symbols]'"


@pytest.mark.parametrize("source", [b"", b"}}}{{{", b"\xff\xfe\x00", b"{" * 100_000])
@pytest.mark.parametrize("ending", sorted(BY_ENDING))
def test_any_bytes_are_read_without_an_error(ending, source):
    pytest.importorskip(BY_ENDING[ending].module)

    read_symbols(f"a.{ending}", source)


def test_other_files_are_not_code():
    assert not has_symbols("README.md")
    assert has_symbols("src/A.PY")
    assert read_symbols("README.md", b"x = 1").problem
