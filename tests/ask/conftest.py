"""A small wiki with a chain of decisions, in a repository."""

import pytest

KEYS = """## 2026-10-03 Keep 4 signing keys (supersedes [[#2026-09-30 Keep 3 signing keys]])

- **Decision:** Keep 4 keys, add one every 30 days.
- **Why:** The remember-me cookie lives 75 days ([[cookies]]).
- **Rejected:** 5 keys: every bad token costs one more check.
- **Open:** Should the clock start at deployment?
- **Source:** `src/signing.py:2` "KEYS_KEPT = 4"

## 2026-09-30 ~~Keep 3 signing keys~~ (superseded 2026-10-03)

- **Decision:** Keep 3 keys.
- **Source:** conversation, 2026-09-30
"""
COOKIES = """## 2026-10-01 Cookies are remembered for 75 days

- **Decision:** The remember-me cookie lives 75 days.
- **Depends on:** [[keys#2026-10-03 Keep 4 signing keys]]
- **Source:** conversation, 2026-10-01
"""


@pytest.fixture
def wiki(repo):
    """Return a repository with two pages of decisions, a page without any, and the code that they cite."""
    repo.write("src/signing.py", '"""Sign."""\nKEYS_KEPT = 4\n\n\ndef sign(value):\n    return value\n')
    repo.page("wiki/decisions/keys.md", KEYS, "Signing keys")
    repo.page("wiki/decisions/cookies.md", COOKIES, "Cookies")
    repo.page("wiki/architecture.md", "Requests pass a proxy, then the workers.", "Architecture")
    repo.index("keys", "cookies", "architecture")
    repo.write("wiki/log.md", "# Log\n\n## [2026-10-03] capture | Keep 4 signing keys\n\n- [[keys]]\n")
    repo.commit("wiki")
    return repo
