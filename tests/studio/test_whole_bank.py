"""Models of the bank open in the studio without a message, drawn as `multibond draw` draws them, saved without loss."""

import numpy as np
import pytest

from multibond.bank import bundled, names
from multibond.cli.studio import ModelBank
from multibond.graph.causality import causality
from multibond.graph.flat import graph_of
from multibond.model.file import describe, dumps, loads
from multibond.model.file.as_python import python_text
from multibond.picture import draw
from multibond.picture.drawing.diagram import diagram
from multibond.picture.drawing.flat_diagram import flat_diagram
from multibond.studio.checking import check, content_of, findings
from multibond.studio.diagram_data import item_data

DRAWN = sorted({"dc_motor", "hydraulic_servo", "bicycle", "four_bar", *names()[::6]})  # of each kind some


def painted(picture):
    """Everything that the page paints, with absolute places."""
    for item in (*picture["under"], *picture["over"], *(item for edge in picture["edges"] for item in edge["items"])):
        yield parted(item)
    for node in picture["nodes"]:
        for item in (*node["icon"]["items"], *node["icon"]["captions"]):
            yield parted(item, node["x"], node["y"])


def parted(item, dx=0.0, dy=0.0):
    """What an item is, in words, and its places moved by (dx, dy)."""
    words = str({k: v for k, v in sorted(item.items()) if k not in ("points", "x", "y", "halo", "length")})
    if item["t"] == "line":
        return words + str(len(item["points"])), np.ravel([[x + dx, y + dy] for x, y in item["points"]])
    return words, np.array([item["x"] + dx, item["y"] + dy])


@pytest.mark.parametrize("name", DRAWN)
def test_a_model_of_the_bank_is_drawn_as_on_the_command_line(name):
    text = ModelBank().text(name)
    reply = check(text)
    assert [m for m in reply["messages"] if m["severity"] != "info"] == []
    page: dict[str, list] = {}
    for words, places in painted(reply["diagram"]):
        page.setdefault(words, []).append(places)
    for words, places in (parted(item_data(item)) for item in draw(loads(text)).scene.items()):
        near = [k for k, other in enumerate(page.get(words, [])) if np.allclose(other, places, atol=0.05)]
        assert near, (words, places)
        del page[words][near[0]]
    assert not any(page.values())


def described(content):
    """What is drawn, before anything has a place: icons with their texts, bonds with their strokes, signals."""
    nodes = [(n.key, n.path, n.role, n.title, n.label, n.fixed, n.gap, n.notes, n.icon) for n in content.nodes.values()]
    return content.title, nodes, content.edges, content.arrows


@pytest.mark.parametrize("name", names())
def test_a_model_of_the_bank_is_described_as_on_the_command_line(name):
    text = ModelBank().text(name)
    known, model = findings(text), loads(text)
    graph = graph_of(model)
    strokes = dict(enumerate(causality(graph).strokes))
    assert described(content_of(known, "")) == described(diagram(model, "", strokes, graph))
    everything = content_of(known, "", flat=True)
    assert described(everything) == described(flat_diagram(graph, strokes))
    assert {edge.strokes for edge in everything.edges} - {()} if graph.bonds else True


@pytest.mark.parametrize("name", names())
def test_a_model_of_the_bank_is_read_and_written_without_loss(name):
    text = ModelBank().text(name)
    assert findings(text).document.whole and dumps(loads(text)) == text
    data = describe(bundled(name)())
    space = {"__name__": "exported"}
    exec(python_text(data), space)
    assert describe(space["model"]) == data
