"""The command line: what is typed wrongly is answered with what to type, and no traceback reaches a user."""

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from pincite import __version__, commands
from pincite.cli import main
from pincite.errors import RunError, UsageError


@pytest.fixture
def command(monkeypatch):
    """Return a function that adds a command `probe`, which does what it is given."""

    def made(run, quick=None):
        module = types.ModuleType("pincite.commands.probe", "Probe the command line.\n\nFor tests.")
        module.run = run

        def add(parser):
            parser.add_argument("paths", nargs="*")
            parser.add_argument("--level", choices=["a", "b"])
            parser.add_argument("--json", action="store_true")

        module.add = add
        if quick:
            module.quick = quick
        monkeypatch.setitem(sys.modules, "pincite.commands.probe", module)
        monkeypatch.setitem(commands.COMMANDS, "probe", ("probe", "probe the command line"))

    return made


def fresh(*arguments, code=None, **how):
    """Run pincite in a process of its own."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | how.pop("env", {})
    command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "pincite"]
    return subprocess.run([*command, *arguments], capture_output=True, env=env, check=False, **how)


@pytest.mark.parametrize("spelling", [["--version"], ["-V"], ["-C", ".", "--version"]])
def test_the_version_is_printed(spelling, capsys):
    assert main(spelling) == 0

    assert capsys.readouterr().out == f"pincite {__version__}\n"


def test_the_version_is_answered_without_any_import():
    code = (
        "import sys; before = set(sys.modules); import pincite.cli; pincite.cli.main(['--version']);"
        "print(set(sys.modules) - before)"
    )
    done = fresh(code=code)

    loaded = done.stdout.decode().splitlines()[1]
    assert sorted(loaded.strip("{}").replace("'", "").split(", ")) == ["__future__", "pincite", "pincite.cli"]


@pytest.mark.parametrize("spelling", [["--help"], ["-h"], ["help"]])
def test_help_names_the_commands_and_the_exit_statuses(spelling, capsys):
    assert main(spelling) == 0

    told = capsys.readouterr().out
    assert "commands:" in told
    assert "-C DIR" in told
    assert "3 could not run" in told


def test_without_a_command_the_help_is_printed_and_nothing_passes(capsys):
    """A script with an empty variable must not be green."""
    assert main([]) == 2

    assert "commands:" in capsys.readouterr().out


def test_the_help_of_one_command(command, capsys):
    command(lambda options: 0)

    assert main(["help", "probe"]) == 0
    assert main(["probe", "--help"]) == 0
    told = capsys.readouterr().out
    assert told.count("usage: pincite probe") == 2
    assert "For tests." in told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["chekc"], "no command chekc; did you mean check?"),
        (["--verison"], "no option --verison; did you mean --version?"),
        (["help", "chekc"], "no command chekc; did you mean check?"),
        (["\x1b[2J"], "no command \\x1b[2J"),
        (["probe", "--jsn"], "no option --jsn; did you mean --json?"),
        (["probe", "--jsn=x"], "no option --jsn; did you mean --json?"),
        (["probe", "--level", "c"], "invalid choice: 'c'"),
        (["probe", "--level"], "expected one argument"),
        (["-C"], "-C needs a folder"),
        (["-C", "no/such/folder", "probe"], "cannot change to no/such/folder"),
    ],
)
def test_wrong_usage_is_2_and_says_what_to_type(typed, words, command, capsys):
    command(lambda options: 0)

    assert main(typed) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pincite: ")
    assert words in told.err


def test_options_and_arguments_mix(command):
    seen = []
    command(lambda options: seen.append((options.paths, options.json)) or 0)

    assert main(["probe", "a", "--json", "b"]) == 0
    assert main(["probe", "--", "--json"]) == 0
    assert seen == [(["a", "b"], True), (["--json"], False)]


def test_a_command_that_reads_its_arguments_itself_needs_no_argparse(command):
    seen = []
    command(seen.append, quick=lambda arguments: "quick" if arguments == ["--fast"] else None)

    main(["probe", "--fast"])
    main(["probe", "x"])

    assert seen[0] == "quick"
    assert seen[1].paths == ["x"]


def test_c_runs_elsewhere_and_comes_back(command, tmp_path, monkeypatch):
    (tmp_path / "a/b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    seen = []
    command(lambda options: seen.append(Path.cwd()) or 0)

    assert main(["-C", "a", "-C", "b", "probe"]) == 0
    assert main(["-Ca", "probe"]) == 0

    assert seen == [tmp_path / "a/b", tmp_path / "a"]
    assert Path.cwd() == tmp_path


def raising(error):
    def run(options):
        raise error

    return run


@pytest.mark.parametrize(("error", "status"), [(UsageError("x\x1by"), 2), (RunError("x\x1by"), 3)])
def test_an_expected_failure_is_its_text(error, status, command, capsys):
    command(raising(error))

    assert main(["probe"]) == status
    assert capsys.readouterr().err == "pincite: x\\x1by\n"


def test_an_interrupt_is_130_and_silent(command, capsys):
    command(raising(KeyboardInterrupt()))

    assert main(["probe"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "error",
    [KeyError("k\n\x1b"), RecursionError("deep"), UnicodeDecodeError("utf-8", b"", 0, 1, "r"), OSError(2, "gone")],
)
def test_an_unexpected_failure_is_one_line_and_a_report(error, command, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    command(raising(error))

    assert main(["probe", "argument"]) == 3

    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "Traceback" not in told.err
    [report] = tmp_path.iterdir()
    assert str(report) in told.err
    text = report.read_text()
    assert "pincite probe argument" in text
    assert "Traceback" in text
    assert __version__ in text
    assert "\x1b" not in text + told.err


def test_a_report_that_cannot_be_written_is_still_one_line(command, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    command(raising(ValueError("v")))

    assert main(["probe"]) == 3
    assert "no bug report could be written" in capsys.readouterr().err


PRINT = """
import sys, types
from pincite import cli, commands
module = types.ModuleType("m")
module.quick = lambda arguments: arguments
module.run = {run}
sys.modules["pincite.commands.m"] = module
commands.COMMANDS["m"] = ("m", "")
sys.exit(cli.main(["m"]))
"""


def test_output_is_utf8_in_any_locale():
    code = PRINT.format(run="lambda a: print('\\u00e9 \\u9375 \\udce9')")
    done = fresh(code=code, env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})

    assert done.stdout == "é 鍵 \\udce9\n".encode()
    assert done.stderr == b""


def test_a_reader_that_goes_away_is_no_error():
    code = PRINT.format(run="lambda a: [print('x' * 100) for _ in range(10000)] and 0")
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    writer = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    writer.stdout.readline()
    writer.stdout.close()

    assert writer.stderr.read() == b""
    assert writer.wait() == 141
    writer.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_line(tmp_path):
    code = PRINT.format(run="lambda a: print('x')")
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(tmp_path)}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, env=env, check=False)

    assert done.returncode == 3
    assert done.stderr == b"pincite: the system says: No space left on device\n"


def test_each_command_has_a_module_with_its_parts():
    folder = Path(commands.__file__).parent
    modules = {path.stem for path in folder.glob("[!_]*.py")}

    assert modules <= {module for module, _ in commands.COMMANDS.values()}
    for name in sorted(modules):
        module = __import__(f"pincite.commands.{name}", fromlist=["run"])
        assert module.__doc__
        assert callable(module.run)
        assert callable(module.add)
