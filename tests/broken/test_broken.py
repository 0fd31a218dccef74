"""Every broken model is refused, or doubted, by a message with all four points; none by a bare Python error."""

from __future__ import annotations

import pytest

from .cases import CASES, FOLDERS


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.folder}.{case.name}")
def test_the_message_says_what_where_why_and_what_to_do(case):
    message = case.message()
    assert message, "it runs without a word"
    assert not case.missing(message), message
    assert "energy.dissipated" not in message and "before any step" not in message and "Traceback" not in message


def test_there_are_many_and_of_all_kinds():
    assert len(CASES) >= 150
    assert len({(case.folder, case.name) for case in CASES}) == len(CASES)
    assert {case.folder for case in CASES} == {folder.__name__.rpartition(".")[2] for folder in FOLDERS}
    assert all(all(case.words) for case in CASES)
