"""Running the command line inside the tests' own process."""

from dataclasses import dataclass

from multibond.cli import main


@dataclass
class Outcome:
    """What a command left: its exit status and what it printed."""

    status: int
    out: str
    err: str


def run(capsys, *arguments):
    """`multibond` with the given arguments."""
    capsys.readouterr()
    status = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return Outcome(status, captured.out, captured.err)


def refused(capsys, *arguments):
    """The message of a command that must refuse: status 2, one to a few lines on stderr, nothing on stdout."""
    outcome = run(capsys, *arguments)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("multibond: ")
    assert 1 <= len(outcome.err.strip().splitlines()) <= 4
    assert "Traceback" not in outcome.err
    assert "unexpected" not in outcome.err
    return outcome.err
