"""A small wiki that has everything the site can show, in a repository of its own."""

from conftest import Repo

SIGNING = '''"""Sign and verify tokens."""

from datetime import timedelta

ROTATION = timedelta(days=30)
KEYS_KEPT = {kept}


def keys(store):
    """Return the keys that still verify, newest first."""
    return store.newest(KEYS_KEPT)
'''
OLD = """## 2026-09-30 {title}

- **Decision:** Keep 3 keys, add one every 30 days.
- **Why:** A token lives 60 days at most.
- **Rejected:** 2 keys: a token of day 31 stops verifying.
- **Source:** `src/signing.py:5-6` "KEYS_KEPT = 3", `raw/conversations/keys.md:3`
"""
NEW = """## 2026-10-03 Keep 4 signing keys (supersedes [[#2026-09-30 Keep 3 signing keys]])

- **Decision:** Keep 4 keys, drop the oldest at the same time.
- **Why:** The cookie lives 75 days ([[remember-me]]).
- **Rejected:** 3 keys: a token stops verifying after 60 days.
- **Open:** Does the mobile app keep tokens longer?
- **Source:** `src/signing.py:5-6` "KEYS_KEPT = 4", `raw/conversations/keys.md:3`

"""
REMEMBER = """# Remember me

## 2026-10-08 Ask again before paying

- **Status:** proposed
- **Decision:** A remembered session signs in again before it pays.
- **Source:** not stated in the sources

## 2026-09-12 A remembered session lives 60 days

- **Decision:** The cookie lives 60 days, as long as a key verifies ([[signing-keys]]).
- **Source:** conversation, 2026-09-12
"""
OVERVIEW = """# Overview

See [[signing-keys]] and `src/signing.py:9`.

!!! note "Where to begin"

    Read [[remember-me]].

| part | rule |
|---|---|
| keys | [[signing-keys\\|the keys]] |

```python
def example():
    return 1
```

## 密钥轮换策略

密钥每三十天轮换一次，旧密钥继续验证九十天。
"""
LOG = """# Log

## [2026-10-03] capture | Keep 4 signing keys

- [[signing-keys#2026-10-03 Keep 4 signing keys]]

## [2026-09-30] capture | Keep 3 signing keys

- [[signing-keys#2026-09-30 Keep 3 signing keys]]

## [2026-09-12] capture | A remembered session lives 60 days

- [[remember-me]]

## [2025-12-18] note | First notes
"""
CONFIG = """\
site_name: App decisions
site_url: https://wiki.example.org/app/
repo_url: https://github.com/example/app
docs_dir: wiki
theme: {name: material}
plugins: [search, pincite]
"""


def page(repo: Repo, path: str, body: str, title: str, tags: str) -> None:
    repo.write(path, f"---\ntitle: {title}\ntype: decision\ntags: [{tags}]\n---\n\n{body}")


def make(repo: Repo) -> None:
    """Write the wiki in two commits, by two people."""
    repo.write(".gitignore", "/site/\n")
    repo.write("mkdocs.yml", CONFIG)
    repo.write("raw/conversations/keys.md", "# Keys\n\nKeep them, said Quarzhold.\n")
    repo.write("src/signing.py", SIGNING.format(kept=3))
    repo.write("wiki/log.md", LOG.replace(LOG.split("\n\n## ")[1], "").replace("\n\n## \n\n##", "\n\n##"))
    repo.write(
        "wiki/index.md", "# Decisions of the app team\n\n- [[signing-keys]]\n- [[remember-me]]\n- [[overview]]\n"
    )
    page(repo, "wiki/decisions/signing-keys.md", "# Signing keys\n\n" + OLD.format(title="Keep 3 signing keys"),
         "Signing keys", "security, tokens")  # fmt: skip
    page(repo, "wiki/decisions/remember-me.md", REMEMBER, "Remember me", "tokens")
    page(repo, "wiki/overview.md", OVERVIEW, "Overview", "architecture")
    repo.commit("first pages", "2026-09-30T10:00:00+00:00")
    repo.git("config", "user.name", "Grace")
    repo.write("src/signing.py", SIGNING.format(kept=4))
    repo.write("wiki/log.md", LOG)
    struck = OLD.format(title="~~Keep 3 signing keys~~ (superseded 2026-10-03)")
    page(
        repo, "wiki/decisions/signing-keys.md", "# Signing keys\n\n" + NEW + struck, "Signing keys", "security, tokens"
    )
    repo.commit("Keep 4 signing keys", "2026-10-03T10:00:00+00:00")
