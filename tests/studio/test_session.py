"""A page's requests: checks, runs with progress and cancel, curves, and what a wrong request is answered with."""

import asyncio
import threading
import time

import numpy as np
import pytest

from multibond.model.file import loads
from multibond.studio import runs
from multibond.studio.model_text import model_of
from studio_client import ENDLESS, RLC, Page, studio


def test_hello_tells_the_whole_palette(page):
    hello = page.ask("hello")
    types = {one["type"]: one for one in hello["types"]}
    assert {"R", "C", "I", "Se", "J0", "J1", "TF", "planar.Revolute", "spatial.Body", "Gain"} <= types.keys()
    assert types["R"]["icon"]["items"] and types["R"]["ports"][0]["name"] == "a"
    assert types["planar.Revolute"]["frames"] == ["a", "b"]
    assert {"dc_motor", "bicycle"} <= {one["name"] for one in hello["bank"]}
    assert hello["open"]["path"] == "rlc.yaml" and hello["open"]["text"].startswith("multibond: 1")


def test_a_check_brings_strokes_and_the_place_of_every_bond(page):
    reply = page.ask("check", revision=7, text=RLC, level="")
    assert reply["revision"] == 7 and reply["readable"] and reply["messages"] == []
    bonds = {edge["id"]: edge for edge in reply["diagram"]["edges"]}
    assert bonds["bond 1"]["entry"] == {"section": "bonds", "index": 0, "piece": 1}
    assert bonds["bond 1"]["strokes"] == list(loads(RLC).causality().strokes[1])
    assert (bonds["bond 1"]["effort"], bonds["bond 2"]["flow"]) == ("R1.e", "L1.f")
    assert reply["summary"]["states"] == ["L1", "C1"]


def test_of_many_checks_the_newest_counts(page):
    numbers = [page.send("check", revision=k, text=RLC + f"# {k}\n", level="") for k in range(12)]
    replies = {}
    while len(replies) < len(numbers):
        found = page.receive()
        if "event" not in found:  # of the progress of one that takes long
            replies[found["id"]] = found
    assert "diagram" in replies[numbers[-1]] and any("stale" in reply for reply in replies.values())


def test_a_run_has_the_curves_of_the_command_line(page):
    run = page.ask("run", text=RLC, settings={"points": 101, "set": {"R1.R": 3}})
    reply = page.ask("curves", run=run["run"], names=["current", "C1.e", "nothing"])
    direct = loads(RLC).simulate(points=101, parameters={"R1.R": 3})
    assert np.array_equal(reply["values"]["current"], direct["current"])
    assert np.array_equal(reply["values"]["C1.e"], direct["C1.e"])
    assert reply["units"]["C1.e"] == "V" and "there is no variable" in reply["failed"]["nothing"]
    assert run["stats"]["states"] == ["L1.p", "C1.q"] and run["points"] == 101


def test_a_run_without_end_is_cancelled_and_keeps_what_was_computed(page):
    number = page.send("run", text=ENDLESS, settings={"points": 2001, "solver": "rk4", "step": 1e-6})
    page.event("progress", phase="run")
    assert page.ask("cancel", request=number)["done"]
    reply = page.reply(number)
    assert reply["cancelled"] and reply["stop"] < 1e6
    assert "interrupted" in reply["messages"][0]["text"]
    assert len(page.ask("curves", run=reply["run"], names=["current"])["values"]["current"]) == reply["points"]
    assert page.ask("cancel", request=number) == {"id": number + 3, "done": False}


def test_what_was_computed_is_summed_up_however_long_that_takes(monkeypatch):
    """The interruption that ends a run does not meet what comes behind it."""
    monkeypatch.setattr(runs, "PATIENCE", 0.05)
    job = runs.Job()

    def work(progress):
        while True:  # never looks at the progress
            try:
                while True:
                    time.sleep(0.01)
            except KeyboardInterrupt:
                break
        time.sleep(0.5)
        return "summed up"

    async def cancelled():
        asyncio.get_running_loop().call_later(0.1, job.cancel)
        return await job.run(work)

    assert asyncio.run(cancelled()) == "summed up"


def test_a_page_that_closes_ends_its_runs(server, tmp_path):
    with studio(folder=tmp_path) as (address, process):
        with Page(address) as closing:
            closing.send("run", text=ENDLESS, settings={"points": 2001, "solver": "rk4", "step": 1e-6})
            closing.event("progress", phase="run")
        before = _processor_time(process.pid)
        for _ in range(40):
            time.sleep(0.5)
            before, used = _processor_time(process.pid), _processor_time(process.pid) - before
            if used < 0.1:
                return
        pytest.fail("the run goes on although its page is closed")


def _processor_time(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def test_long_compilations_are_cancelled_too(page):
    parts = (f"  C{k}: {{type: C, C: 1, n: 30}}\n  R{k}: {{type: R, n: 30}}\n  J{k}: {{type: J1, n: 30}}\n"
             for k in range(60))  # fmt: skip
    components = "".join(parts)
    bonds = "".join(f"  - J{k} >> C{k}\n  - J{k} >> R{k}\n" for k in range(60))
    bonds += "".join(f"  - J{k} >> J{k + 1}\n" for k in range(59))
    number = page.send("run", text=f"multibond: 1\ncomponents:\n{components}bonds:\n{bonds}", settings={})
    page.event("progress", phase="compile")
    page.ask("cancel", request=number)
    reply = page.reply(number)
    assert reply.get("cancelled") or "cancelled" in reply["error"]["text"]


def test_the_slider_runs_again_and_the_latest_wins(page):
    numbers = [
        page.send("slide", text=RLC, settings={"set": {"R1.R": 2 + k}}, names=["current"], eigenvalues=True)
        for k in range(8)
    ]
    replies = [page.reply(number) for number in numbers[-1:]]
    direct = loads(RLC).simulate(parameters={"R1.R": 9})
    assert np.array_equal(replies[-1]["values"]["current"], direct["current"])
    found = np.sort_complex(replies[-1]["values"]["eigenvalues"] @ [1, 1j])
    assert np.allclose(found, np.sort_complex(np.roots([0.1, 9, 1000])))


@pytest.mark.parametrize(
    "frame", ["", "[]", "nonsense", "{}", '{"id": "1"}', "[" * 100000, '{"id": 1}', '{"id": 1, "do": "__class__"}',
              '{"id": 1, "do": "check"}', '{"id": 1, "do": "check", "revision": 1, "text": 3}',
              '{"id": 1, "do": "run", "text": "", "settings": {"loops": 3}}',
              '{"id": 1, "do": "curves", "run": "run 9", "names": []}',
              '{"id": 1, "do": "open"}', '{"id": 1, "do": "tell", "content": {}}', '{"id": 1, "do": "close"}']
)  # fmt: skip
def test_wrong_requests_are_answered_by_sentences(page, frame):
    page.socket.send(frame)
    error = next(found for found in iter(page.receive, None) if "event" not in found)["error"]["text"]
    assert error and "Traceback" not in error and "unexpected" not in error
    assert page.ask("files")["files"]  # and the page goes on


def test_two_pages_run_at_once(server):
    def run(results, key):
        with Page(server) as own:
            made = own.ask("run", text=RLC.replace("R: 2", f"R: {key}"), settings={})
            results[key] = own.ask("curves", run=made["run"], names=["current"])["values"]["current"]

    results = {}
    threads = [threading.Thread(target=run, args=(results, key)) for key in (2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for key in (2, 3):
        assert np.array_equal(results[key], loads(RLC.replace("R: 2", f"R: {key}")).simulate()["current"])


def test_the_strokes_of_a_large_model_come_before_its_picture(page):
    count = 60
    parts = "".join(f"  R{k}: {{type: R, R: 1}}\n  C{k}: {{type: C, C: 1}}\n  j{k}: J1\n" for k in range(count))
    bonds = "".join(f"  - j{k} >> R{k}\n  - j{k} >> C{k}\n  - node >> j{k}\n" for k in range(count))
    text = f"multibond: 1\ndomain: electrical\ncomponents:\n  node: J0\n{parts}bonds:\n{bonds}"
    number = page.send("check", revision=3, text=text, level="")
    early = page.event("strokes", revision=3)["strokes"]
    edges = page.reply(number)["diagram"]["edges"]
    assert len(edges) == 3 * count and early == {
        edge["id"]: [edge["tail"], edge["head"], *edge["strokes"]] for edge in edges
    }


def test_places_and_comments_need_no_new_compilation():
    layout = "layout: {source: [0, 0], loop: [1, 0], R1: [1, 1], L1: [2, 0], C1: [1, -1]}\n"
    assert model_of(RLC) is model_of(f"# moved\n{RLC}{layout}")
    assert model_of(RLC) is not model_of(RLC.replace("R: 2", "R: 3"))
    assert model_of(RLC + layout, drawn=True).layout["C1"] == (1, -1)


def test_a_run_that_is_refused_names_the_line_of_the_text(page):
    refused = page.ask("run", text=RLC.replace("  - loop >> C1\n", ""), settings={})
    assert refused["error"]["text"].endswith("(line 12)"), refused["error"]
