"""The graph: what ties decisions to each other and to code, each tie with its provenance."""

import json

import pytest

from pincite.ask.code import Code, is_test, within
from pincite.ask.mentions import mentions
from pincite.cli import main
from pincite.parse.grammar import Grammar
from pincite.parse.page import parse_page
from pincite.repo.repository import open_repository
from pincite.repo.snapshot import open_snapshot
from pincite.symbols import read_symbols

CODE = '''"""Sign."""
KEYS_KEPT = 4


class Signer:
    def sign(self, value):
        return derive_key(value)

    def unsign(self, value):
        raise SignatureExpired(value)


def derive_key(value):
    return value


class SignatureExpired(Exception):
    pass
'''
KEYS = """## 2026-10-03 Keep 4 signing keys (supersedes [[#2026-09-30 Keep 3 signing keys]])

- **Decision:** Keep 4 keys; `derive_key` makes them, and SignatureExpired tells their end.
- **Source:** `src/signing.py:6-7`

## 2026-09-30 ~~Keep 3 signing keys~~ (superseded 2026-10-03)

- **Decision:** Keep 3 keys.
- **Source:** `src/signing.py:2`
"""
AGE = """## 2026-10-04 max_age is 90 days

- **Decision:** At most 90 days.
- **Depends on:** [[keys#2026-10-03 Keep 4 signing keys]]
- **Source:** `src/signing.py#Signer.unsign`, `raw/talk.md:1`
"""
ENTRY = "wiki/keys.md#2026-10-03-keep-4-signing-keys"
OLD = "wiki/keys.md#2026-09-30-keep-3-signing-keys"
LIMIT = "wiki/age.md#2026-10-04-max_age-is-90-days"


@pytest.fixture
def coded(repo, monkeypatch):
    """Return a repository whose decisions lean on code, the working directory in it."""
    repo.write("src/signing.py", CODE)
    repo.write("tests/test_signing.py", "def derive_key():\n    pass\n")
    repo.write("raw/talk.md", "90 days it is\n")
    repo.page("wiki/keys.md", KEYS)
    repo.page("wiki/age.md", AGE)
    repo.page("wiki/prose.md", "A page about [[age]].")
    repo.index("keys", "age", "prose")
    repo.commit("wiki")
    monkeypatch.chdir(repo.root)
    return repo


def run(capsys, *arguments):
    assert main([*arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def graph(coded, capsys):
    """Return the graph as JSON."""
    return json.loads(run(capsys, "graph", "--json"))


def ties(graph, relation):
    return {(one["source"], one["target"], one["confidence"]) for one in graph["links"] if one["relation"] == relation}


def test_the_graph_is_in_node_link_form(graph):
    assert (graph["version"], graph["directed"], graph["multigraph"]) == (1, True, True)
    ids = {node["id"] for node in graph["nodes"]}
    assert {(one["source"] in ids, one["target"] in ids) for one in graph["links"]} == {(True, True)}
    assert set(graph["links"][0]) == {
        "source", "target", "relation", "confidence", "source_file", "source_location", "line"
    }  # fmt: skip
    entry = next(node for node in graph["nodes"] if node["id"] == ENTRY)
    assert entry == {
        "id": ENTRY, "label": "Keep 4 signing keys", "kind": "entry", "file_type": "document",
        "source_file": "wiki/keys.md", "source_location": "L6", "line": 6, "status": "live",
    }  # fmt: skip


def test_what_is_read_is_extracted(graph):
    assert ties(graph, "supersedes") == {(ENTRY, OLD, "EXTRACTED")}
    assert ties(graph, "depends_on") == {(LIMIT, ENTRY, "EXTRACTED")}
    assert ties(graph, "links_to") == {("wiki/prose.md", "wiki/age.md", "EXTRACTED")}
    assert ties(graph, "cites") == {
        (ENTRY, "src/signing.py", "EXTRACTED"),
        (ENTRY, "src/signing.py#Signer.sign", "EXTRACTED"),
        (OLD, "src/signing.py", "EXTRACTED"),
        (OLD, "src/signing.py#KEYS_KEPT", "EXTRACTED"),
        (LIMIT, "src/signing.py", "EXTRACTED"),
        (LIMIT, "src/signing.py#Signer.unsign", "EXTRACTED"),
        (LIMIT, "raw/talk.md", "EXTRACTED"),
    }
    assert ("wiki/index.md", "wiki/age.md", "EXTRACTED") in ties(graph, "lists")


def test_a_name_that_one_definition_bears_is_inferred(graph):
    assert ties(graph, "mentions") == {
        (ENTRY, "src/signing.py#derive_key", "INFERRED"),
        (ENTRY, "src/signing.py#SignatureExpired", "INFERRED"),
    }


def test_a_name_that_two_definitions_bear_ties_nothing(coded, capsys):
    coded.write("src/other.py", "def derive_key():\n    pass\n")
    coded.commit()

    found = ties(json.loads(run(capsys, "graph", "--json")), "mentions")

    assert found == {(ENTRY, "src/signing.py#SignatureExpired", "INFERRED")}


def test_a_name_of_another_library_ties_nothing(coded, capsys):
    coded.write("src/user.py", "from keyring import derive_key\nfrom src.signing import SignatureExpired\n")
    coded.commit()

    found = ties(json.loads(run(capsys, "graph", "--json")), "mentions")

    assert found == {(ENTRY, "src/signing.py#SignatureExpired", "INFERRED")}


def test_a_name_that_only_a_test_defines_ties_nothing(coded, capsys):
    coded.write("tests/test_more.py", "def only_here():\n    pass\n")
    coded.page("wiki/prose.md", "As `only_here` shows.")
    coded.commit()

    assert "only_here" not in run(capsys, "graph", "--json")


def test_fields_and_inner_functions_are_meant_by_their_whole_name_alone(coded, capsys):
    coded.write(
        "src/more.py", "class A:\n    key_length = 1\n    def key_method(self):\n        def key_inner(): pass\n"
    )
    coded.page("wiki/prose.md", "`key_length`, `key_method`, `key_inner` and `A.key_length`.")
    coded.commit()

    found = {target for source, target, _ in ties(json.loads(run(capsys, "graph", "--json")), "mentions")
             if source == "wiki/prose.md"}  # fmt: skip

    assert found == {"src/more.py#A.key_method", "src/more.py#A.key_length"}


@pytest.mark.parametrize("name", ["src.signing.Signer.sign", "signing.Signer.sign", "Signer.sign"])
def test_a_name_may_have_its_module_in_front(coded, capsys, name):
    coded.page("wiki/prose.md", f"See `{name}`.")
    coded.commit()

    assert ("wiki/prose.md", "src/signing.py#Signer.sign", "INFERRED") in ties(
        json.loads(run(capsys, "graph", "--json")), "mentions"
    )


def test_a_definition_hangs_on_its_class_and_that_on_its_file(graph):
    assert {
        ("src/signing.py", "src/signing.py#Signer", "EXTRACTED"),
        ("src/signing.py#Signer", "src/signing.py#Signer.sign", "EXTRACTED"),
        ("wiki/keys.md", ENTRY, "EXTRACTED"),
    } <= ties(graph, "contains")


def test_a_pinned_commit_is_a_node(coded, capsys):
    commit = coded.git("rev-parse", "HEAD")
    coded.page("wiki/prose.md", f"Pinned: `src/signing.py@{commit[:10]}:2`.")

    graph = json.loads(run(capsys, "graph", "--json"))

    assert ties(graph, "pinned_to") == {("wiki/prose.md", commit[:10], "EXTRACTED")}


def test_the_graph_in_words_counts_its_ties(coded, capsys):
    out = run(capsys, "graph")

    assert "depends_on     EXTRACTED" in out
    assert "without Graphify's code graph" in out
    assert "→ depends_on " + ENTRY in run(capsys, "graph", "age#2026-10-04-max_age-is-90-days")


IN = {"file_type": "code", "source_file": "src/signing.py"}
GRAPHIFY = {
    "directed": False,
    "nodes": [
        {"id": "a", "label": ".sign()", "source_location": "L6", **IN},
        {"id": "b", "label": "derive_key()", "source_location": "L13", **IN},
        {"id": "c", "label": "signing.py", "source_location": "L1", **IN},
        {"id": "d", "label": "why", "file_type": "rationale", "source_file": "src/signing.py", "source_location": "L1"},
        {"id": "e", "label": "gone()", "file_type": "code", "source_file": "src/gone.py", "source_location": "L1"},
    ],
    "links": [
        {"source": "a", "target": "b", "relation": "calls", "confidence": "EXTRACTED", "source_file": "src/signing.py",
         "source_location": "L7"},
        {"source": "c", "target": "b", "relation": "uses", "confidence": "AMBIGUOUS", "source_file": "src/signing.py"},
        {"source": "c", "target": "a", "relation": "contains", "confidence": "EXTRACTED"},
        {"source": "d", "target": "a", "relation": "rationale_for", "confidence": "EXTRACTED"},
        {"source": "a", "target": "e", "relation": "calls", "confidence": "EXTRACTED"},
    ],
}  # fmt: skip


def test_the_code_graph_of_graphify_is_joined(coded, capsys):
    coded.write("graphify-out/graph.json", json.dumps(GRAPHIFY))

    graph = json.loads(run(capsys, "graph", "--json"))

    sign, derive = "src/signing.py#Signer.sign", "src/signing.py#derive_key"
    assert ties(graph, "calls") == {(sign, derive, "EXTRACTED")}
    assert ties(graph, "uses") == {("src/signing.py", derive, "INFERRED")}
    assert ties(graph, "rationale_for") == set()
    assert [one["line"] for one in graph["links"] if one["relation"] == "calls"] == [7]


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "{}", '{"nodes": 3, "links": {}}', '{"nodes": [1, {"id": 2}], "links": [[]]}', "[" * 100_000,
     '{"nodes": [{"id": "a", "label": 1, "source_file": "src/signing.py", "source_location": "Lx"}], "links": [null]}'],
)  # fmt: skip
def test_a_strange_code_graph_is_no_error(coded, capsys, text):
    coded.write("graphify-out/graph.json", text)

    assert ties(json.loads(run(capsys, "graph", "--json")), "calls") == set()


def test_a_code_graph_outside_the_repository_is_not_read(coded, capsys, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "graph.json").write_text(json.dumps(GRAPHIFY))
    (coded.root / "graphify-out").symlink_to(tmp_path / "out")

    assert ties(json.loads(run(capsys, "graph", "--json")), "calls") == set()


def test_a_path_leads_from_a_decision_into_the_code(coded, capsys):
    coded.write("graphify-out/graph.json", json.dumps(GRAPHIFY))

    out = run(capsys, "path", "max_age is 90 days", "derive_key").splitlines()

    assert out == [
        "max_age is 90 days (entry, wiki/age.md:6)",
        f"  → depends_on {ENTRY}  [EXTRACTED wiki/age.md:9]",
        "Keep 4 signing keys (entry, wiki/keys.md:6)",
        "  → mentions src/signing.py#derive_key  [INFERRED wiki/keys.md:8]",
        "derive_key (symbol, src/signing.py:13)",
    ]


def test_a_path_as_json(coded, capsys):
    got = json.loads(run(capsys, "path", "age", "Keep 4 signing keys", "--json"))

    assert (got["version"], got["found"]) == (1, True)
    assert [(hop["relation"], hop["forward"]) for hop in got["hops"]] == [("contains", True), ("depends_on", True)]


def test_a_definition_that_no_page_names_can_be_asked_for(coded, capsys):
    coded.write("src/lonely.py", "def hermit():\n    pass\n")
    coded.commit()

    assert run(capsys, "path", "keys", "hermit").startswith("nothing ties wiki/keys.md to src/lonely.py#hermit")


def test_an_index_is_no_tie(coded, capsys):
    coded.page("wiki/alone.md", "Alone.")
    coded.index("keys", "age", "prose", "alone")
    coded.commit()

    assert run(capsys, "path", "keys", "alone").startswith("nothing ties")


@pytest.mark.parametrize(
    ("name", "words"),
    [("nonsense", "nothing is called nonsense"), ("deriv_key", "did you mean derive_key?"), ("nowhere.py", "nothing")],
)
def test_what_nothing_is_called_is_wrong_usage(coded, capsys, name, words):
    assert main(["path", "keys", name]) == 2
    assert words in capsys.readouterr().err


def test_a_name_of_several_things_is_wrong_usage(coded, capsys):
    coded.page("wiki/twin.md", "## 2026-10-04 max_age is 90 days\n\n- **Decision:** Twice.\n")
    coded.commit()

    assert main(["path", "max_age is 90 days", "keys"]) == 2
    assert "wiki/twin.md#2026-10-04-max_age-is-90-days" in capsys.readouterr().err


def resting(capsys, *arguments):
    return [one["title"] for one in json.loads(run(capsys, "impact", *arguments, "--json"))["decisions"]]


@pytest.mark.parametrize(
    ("place", "titles"),
    [
        ("src/signing.py:6", ["Keep 4 signing keys", "max_age is 90 days"]),
        ("src/signing.py:10", ["max_age is 90 days"]),
        ("src/signing.py:14", ["Keep 4 signing keys", "max_age is 90 days"]),
        ("src/signing.py:2", []),
        ("src/signing.py:3", []),
        ("src/signing.py#L6-L7", ["Keep 4 signing keys", "max_age is 90 days"]),
        ("src/signing.py", ["max_age is 90 days", "Keep 4 signing keys"]),
        ("src", ["max_age is 90 days", "Keep 4 signing keys"]),
        ("tests/test_signing.py", []),
    ],
)
def test_the_decisions_that_rest_on_lines(coded, capsys, place, titles):
    found = resting(capsys, place)

    assert sorted(found) == sorted(titles)
    assert place in ("src", "src/signing.py") or found == titles


def test_a_change_reaches_decisions_through_the_code(coded, capsys):
    coded.page("wiki/keys.md", KEYS.replace("`derive_key` makes", "something makes"))
    coded.write("graphify-out/graph.json", json.dumps(GRAPHIFY))

    got = json.loads(run(capsys, "impact", "src/signing.py:14", "--json"))["decisions"][0]

    assert got["title"] == "Keep 4 signing keys"
    assert [hop["relation"] for hop in got["hops"]] == ["cites", "calls"]
    assert [hop["target"] for hop in got["hops"]] == ["src/signing.py#Signer.sign", "src/signing.py#derive_key"]


def test_impact_tells_what_a_decision_depends_on(coded, capsys):
    out = run(capsys, "impact", "src/signing.py:10")

    assert out.splitlines() == [
        "max_age is 90 days  wiki/age.md:6",
        "  → cites src/signing.py:9-10  [EXTRACTED wiki/age.md:10]",
        "  rests on Keep 4 signing keys  wiki/keys.md:6",
    ]


def test_impact_of_what_is_staged(coded, capsys):
    coded.write("src/signing.py", CODE.replace("return derive_key(value)", "return derive_key(value + 1)"))
    assert resting(capsys, "--staged") == []

    coded.git("add", "-A")

    assert resting(capsys, "--staged") == ["Keep 4 signing keys", "max_age is 90 days"]


@pytest.mark.parametrize("arguments", [[], ["--staged", "src/signing.py"], ["src/signin.py"], ["../../etc/passwd"]])
def test_impact_of_nothing_is_wrong_usage(coded, arguments):
    assert main(["impact", *arguments]) == 2


def test_impact_of_what_no_decision_rests_on(coded, capsys):
    assert run(capsys, "impact", "wiki/index.md") == "No decision rests on this.\n"


def mentioned(text):
    page = parse_page("wiki/a.md", f"# T\n\n{text}\n".encode(), Grammar())
    return {one.name for one in mentions(page)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("`derive_key` and `Signer.sign()`", {"derive_key", "Signer.sign"}),
        ("`max_age=90`, `Vec::new`, `sign(value, salt=b'x')`", {"Vec.new", "sign"}),
        ("SignatureExpired, loads_unsafe and HMACKey in prose", {"SignatureExpired", "loads_unsafe", "HMACKey"}),
        ("Plain words, JavaScript too, at GitHub in 2026", {"JavaScript", "GitHub"}),
        ("`check`, `sign()`, `true`", {"sign"}),
        ("`__init__`, `hash()`, `ValueError`, `Signer.__init__`", {"Signer.__init__"}),
        ("`git commit -m x`, `a == b`, `src/a.py`, `--flag`, `id`, `x`", set()),
        ("```\nin_a_fence\n```\n<!-- in_a_comment -->", set()),
        ("[[some_page]] `src/some_file.py:3` [a_label](some_page.md)", set()),
    ],
)
def test_what_a_text_mentions(text, names):
    assert mentioned(text) == names


@pytest.mark.parametrize(
    "path", ["tests/a.py", "pkg/test/x.go", "test_a.py", "a_test.go", "src/a.spec.ts", "b.test.js"]
)
def test_tests_are_known_by_their_names(path):
    assert is_test(path)
    assert not is_test("src/contest.py")


def test_lines_belong_to_the_innermost_definition_around_and_the_outermost_within():
    symbols = read_symbols("a.py", CODE.encode())

    def names(*ranges):
        return [one.name for one in within(symbols, ranges)]

    assert names((7, 7)) == ["Signer.sign"]
    assert names((5, 18)) == ["Signer", "derive_key", "SignatureExpired"]
    assert names((6, 10)) == ["Signer", "Signer.sign", "Signer.unsign"]
    assert names((3, 3)) == []


def test_only_files_that_hold_a_name_are_parsed(coded):
    coded.write("src/big.py", "broken(\n")
    coded.write("src/sub.py", "class A:\n    def derive_key(self): pass\n")
    coded.commit()
    with open_repository(str(coded.root)) as repository:
        code = Code(open_snapshot(repository))
        found = code.bearing(["derive_key", "A.derive_key", "nothing"])

    assert [(path, one.name) for path, one in found["A.derive_key"]] == [("src/sub.py", "A.derive_key")]
    assert {path for path, _ in found["derive_key"]} == {"src/signing.py", "src/sub.py"}
    assert found["nothing"] == []
    assert code.problems == {}
