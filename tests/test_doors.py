"""What a user and git start: the command and the hooks, in real repositories, from this checkout and as installed."""

import json
import os
import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from conftest import Repo

ROOT = Path(__file__).parent.parent
HEAVY = {"git", "mkdocs", "mcp", "jinja2", "asyncio", "importlib.metadata", "pydantic", "argparse", "tomllib",
         "dataclasses", "inspect", "urllib", "hashlib", "tempfile", "subprocess", "pathlib"}  # fmt: skip
PLAIN_HOOK = "#!/bin/sh\nexec pincite check --staged\n"


@pytest.fixture(scope="session")
def checkout_bin(tmp_path_factory) -> Path:
    """Return a folder with a `pincite` that runs what these tests import."""
    folder = tmp_path_factory.mktemp("bin")
    path = os.pathsep.join(entry for entry in sys.path if entry)
    script = f'#!/bin/sh\nPYTHONPATH={shlex.quote(path)} exec {shlex.quote(sys.executable)} -m pincite "$@"\n'
    (folder / "pincite").write_text(script)
    (folder / "pincite").chmod(0o755)
    return folder


@pytest.fixture(scope="session")
def installed_bin(tmp_path_factory) -> Path:
    """Return the folder with `pincite` of an environment that has the wheel, and borrows its dependencies from ours."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv/bin/python"
    wheel = next(folder.glob("*.whl"))
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", str(wheel)], check=True)
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    lent, own = (
        subprocess.run([which, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()
        for which in (sys.executable, python)
    )
    Path(own, "lent.pth").write_text(lent + "\n")
    return folder / "venv/bin"


@pytest.fixture(params=["checkout", pytest.param("installed", marks=[pytest.mark.slow, pytest.mark.sources])])
def door(request, repo) -> "Door":
    """Return a repository with the small wiki of one page about keys, which has no problem."""
    folder = request.getfixturevalue(f"{request.param}_bin")
    env = repo.env | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    made = Door(repo.root, env)
    made.write("src/timed.py", "".join(f"line_{n} = {n}\n" for n in range(1, 31)))
    made.expiry_at(20)
    made.page("wiki/decisions/keys.md", 'Expiry raises (`src/timed.py:20` "raise SignatureExpired").')
    made.index("keys")
    made.write("wiki/log.md", "# Log\n\n## [2026-10-01] capture | keep 3 keys\n\n- [[keys]]\n")
    made.commit("base")
    return made


class Door(Repo):
    """A repository in which `pincite` is on PATH."""

    def expiry_at(self, line: int) -> None:
        """Write the cited code so that the cited line stands at this line."""
        lines = [f"line_{n} = {n}\n" for n in range(1, 31)]
        lines[19] = "    raise SignatureExpired(age)\n"
        self.write("src/timed.py", "# more\n" * (line - 20) + "".join(lines))

    def run(self, *command: str, cwd: str | Path = ".", **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.root / cwd, env=self.env | env, capture_output=True, text=True, check=False,
            errors="surrogateescape")  # fmt: skip

    def pincite(self, *arguments: str, cwd: str | Path = ".", **env: str) -> subprocess.CompletedProcess[str]:
        done = self.run("pincite", *arguments, cwd=cwd, **env)
        assert "Traceback" not in done.stderr, done.stderr
        assert "fault of pincite" not in done.stderr, done.stderr
        return done

    def problems(self, *arguments: str, **how) -> list[tuple[str, str, int]]:
        """Return (rule, path, line) of the errors of a check."""
        done = self.pincite("check", *arguments, "--json", **how)
        told = json.loads(done.stdout)
        errors = [item for item in told["problems"] if item["level"] == "error"]
        assert done.returncode == bool(errors), done.stdout
        return [(item["rule"], item["path"], item["line"]) for item in errors]

    def install(self, hook: str = "pre-commit", script: str = PLAIN_HOOK) -> None:
        path = Path(self.root, self.git("rev-parse", "--git-path", f"hooks/{hook}"))
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)

    def state(self) -> tuple[object, ...]:
        """Return all that a check must not touch."""
        return (
            self.git("rev-parse", "HEAD"),
            self.git("status", "--porcelain"),
            self.git("ls-files", "-s", "-v"),
            (self.root / ".git/config").read_bytes(),
            {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in self.files()},
        )

    def files(self) -> list[Path]:
        return [path for path in self.root.rglob("*") if path.is_file() and ".git" not in path.parts]


def test_a_sound_wiki_passes_and_nothing_is_touched(door):
    before = door.state()

    assert door.problems() == []
    assert door.problems("--staged") == []
    assert door.problems("--rev", "HEAD") == []
    assert door.problems("--rev", "HEAD", "--since", "HEAD") == []

    assert door.state() == before


@pytest.mark.parametrize(
    ("arguments", "cwd"),
    [(["-m", "x"], "."), (["-m", "x"], "wiki"), (["-am", "x"], "."), (["-m", "x", "--", "."], ".")],
)
def test_a_hook_in_a_linked_worktree_judges_that_worktree(door, arguments, cwd):
    door.install()
    door.git("worktree", "add", "-q", "../linked", "-b", "linked")
    linked = Door(door.root.parent / "linked", door.env)
    assert (linked.root / ".git").is_file()
    before = door.state()
    linked.page("wiki/decisions/w.md", "bad [[nope]]")
    linked.index("keys", "w")
    linked.git("add", "-A")

    done = linked.run("git", "commit", *arguments, cwd=cwd)

    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    assert "wiki/decisions/w.md:6:5: links.broken" in told
    assert "1 error" in told
    assert door.state() == before


def test_commit_of_a_path_judges_what_that_commit_will_hold(door):
    """git then commits from an index of its own, which GIT_INDEX_FILE names."""
    door.install()
    door.page("wiki/decisions/keys.md", "bad [[nope]]")
    door.git("add", "-A")
    door.write("src/timed.py", "fine = 1\n" + (door.root / "src/timed.py").read_text())
    door.git("checkout", "-q", "HEAD", "--", "src/timed.py")
    door.write("README.md", "x\n")
    door.git("add", "README.md")

    assert door.run("git", "commit", "-qm", "x", "--", "README.md").returncode == 0
    assert door.run("git", "commit", "-qm", "x", "--", "wiki").returncode == 1


def test_with_a_hooks_variables_another_repository_is_judged_by_itself(door, tmp_path):
    before = door.state()
    other = Door(tmp_path / "other", door.env)
    other.root.mkdir()
    other.git("init", "-q")
    other.page("wiki/a.md", "bad [[nope]]")
    other.index("a")
    other.commit()
    variables = {
        "GIT_DIR": str(door.root / ".git"),
        "GIT_INDEX_FILE": str(door.root / ".git/index"),
        "GIT_WORK_TREE": str(door.root),
        "GIT_AUTHOR_DATE": "@1 +0100",
    }

    for where in (["--staged"], [], ["--rev", "HEAD"]):
        done = door.pincite("-C", str(other.root), "check", *where, "--json", **variables)
        found = json.loads(done.stdout)["problems"]
        assert [item["path"] for item in found if item["level"] == "error"] == ["wiki/a.md"]
    assert door.state() == before


def test_a_clean_merge_with_a_wrong_result(door):
    base = door.git("rev-parse", "HEAD")
    door.git("checkout", "-q", "-b", "docs", base)
    door.page("wiki/decisions/p.md", '`src/timed.py:20` "raise SignatureExpired"')
    door.index("keys", "p")
    door.commit("docs")
    door.git("checkout", "-q", "-b", "code", base)
    door.expiry_at(22)
    door.commit("code")
    door.git("checkout", "-q", "main")
    door.git("merge", "-q", "code", "-m", "c")
    door.git("merge", "-q", "docs", "-m", "d")
    keys, page = (("citations.moved", f"wiki/decisions/{name}.md", 6) for name in ("keys", "p"))

    assert door.problems("--rev", "docs") == []
    assert door.problems("--rev", "code") == [keys]
    assert door.problems("--rev", "main") == [keys, page]
    assert door.problems("--rev", "main", "--since", "code") == [page]
    assert "22" in door.pincite("check", "--rev", "main").stdout


def test_what_an_agent_committed_without_its_hooks_is_found_in_ci(door):
    door.install()
    door.page("wiki/decisions/keys.md", "bad [[nope]]")
    door.git("add", "-A")
    door.git("commit", "-q", "--no-verify", "-m", "x")

    assert door.problems("--rev", "HEAD") == [("links.broken", "wiki/decisions/keys.md", 6)]


def test_one_of_six_equal_citations_that_goes_wrong_is_new(door):
    six = "\n".join(f'{n}. `src/timed.py:21` "gone"' for n in range(6))
    door.page("wiki/decisions/keys.md", six)
    door.commit()
    assert len(door.problems()) == 6
    assert door.problems("--since", "HEAD") == []

    door.page("wiki/decisions/keys.md", six + '\n6. `src/timed.py:21` "gone"')

    assert len(door.problems("--since", "HEAD")) == 1


def test_prose_beside_a_stale_citation_may_change_and_it_still_fails(door):
    door.expiry_at(22)
    door.commit()
    door.page("wiki/decisions/keys.md", 'Other words (`src/timed.py:20` "raise SignatureExpired").')

    assert door.problems() == [("citations.moved", "wiki/decisions/keys.md", 6)]


def test_a_touched_file_is_no_changed_file(door):
    os.utime(door.root / "src/timed.py", (1, 1))
    before = door.state()

    assert door.problems() == []
    assert door.state() == before


def test_an_untracked_page_is_named(door):
    door.page("wiki/decisions/new.md", "bad [[nope]]")

    told = json.loads(door.pincite("check", "--json").stdout)

    assert told["problems"] == []
    assert any("wiki/decisions/new.md" in note for note in told["notes"])


def test_a_detached_head_is_no_trouble(door):
    door.git("checkout", "-q", "--detach")

    assert door.problems() == []
    assert door.problems("--staged", "--since", "HEAD") == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_repository_of_somebody_else_is_3_and_names_the_setting(door):
    config = Path(door.env["GIT_CONFIG_GLOBAL"]).read_bytes()
    for path in [door.root, *door.root.rglob("*")]:
        os.chown(path, 12345, 12345, follow_symlinks=False)

    done = door.pincite("check")

    assert done.returncode == 3
    assert "safe.directory" in done.stderr
    assert Path(door.env["GIT_CONFIG_GLOBAL"]).read_bytes() == config


def test_conflict_markers_are_found_in_an_ordinary_commit(door):
    log = (door.root / "wiki/log.md").read_text()
    door.write("wiki/log.md", log + "\n<<<<<<< HEAD\n\n- a\n\n>>>>>>> side\n")
    assert {(rule.partition(".")[0], path) for rule, path, _ in door.problems()} == {("markers", "wiki/log.md")}

    door.write("wiki/log.md", log)
    door.page("wiki/decisions/keys.md", "A heading\n=======\n\nText.")
    assert door.problems() == []


def test_a_submodule_has_the_verdict_of_its_own_repository(door, tmp_path):
    inner = door.root
    outer = Door(tmp_path / "outer", door.env | {"GIT_ALLOW_PROTOCOL": "file"})
    outer.root.mkdir()
    outer.git("init", "-q")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "inner")
    outer.index()
    outer.commit()
    outer.page("inner/wiki/decisions/keys.md", "bad [[nope]]")

    assert outer.problems() == []
    assert outer.problems(cwd="inner") == [("links.broken", "wiki/decisions/keys.md", 6)]
    assert outer.problems("--staged", cwd="inner") == []


def test_a_page_that_is_a_link_is_said_and_never_followed_out(door, tmp_path):
    (tmp_path / "outside.md").write_text("---\ntitle: x\n---\n[[nope-outside]]\n")
    (door.root / "wiki/nowhere.md").symlink_to("gone.md")
    (door.root / "wiki/out.md").symlink_to(tmp_path / "outside.md")
    (door.root / "wiki/far.md").symlink_to("/etc/passwd")
    door.index("keys", "nowhere", "out", "far")
    door.commit()

    for where in ([], ["--staged"], ["--rev", "HEAD"]):
        done = door.pincite("check", *where)
        assert done.returncode == 1
        assert "nope-outside" not in done.stdout
        assert "root:" not in done.stdout
        assert {path for rule, path, _ in door.problems(*where)} == {"wiki/far.md", "wiki/nowhere.md", "wiki/out.md"}


def test_a_file_outside_the_sparse_cone_is_there(door):
    door.write("lib/deep/far.py", "one = 1\n")
    door.page("wiki/decisions/keys.md", 'See `lib/deep/far.py:1` "one = 1".')
    door.commit()
    door.git("sparse-checkout", "set", "wiki")
    assert not (door.root / "lib").exists()

    assert door.problems() == []
    assert door.problems("--staged", "--since", "HEAD") == []


def test_a_name_that_is_not_utf8_is_no_crash(door):
    name = os.fsdecode(b"wiki/caf\xe9.md")
    door.page(name, "bad [[nope]]", title="Coffee")
    door.commit()

    done = door.pincite("check")

    assert "wiki/caf\\xe9.md:6:5: links.broken" in done.stdout
    assert (("links.broken", name, 6)) in door.problems("--rev", "HEAD")


def test_hooks_judge_a_partly_staged_page_and_leave_it_alone(door):
    door.install(script="#!/bin/sh\nexec pincite hook pre-commit\n")
    door.page("wiki/decisions/keys.md", "bad [[nope]]")
    door.git("add", "-A")
    door.page("wiki/decisions/keys.md", "good again\r\n\t \nand more")
    before = door.git("diff"), door.git("diff", "--cached"), door.state()

    assert door.run("git", "commit", "-qm", "x").returncode == 1
    assert (door.git("diff"), door.git("diff", "--cached"), door.state()) == before


def test_a_push_is_judged_by_what_the_other_side_lacks(door, tmp_path):
    door.git("init", "-q", "--bare", str(tmp_path / "there.git"))
    door.git("remote", "add", "origin", str(tmp_path / "there.git"))
    door.install("pre-push", '#!/bin/sh\nexec pincite hook pre-push "$@"\n')
    door.page("wiki/decisions/old.md", "old [[gone]]")
    door.commit()
    door.git("push", "-q", "--no-verify", "origin", "main")
    door.write("src/new.py", "x = 1\n")
    door.commit()
    assert door.run("git", "push", "-q", "origin", "main").returncode == 0

    door.git("checkout", "-q", "-b", "topic")
    door.page("wiki/decisions/keys.md", "new [[nope]]")
    door.commit()
    done = door.run("git", "push", "-q", "origin", "topic")
    assert done.returncode == 1
    assert "wiki/decisions/keys.md:6:5: links.broken" in done.stdout + done.stderr
    assert "gone" not in done.stdout
    assert "1 error" in done.stdout

    door.git("push", "-q", "--no-verify", "origin", "topic")
    assert door.run("git", "push", "-q", "origin", ":topic", "main:other").returncode == 0


def test_a_rebase_says_what_it_broke(door):
    base = door.git("rev-parse", "HEAD")
    door.git("checkout", "-q", "-b", "docs", base)
    door.page("wiki/decisions/p.md", '`src/timed.py:20` "raise SignatureExpired"')
    door.commit("docs")
    door.git("checkout", "-q", "main")
    door.expiry_at(22)
    door.page("wiki/decisions/keys.md", 'Expiry raises (`src/timed.py:22` "raise SignatureExpired").')
    door.commit("code")
    door.git("checkout", "-q", "docs")
    door.install("post-rewrite", '#!/bin/sh\nexec pincite hook post-rewrite "$@"\n')

    done = door.run("git", "rebase", "-q", "main")

    assert done.returncode == 0
    assert "wiki/decisions/p.md:6" in done.stdout + done.stderr
    assert "citations.moved" in done.stdout + done.stderr

    # As a hook that reads no input has it: what git remembers of the branch serves.
    silent = door.run("sh", "-c", "pincite hook post-rewrite rebase </dev/null")
    assert "citations.moved" in silent.stdout
    amended = door.run("git", "commit", "-q", "--amend", "--no-edit")
    assert "citations.moved" not in amended.stdout + amended.stderr


@pytest.mark.slow
@pytest.mark.sources
def test_these_tests_are_harmless_in_a_hook_of_another_repository(door):
    """A hook that runs a test-suite hands it variables that point at the repository of the hook."""
    before = door.state()
    variables = {
        "GIT_DIR": str(door.root / ".git"),
        "GIT_INDEX_FILE": str(door.root / ".git/index"),
        "GIT_WORK_TREE": str(door.root),
    }
    tests = [
        str(ROOT / "tests" / name) for name in ("test_elsewhere.py", "test_config_command.py", "test_check_command.py")
    ]

    done = door.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, cwd=ROOT, **variables)

    assert done.returncode == 0, done.stdout
    assert door.state() == before


def test_the_second_run_compiles_no_expression(repo):
    """What was compiled once is kept: it is most of what a commit would cost. Only the count is looked at."""
    repo.page("wiki/keys.md", "See [[nope]].")
    repo.index("keys")
    repo.git("add", "-A")
    code = (
        "from pincite import patterns; from pincite.cli import main; save = patterns.save_in;"
        "patterns.save_in = lambda folder: (print('fresh', len(patterns._fresh)), save(folder));"
        "main(['hook', 'pre-commit'])"
    )
    env = repo.env | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    counts = []
    for words in ("See [[nope]].", "See [[nope]] again."):
        repo.page("wiki/keys.md", words)
        repo.git("add", "-A")
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=repo.root, env=env, capture_output=True, text=True, check=True)
        counts += [int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("fresh ")]

    assert counts[0] > 10
    assert counts[1] == 0


def test_what_a_hook_loads_is_little(repo):
    """Packages that cost more than the check itself: a set and not a stopwatch, so that it never flakes."""
    repo.page("wiki/keys.md", "See [[nope]].")
    repo.index("keys")
    repo.commit()
    repo.page("wiki/keys.md", "See [[nope]] and [[nope]].")
    repo.git("add", "-A")
    code = "import sys; from pincite.cli import main; print(main(['hook', 'pre-commit'])); print(*sys.modules)"
    env = repo.env | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}

    for _ in range(2):
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=repo.root, env=env, capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()

        assert lines[-2] == "1", done.stdout + done.stderr
        assert HEAVY.isdisjoint(lines[-1].split())
