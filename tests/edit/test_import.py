"""Decision records become pages that cite them; a second run makes nothing."""

from __future__ import annotations

import pytest

from conftest import Repo
from pincite.cli import main

NYGARD = (
    "# {n}. {title}\n\nDate: {date}\n\n## Status\n\n{status}\n\n## Context\n\nIt is [slow](x.md).\n\n"
    "## Decision\n\n{title} now.\n"
)
MADR = '---\nstatus: rejected\ndate: 2026-09-04\n---\n# Use dashes\n\n## Decision Outcome\n\nChosen: "dashes".\n'


@pytest.fixture
def records(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.chdir(repo.root)
    old = NYGARD.format(n=1, title="Use MySQL", date="2026-09-01", status="Superseded by [2. Use Postgres](0002-pg.md)")
    repo.write("docs/adr/0001-mysql.md", old)
    repo.write("docs/adr/0002-pg.md", NYGARD.format(n=2, title="Use Postgres", date="2026-09-02", status="Accepted"))
    repo.write("docs/adr/0003-dashes.md", MADR)
    repo.commit()
    return repo


def test_records_become_pages_with_status_date_and_supersession(records: Repo) -> None:
    assert main(["import", "adr", "docs/adr"]) == 0
    old = (records.root / "wiki/decisions/adr-0001-use-mysql.md").read_text()
    new = (records.root / "wiki/decisions/adr-0002-use-postgres.md").read_text()
    assert "## 2026-09-01 ~~Use MySQL~~ (superseded 2026-09-02)\n" in old
    assert "## 2026-09-02 Use Postgres (supersedes [[adr-0001-use-mysql#2026-09-01 Use MySQL]])\n" in new
    assert "- **Decision:** Use Postgres now.\n- **Why:** It is slow.\n- **Source:** `docs/adr/0002-pg.md:15`\n" in new
    assert "- **Status:** rejected\n" in (records.root / "wiki/decisions/adr-0003-use-dashes.md").read_text()
    records.git("add", "-A")
    assert main(["check"]) == 0
    assert main(["import", "adr", "docs/adr"]) == 0
    assert records.git("diff") == ""
    assert records.git("status", "--porcelain", "docs") == ""


def test_a_folder_without_records_is_said(records: Repo) -> None:
    assert main(["import", "adr", "docs"]) == 2
