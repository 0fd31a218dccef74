"""A sample of the random graphs and mutated files; all of them are run by ``python -m fuzz`` (see `__main__`)."""

from __future__ import annotations

import json
from random import Random

import pytest

from fuzz import mutate
from fuzz.case import run, text_of
from fuzz.worker import Worker


@pytest.mark.parametrize("number", range(0, 10_000, 199))
def test_a_mutated_file_runs_or_is_refused_in_words(number):
    verdict = run("file", number)
    assert not verdict.bad, verdict


@pytest.mark.parametrize("number", range(0, 10_000, 399))
def test_a_random_graph_runs_or_is_refused_in_words(number):
    verdict = run("graph", number)
    assert not verdict.bad, verdict


@pytest.mark.parametrize(
    "kind, number",
    [("graph", 5_001_085), ("file", 5_002_190), ("file", 40_005_371), ("file", 4_464), ("command", 7_301_898)],
)
def test_a_case_that_was_bad_before_is_good(kind, number):
    verdict = run(kind, number)
    assert not verdict.bad, verdict


def test_a_case_follows_from_its_number():
    assert text_of(7) == text_of(7) and text_of(7) != text_of(8)
    seed = {"multibond": 1, "components": {"a": {"type": "R", "R": 1}}, "bonds": ["a >> b"]}
    found = {json.dumps(mutate.mutated(seed, Random(k))) for k in range(50)}
    assert len(found) > 25 and all(json.loads(text)["multibond"] == 1 for text in found)


def test_a_worker_survives_and_tells_what_ended_it():
    worker = Worker("file")
    try:
        number, kind, _, _ = worker.ask(1)
        assert number == 1 and kind in ("ran", "refused")
        worker.process.kill()
        worker.process.join()
        assert worker.ask(2)[1] == "ended"
        assert worker.ask(3)[1] in ("ran", "refused")
    finally:
        worker.end()


@pytest.mark.parametrize("number", range(0, 2_000, 53))
def test_a_mutated_file_passes_every_command_or_is_refused_in_words(number):
    verdict = run("command", number)
    assert not verdict.bad, verdict
