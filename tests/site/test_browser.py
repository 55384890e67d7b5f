"""The site as a reader meets it, in a real browser: with and without script, by keyboard, on a phone, in the dark."""

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator

import pytest

pytestmark = pytest.mark.browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]  # fmt: skip
PAGES = ("", "decisions/signing-keys/", "decisions/remember-me/", "overview/", "timeline/", "health/", "graph/",
         "tags/", "pages/", "log/", "404.html")  # fmt: skip


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory, demo_site) -> Iterator[str]:
    """Return the address of the demo site, served below the path of its site_url, as it would be at a host."""
    root = tmp_path_factory.mktemp("served")
    shutil.copytree(demo_site.root, root / "app")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    port = server.server_address[1]
    for file in (root / "app").rglob("*"):  # instant navigation compares addresses with those of the sitemap
        if file.suffix in (".html", ".xml"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace("https://wiki.example.org", f"http://127.0.0.1:{port}"), encoding="utf-8")
    yield f"http://127.0.0.1:{port}/app/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    from playwright.sync_api import sync_playwright

    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    assert program, "no Chromium on PATH: tests/install-browser.sh"
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def page(browser, address):
    """Return a page of a fresh profile; it fails the test where anything is asked of another host or goes wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = context.new_page()
    foreign, errors = [], []
    origin = address.removesuffix("app/")
    made.on("request", lambda r: foreign.append(r.url) if not r.url.startswith((origin, "data:", "blob:")) else None)
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.on("console", lambda m: errors.append(m.text) if m.type == "error" and "404" not in m.text else None)
    yield made
    context.close()
    assert foreign == []
    assert errors == []


def titles(page):
    """Return the titles of the events that can be seen."""
    return [e.inner_text() for e in page.locator(".pc-event__title").all() if e.is_visible()]


def test_the_timeline_is_filtered_and_the_filter_stands_in_the_address(page, address):
    """By kind, page, person and text; empty months go; a reload and a shared address show the same."""
    page.goto(address + "timeline/")
    assert len(titles(page)) == 4

    page.select_option("select[name=kind]", "capture")
    assert titles(page) == ["Keep 4 signing keys", "Keep 3 signing keys", "A remembered session lives 60 days"]
    assert page.locator(".pc-count").inner_text() == "3"
    assert not page.locator("#y2025").is_visible()
    assert page.locator("#y2026").is_visible()
    page.select_option("select[name=page]", "signing-keys")
    page.fill("input[name=text]", "ADD keep")
    assert titles(page) == ["Keep 3 signing keys"]
    assert sorted(page.url.partition("?")[2].split("&")) == ["kind=capture", "page=signing-keys", "text=ADD+keep"]

    page.reload()
    assert titles(page) == ["Keep 3 signing keys"]
    page.click(".pc-filter__clear")
    assert len(titles(page)) == 4
    assert "?" not in page.url
    page.select_option("select[name=who]", "Grace")
    assert titles(page) == ["Keep 4 signing keys"]


def test_the_timeline_is_complete_without_script(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "timeline/")

    assert len(titles(page)) == 4
    assert not page.locator("form.pc-filter").is_visible()
    context.close()


def test_lines_are_shown_in_place_without_script(browser, address):
    """The preview is a native popover: it opens, closes with Escape, and needs no script."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "decisions/signing-keys/")
    opener = page.locator(".pc-open").first
    panel = page.locator("#" + opener.get_attribute("popovertarget"))

    assert not panel.is_visible()
    opener.focus()
    page.keyboard.press("Enter")
    assert panel.is_visible()
    assert "KEYS_KEPT = 4" in panel.inner_text()
    assert panel.locator("mark").count() == 2
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    context.close()


def test_a_link_into_a_folded_entry_opens_it(page, address):
    """Loaded from an address, and followed within the page."""
    anchor = "2026-09-30-keep-3-signing-keys"
    page.goto(address + "decisions/signing-keys/#" + anchor)
    page.wait_for_selector(f"[id='{anchor}']:visible")
    assert page.locator("details.pc-older").get_attribute("open") is not None

    page.goto(address + "decisions/signing-keys/")
    assert not page.locator(f"[id='{anchor}']").is_visible()
    page.click(".pc-relation--older a")
    page.wait_for_selector(f"[id='{anchor}']:visible")


def test_every_page_survives_instant_navigation(browser, tmp_path_factory, page, address):
    """Going from page to page inside the site, the timeline still filters and previews still open."""
    page.goto(address)
    page.click("nav.md-nav--primary a:has-text('Remember me')")
    page.wait_for_url("**/remember-me/")
    page.click("nav.md-nav--primary a:has-text('Timeline')")
    page.wait_for_url("**/timeline/")
    page.wait_for_selector("form.pc-filter:visible")
    page.select_option("select[name=kind]", "note")
    assert titles(page) == ["First notes"]
    page.click("nav.md-nav--primary a:has-text('Signing keys')")
    page.wait_for_url("**/signing-keys/")
    page.locator(".pc-open").first.click()
    page.wait_for_selector(".pc-pop:visible")


WORDS = (("轮换", "overview/"), ("旧密钥", "overview/"), ("signing", "signing-keys/"), ("mobile", "signing-keys/"))


@pytest.mark.parametrize(("words", "found"), WORDS)
def test_the_search_finds_a_word_within_a_sentence(page, address, words, found):
    """Also in scripts that put no space between words, with what is installed with Material."""
    page.goto(address)
    page.click(".md-search__input")
    page.keyboard.type(words)
    page.keyboard.press("End")  # an input method's last key; text that is put in at once is not noticed
    page.wait_for_selector(".md-search-result__link")

    assert any(found in link.get_attribute("href") for link in page.locator(".md-search-result__link").all())


def test_the_search_does_not_index_what_is_shown_twice(page, address):
    """Neither previews of code nor generated pages; and what is found nowhere is not found."""
    page.goto(address)
    page.click(".md-search__input")
    page.keyboard.type("ROTATION")
    page.wait_for_function("document.querySelector('.md-search-result__meta').textContent.includes('No matching')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_has_a_serious_barrier(browser, address, scheme, width):
    """axe-core finds nothing serious or critical on any page, in both schemes, on a desktop and a phone."""
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    barriers = []
    for name in PAGES:
        page.goto(address + name)
        page.evaluate("document.querySelectorAll('details').forEach((box) => { box.open = true })")
        for violation in Axe().run(page).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                barriers += [f"{name} {violation['id']}: {node['html'][:160]}" for node in violation["nodes"]]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    context.close()
    assert barriers == []


def test_the_preview_has_no_serious_barrier(page, address):
    from axe_playwright_python.sync_playwright import Axe

    page.goto(address + "decisions/signing-keys/")
    page.locator(".pc-open").first.click()

    found = [v["id"] for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert found == []


def test_a_printed_page_has_its_text_and_no_buttons(page, address):
    page.goto(address + "decisions/signing-keys/")
    page.emulate_media(media="print")

    assert page.locator("text=Keep 4 keys, drop the oldest").first.is_visible()
    assert not page.locator(".pc-open").first.is_visible()


def test_the_graph_is_walked_by_keyboard(page, address):
    """Each dot is a link with a name."""
    page.goto(address + "graph/")
    dot = page.locator(".pc-graph a:has(circle)").first
    dot.focus()
    name = dot.get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_url("**/decisions/**")

    assert "Keep" in name or "Ask" in name or "remembered" in name


def test_nothing_outside_the_site_is_asked_for(page, address):
    """Fonts, scripts, stars of the forge: the fixture fails on any such request."""
    for name in PAGES:
        page.goto(address + name)
        page.wait_for_load_state("networkidle")
