"""Thirty decisions of a web team about signed tokens, and one change that makes four of them false."""

import sys
from pathlib import Path

from conftest import Repo

sys.path.insert(0, str(Path(__file__).parent / "rules"))

from cases import build, differences, judge, read_case

EXAMPLE = Path(__file__).parent / "examples" / "signed_tokens.txt"


def test_the_change_names_what_it_made_false_and_nothing_else(repo):
    case = read_case(EXAMPLE)

    build(case.steps, repo)

    assert not differences(case.expected, judge(repo, on_disk=False))


def edit(repo: Repo, path: str, old: str, new: str) -> None:
    text = (repo.root / path).read_text()
    assert text.count(old) == 1
    repo.write(path, text.replace(old, new))


def found(repo: Repo, message: str) -> list[str]:
    repo.commit(message)
    return [f"{problem.level} {problem.rule} {problem.path}" for problem in judge(repo, on_disk=False)]


def test_putting_it_right_is_seen_step_by_step(repo):
    build(read_case(EXAMPLE).steps, repo)
    cookie = "2026-09-14 The remember-me cookie lives 45 days"
    edit(
        repo, "wiki/cookies.md", f"## {cookie}\n",
        f"## 2026-10-03 The remember-me cookie lives 75 days (supersedes [[#{cookie}]])\n\n"
        "- **Decision:** Whoever asks to be remembered stays signed in for 75 days.\n"
        "- **Why:** 45 days were too short for those who come once a month.\n"
        "- **Facts:** `token.remember_me.max_age = 75 days`\n- **Source:** conversation, 2026-10-03\n\n"
        "## 2026-09-14 ~~The remember-me cookie lives 45 days~~ (superseded 2026-10-03)\n",
    )  # fmt: skip
    edit(repo, "wiki/operations.md", "#2026-09-14 Keep 3 signing keys", "#2026-10-03 Keep 4 signing keys")
    edit(
        repo, "wiki/token-types.md", "`token.unsubscribe.max_age = none`",
        "`token.unsubscribe.max_age = none`\n- **Open:** What becomes of `token.unsubscribe.max_age` after 90 days?",
    )  # fmt: skip
    edit(
        repo, "wiki/log.md", "- [[signing-keys]]\n- [[token-types]]\n",
        "- [[signing-keys]]\n- [[token-types]]\n- [[cookies]]\n- [[digest]]\n",
    )  # fmt: skip

    assert found(repo, "cookie") == [
        "warning stale.residue wiki/digest.md",
        "error facts.check-failed wiki/digest.md",
        "warning facts.check-failed wiki/signing-keys.md",
    ]

    overlap = "2026-09-14 Both digests run side by side for 45 days"
    edit(
        repo, "wiki/digest.md", "## 2026-09-14 The old digest stays for now\n",
        f"## 2026-10-04 Both digests run side by side for 75 days (supersedes [[#{overlap}]])\n\n"
        "- **Decision:** The old digest verifies for 75 days more.\n- **Facts:** `digest.overlap = 75 days`\n"
        "- **Check:** `digest.overlap >= token.remember_me.max_age`\n- **Source:** conversation, 2026-10-04\n\n"
        "## 2026-09-14 The old digest stays for now\n",
    )  # fmt: skip
    edit(
        repo, "wiki/digest.md", f"## {overlap}\n", f"## {overlap.replace('Both', '~~Both')}~~ (superseded 2026-10-04)\n"
    )

    assert found(repo, "overlap") == ["warning facts.check-failed wiki/signing-keys.md"]
