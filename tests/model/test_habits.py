"""Who asks by a name of another program is told the one that it has here."""

import copy
import pickle

import pytest

import multibond as mb


@pytest.fixture(scope="module")
def result():
    return mb.load("dc_motor").simulate(0.1, points=5)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("run", "simulate"), ("solve", "simulate"), ("linearise", "linearize"), ("analyze", "analyse"),
        ("show", "draw"), ("eigenvalues", "linearize"), ("motr", "motor"), ("nonsense", "there is"),
    ],
)  # fmt: skip
def test_models(name, said):
    with pytest.raises(mb.MultibondError, match=f"has no '{name}'.*{said}") as caught:
        getattr(mb.load("dc_motor"), name)
    assert isinstance(caught.value, AttributeError)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("df", "to_pandas"), ("to_dataframe", "to_pandas"), ("t", "time"), ("animat", "animate"), ("export", "save"),
        ("motor", r"result\['motor\.…'\]"), ("load_speed", r"result\['load_speed'\]"),
    ],
)  # fmt: skip
def test_results(result, name, said):
    with pytest.raises(mb.MultibondError, match=f"has no '{name}'.*{said}") as caught:
        getattr(result, name)
    assert isinstance(caught.value, AttributeError)


def test_results_travel_and_are_asked_without_harm(result):
    for other in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert other["load_speed"].tolist() == result["load_speed"].tolist()
    assert not hasattr(result, "_anything") and not hasattr(result, "anything")


@pytest.mark.parametrize(
    "call",
    [
        lambda model, run: model.draw("graph.svg"), lambda model, run: run.animate("run.html"),
        lambda model, run: model.animate("run.html"),
    ],
)  # fmt: skip
def test_files_are_saved_by_what_is_given(call, result):
    with pytest.raises(mb.ModelError, match=r"\(\)\.save\("):
        call(mb.load("double_pendulum"), result)


def test_plots_are_saved_like_drawings(result, tmp_path):
    result.plot("load_speed").save(tmp_path / "run.svg")
    assert (tmp_path / "run.svg").read_text().startswith("<?xml")
    with pytest.raises(mb.FileError, match="a plot is written as"):
        result.plot("load_speed").save(tmp_path / "run.dog")
