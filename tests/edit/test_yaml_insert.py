"""YAML files of the user's get additions at the right place, or not at all."""

from __future__ import annotations

import pytest
import yaml

from pincite.edit.blocks import without_blocks
from pincite.edit.yaml_insert import dumped, has_item, tree_of, with_item, with_keys

ITEM = "- repo: local\n  hooks:\n    - id: pincite\n"

LISTS = {
    "flush with the key": "repos:\n- repo: local  # ours\n  hooks:\n  - {id: own}\n",
    "indented": "repos:\n  - repo: a\n    hooks:\n      - id: x\n",
    "followed by a key and its comment": "repos:\n  - repo: a\n    hooks: [x]  # why\n\n# of the next\nci: 1\n",
    "no final line end": "repos:\n- repo: a",
    "line ends of Windows": "repos:\r\n- repo: a\r\n  rev: v1\r\nci: {skip: [a]}\r\n",
    "a block scalar at the end": "repos:\n- repo: a\n  args: |\n    one\n    two\n\nci: 1\n",
    "an empty value at the end": "repos:\n- search:\nci: 1\n",
    "wide scripts": "# 決定\nrepos:\n- repo: 鍵\nname: ü\n",
    "a document start and end": "---\nrepos:\n- repo: a\n...\n",
    "tags of Python": "x: !!python/name:os.system\nrepos:\n- repo: !ENV [A, b]\n",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_an_item_goes_to_the_end_of_its_list(text: str) -> None:
    new = with_item(text, "repos", ITEM, "hooks")
    assert new is not None
    assert without_blocks(new) == text
    tree = dict(tree_of(new))
    old = dict(tree_of(text))
    assert tree["repos"] == [*old["repos"], *tree_of(ITEM)]
    assert {**tree, "repos": 0} == {**old, "repos": 0}


UNSURE = {
    "flow style": "repos: [{repo: a}]\n",
    "empty": "repos: []\n",
    "null": "repos:\n",
    "absent": "other: 1\n",
    "an alias at the end": "base: &b {repo: z}\nrepos:\n- repo: a\n- *b\n",
    "a list in a list": "repos:\n- - a\n  - b\nx: [}\n",
    "not YAML": "repos:\n\t- a: b: c\n",
    "no mapping": "- repos\n",
    "several documents": "repos:\n- repo: a\n---\nrepos:\n- repo: b\n",
}


@pytest.mark.parametrize("text", UNSURE.values(), ids=UNSURE)
def test_what_is_not_certain_is_left_alone(text: str) -> None:
    assert with_item(text, "repos", ITEM, "hooks") is None


@pytest.mark.parametrize("text", ["", "# only a comment\n", "a: 1", "a:\n  - b\n", "a: |\n  text\n"])
def test_keys_go_to_the_end(text: str) -> None:
    new = with_keys(text, "docs_dir: wiki\nplugins:\n  - search\n", "site")
    assert new is not None
    assert tree_of(new) == (tree_of(text) or ()) + (("docs_dir", "wiki"), ("plugins", ["search"]))
    assert without_blocks(new) == text


@pytest.mark.parametrize("text", ["a: 1\n...\n", "{a: 1}\n", "  a: 1\n", "- a\n", "a: |\n  text\n  ", "x: ]"])
def test_keys_that_would_not_be_keys_are_not_added(text: str) -> None:
    new = with_keys(text, "docs_dir: wiki\n", "site")
    assert new is None or tree_of(new) == (*tree_of(text), ("docs_dir", "wiki"))


def test_items_are_found_as_words_and_as_keys() -> None:
    tree = tree_of("plugins:\n- search: {lang: en}\n- pincite\n")
    assert has_item(tree, "plugins", "search")
    assert has_item(tree, "plugins", "pincite")
    assert has_item(tree_of("plugins: {pincite: {}}"), "plugins", "pincite")
    assert not has_item(tree, "plugins", "tags")
    assert not has_item(tree_of("plugins: pincite"), "plugins", "pincite")


@pytest.mark.parametrize("text", ["no", "12:30", "a: b", "# x", "Ours", "決定", "a'b\"c", "long " * 40])
def test_a_dumped_text_reads_back_as_text(text: str) -> None:
    assert yaml.safe_load(f"key: {dumped(text.strip())}") == {"key": text.strip()}
