"""`multibond studio` refuses what it cannot serve by a sentence, before it promises an address."""

import socket

import pytest

from multibond.cli import main

pytest.importorskip("uvicorn")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["nosuch.yaml"], "no such file"), (["nosuch"], "no model 'nosuch'"), (["rlc", "--port", "99999"], "1 to 65535"),
     (["rlc", "--port", "x"], "--port"), (["rlc", "--prot", "3"], "did you mean '--port'"), (["x.py:f"], "x.py")],
)  # fmt: skip
def test_what_cannot_be_served_is_refused(arguments, says, capsys):
    assert main(["studio", "--no-browser", *arguments]) == 2
    shown = capsys.readouterr()
    assert says in shown.err and "Traceback" not in shown.err and "http://" not in shown.out


def test_a_port_that_is_taken_is_told(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["studio", "rlc", "--no-browser", "--port", str(taken.getsockname()[1])]) == 2
    assert "choose another with --port" in capsys.readouterr().err
