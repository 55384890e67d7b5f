"""The fast indexer makes the entries that Material's own parser makes."""

import re
from types import SimpleNamespace

import pytest

from pincite.site.searching import parts, speed_up

PAGES = [
    "<p>only text</p>",
    '<h1 id="t">Title</h1>\n<p>lead <em>x</em> &amp; y</p>\n<h2 id="a">A <code>b</code></h2><p>one\n two</p>',
    '<p>before</p><h2 id="a">A<a class="headerlink" href="#a">¶</a></h2><pre><code>a\n  b</code></pre>',
    "<ul>\n<li>1</li>\n<li><p>2</p></li></ul>",
    '<h2 id="a">A</h2><section><h3 id="b">B</h3><p>x</p></section>',
    '<h1 id="t">T</h1><p></p><p>a<br>b<img src="x" alt="y"></p><table><tr><td>cell</td></tr></table>',
    '<h1 id="t">T</h1><div data-search-exclude><p>not <b>this</b></p><hr></div><p>this</p>',
    '<h2 id="密">密钥</h2><p>轮换</p>',
    "",
]


def entries(html, fast):
    from material.plugins.search.plugin import SearchIndex

    index = SearchIndex(lang=["en"], separator=" ", pipeline=[], fields={})
    if fast:
        speed_up(index)
    index.add_entry_from_context(SimpleNamespace(content=html, toc=[], url="p/", title="P", meta={}))
    return [(e["location"], e["title"], re.sub(r"\s+", "", e["text"])) for e in index.entries]


@pytest.mark.parametrize("html", PAGES)
def test_the_entries_are_those_of_material(html):
    assert entries(html, fast=True) == entries(html, fast=False)


def test_what_only_the_eye_needs_is_left_out():
    html = '<h2 id="a">A</h2><p>x<button class="pc-open" aria-label="y"></button></p>'

    assert ["".join(part.text) for part in parts(html)] == ["", "<p>x</p>"]
