"""Studies that are stopped, or lose those who run them: nothing is computed twice, and the table is the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import multibond as mb
from multibond.study import drive as driving
from multibond.study.drive import ENDED, Whole, drive, gaps
from multibond.study.places import Answer, Job, Place, Processes
from multibond.study.rows import Rows

SCRIPT = """
import sys
import multibond as mb

study = mb.Study(mb.load("bouncing_mass"), {"restitution": "uniform(0.4, 0.9)"}, ["event()", "last(h)"],
                 runs=60, stop=1.0, points=11)
study.run(folder=sys.argv[1], progress=lambda done, total: print(done, flush=True))
"""


def bounces(**given):
    options = {"runs": 60, "stop": 1.0, "points": 11} | given
    return mb.Study(mb.load("bouncing_mass"), {"restitution": "uniform(0.4, 0.9)"}, ["event()", "last(h)"], **options)


@pytest.fixture(scope="module")
def whole():
    return bounces().run()


def test_a_process_that_is_killed_goes_on_where_it_was(tmp_path, whole):
    """The script has no guard for a second import of itself, and needs none."""
    folder = tmp_path / "runs"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder)], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.kill()
    process.wait()
    process.stdout.close()
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("runs-*.npz")}
    assert before
    told = []
    again = bounces().run(folder=folder, progress=lambda done, _: told.append(done))
    assert again.table.equals(whole.table)
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("runs-*.npz") if path.name in before} == before
    told.clear()
    bounces().run(folder=folder, progress=lambda done, _: told.append(done))
    assert told == [], "all is there"


def test_a_damaged_part_is_made_again(tmp_path, whole):
    bounces().run(folder=tmp_path)
    part = sorted(tmp_path.glob("runs-*.npz"))[-1]
    part.write_bytes(part.read_bytes()[:100])
    assert bounces().run(folder=tmp_path).table.equals(whole.table)


@pytest.mark.parametrize("given, differs", [
    ({"runs": 50}, "values"), ({"tolerance": 1e-8}, "settings"), ({"stop": 0.5}, "times"),
    ({"parameters": {"g": 1.62}}, "parameters"),
])  # fmt: skip
def test_a_folder_of_another_study_is_refused(tmp_path, given, differs):
    bounces(runs=2).run(folder=tmp_path)
    with pytest.raises(mb.FileError, match=rf"belongs to another study.*{differs}"):
        bounces(**{"runs": 2, **given}).run(folder=tmp_path)
    with pytest.raises(mb.FileError, match="another study"):
        bounces(runs=2).run(folder=tmp_path, seed=1)
    (tmp_path / "study.json").write_text(json.dumps({"something": "else"}))
    with pytest.raises(mb.FileError, match="not the manifest"):
        bounces(runs=2).run(folder=tmp_path)


def test_a_killed_worker_is_replaced(whole, monkeypatch):
    monkeypatch.setattr(driving, "SECONDS", 0.02)
    places = []

    class Seen(Processes):
        def __init__(self, *given):
            super().__init__(*given)
            places.append(self)

    monkeypatch.setattr("multibond.study.study.Processes", Seen)
    killed = []

    def kill_once(done, _):
        if not killed:
            killed.append(places[0].pids[0])
            os.kill(killed[0], signal.SIGKILL)

    assert bounces().run(workers=2, processes=True, progress=kill_once).table.equals(whole.table)
    assert killed and places[0].pids == []


class Fragile(Place):
    """Nobody survives the row 5."""

    width = 1

    def __init__(self, rows):
        self.rows, self.given = rows, []

    def submit(self, job: Job) -> None:
        self.given.append(job)

    def answer(self) -> Answer:
        job = self.given.pop()
        fatal = job.first <= 5 < job.first + len(job.table)
        return Answer(job, None) if fatal else Answer(job, self.rows.run(job.table, job.first), 0.1)

    def close(self) -> None:
        pass


def test_a_row_that_brings_down_whoever_runs_it_is_found():
    study = bounces(runs=16)
    drawn = study.design()
    rows: Rows = study._made(drawn)
    whole = Whole(16, rows.observations, len(rows.grid))
    drive(drawn.table, whole, Fragile(rows), None, lambda done: None)
    assert [k for k, message in enumerate(whole.messages) if message] == [5] and whole.messages[5] == ENDED
    assert np.isfinite(np.delete(whole.numbers, 5, axis=0)).all()


def test_gaps():
    assert list(gaps(np.ones(3, dtype=bool))) == [] and list(gaps(np.zeros(3, dtype=bool))) == [(0, 3)]


def test_ctrl_c_gives_what_was_computed(monkeypatch):
    monkeypatch.setattr(driving, "SECONDS", 0.02)

    def interrupt(done, total):
        raise KeyboardInterrupt

    done = bounces().run(progress=interrupt)
    assert done.message.startswith("interrupted: 4 of 60")
    assert (done.table["message"] == "not run").sum() == 56 and (done.table["message"][:4] == "").all()


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=50
    ) as cluster:
        yield cluster


def test_a_cluster_gives_the_same_table_and_survives_a_lost_worker(cluster, whole, monkeypatch):
    from distributed import Client

    monkeypatch.setattr(driving, "SECONDS", 0.02)
    with Client(cluster) as client:
        assert bounces().run(client=client).table.equals(whole.table)
        pids = list(client.run(os.getpid).values())
        kill = threading.Timer(0.0, os.kill, (pids[0], signal.SIGKILL))

        def once(done, total):
            if not kill.is_alive() and kill.ident is None:
                kill.start()

        assert bounces().run(client=client, progress=once).table.equals(whole.table)
    assert bounces(runs=8).run(client=cluster.scheduler_address).table.equals(bounces(runs=8).run().table)


def test_a_cluster_that_disappears_costs_nothing(cluster, tmp_path, monkeypatch):
    from distributed import Client

    monkeypatch.setattr(driving, "SECONDS", 0.02)
    with Client(cluster) as client:

        def close(done, total):
            threading.Thread(target=client.close).start()
            time.sleep(0.3)

        with pytest.raises(mb.SimulationError, match=r"disappeared.*goes on there when it is run again") as caught:
            bounces().run(client=client, folder=tmp_path, progress=close)
    partial = caught.value.result.table
    assert 0 < (partial["message"] == "").sum() < 60
    assert bounces().run(folder=tmp_path).table.equals(bounces().run().table)
    with pytest.raises(mb.SimulationError, match="there is no cluster at"):
        monkeypatch.setattr("multibond.study.cluster.CONNECT", 0.5)
        bounces().run(client="tcp://127.0.0.1:1")
