"""Texts with faults are read as far as they can be, and every fault is told at its line."""

import pytest

from multibond.studio.checking import check, equations_messages, findings
from multibond.studio.model_text import document
from studio_client import RLC


def messages(text):
    return [(m.severity, m.line, m.where, m.text) for m in findings(text).messages]


@pytest.mark.parametrize(
    ("change", "line", "where", "says"),
    [
        (("R: 2}", "R: two words}"), 10, "R1", "neither a quantity"),
        (("R: 2}", "Q: 2}"), 10, "R1", "no parameter of R"),
        (("type: R,", "type: Rx,"), 10, "R1", "no element or definition"),
        (("loop >> C1", "loop >> C9"), 16, "", "there is no component 'C9'"),
        (("current: L1.f", "current: {unit: A}"), 18, "", "value of the output is missing"),
        (("stop: 1", "stop: -1"), 4, "", "greater than 0"),
        (("domain: electrical", "domain: magic"), 3, "", "magic"),
    ],
)
def test_what_is_wrong_is_left_out_and_told_at_its_line(change, line, where, says):
    text = RLC.replace(*change)
    found = [message for message in messages(text) if message[0] == "error"]
    assert (found[0][1], found[0][2]) == (line, where) and says in found[0][3]
    shown = {node["key"] for node in check(text)["diagram"]["nodes"]}
    assert {"source", "loop", "R1", "L1", "C1"} <= shown  # nothing disappears from the picture


def test_one_fault_is_told_once():
    """Bonds to a component that cannot be made are not faults of their own."""
    assert len([m for m in messages(RLC.replace("type: R,", "type: Rx,")) if m[0] == "error"]) == 1


def test_several_faults_are_all_told():
    text = RLC.replace("R: 2}", "R: (}").replace("I: 0.1", "J: 0.1").replace("loop >> C1", "loop >> X")
    assert [m[1] for m in messages(text) if m[0] == "error"][:3] == [10, 11, 16]


@pytest.mark.parametrize(
    "text", ["", "a: [", "[1, 2]", "multibond: 2", "name: x", "multibond: 1\n\tx: 3", "\0", "a: *b"]
)
def test_what_is_no_model_at_all_is_shown_as_text_with_a_message(text):
    reply = check(text)
    assert not reply["readable"] and reply["diagram"] is None and reply["messages"][0]["severity"] == "error"


def test_a_broken_text_tells_the_line():
    assert check(RLC.replace("loop: J1", "loop: [J1"))["messages"][0]["line"] in (10, 11)


def test_an_unfinished_model_has_strokes_where_it_is_finished():
    text = RLC.replace("  C1: {type: C, C: 1e-3}\n", "  C1: {type: C, C: 1e-3}\n  spare: {type: R, R: 1}\n")
    reply = check(text)
    assert [m["text"] for m in reply["messages"]] == [
        "port 'a' is not bonded; bond it (spare >> …) or remove the component"
    ]
    assert all(edge["strokes"] for edge in reply["diagram"]["edges"])
    assert next(node for node in reply["diagram"]["nodes"] if node["key"] == "spare")["severity"] == "error"
    assert reply["summary"] is None


def test_a_conflict_marks_those_who_disagree():
    text = RLC.replace("type: C, C: 1e-3", "type: Sf, flow: 1").replace("type: I, I: 0.1", "type: Sf, flow: 2")
    reply = check(text)
    message = reply["messages"][0]
    assert message["kind"] == "causality" and set(message["paths"]) == {"L1", "C1", "loop"}
    assert {node["key"] for node in reply["diagram"]["nodes"] if node["severity"]} == {"L1", "C1", "loop"}
    assert {edge["head"] for edge in reply["diagram"]["edges"] if edge["conflict"]} >= {"L1", "C1"}


def test_derivative_causality_and_loops_are_told():
    text = RLC.replace("type: R, R: 2", "type: I, I: 2")
    reply = check(text)
    assert [m["kind"] for m in reply["messages"]] == ["derivative"] and reply["summary"]["derivative"]


def test_unknown_names_are_told_where_they_are_used():
    (message,) = findings(RLC.replace("R: 2}", "R: 2*nobody}")).messages
    assert "nobody" in message.text and message.line == 10 and message.where.startswith("R1")


def test_what_only_the_equations_show_comes_afterwards():
    text = RLC.replace("current: L1.f", "current: L1.nothing")
    assert check(text)["summary"] is not None
    (message,) = equations_messages(text)
    assert "nothing" in message.text and message.line == 18


def test_levels_know_where_they_are_written():
    text = RLC.replace("  C1: {type: C, C: 1e-3}\n", (
        "  C1:\n    model:\n      components: {node: J0, store: {type: C, C: 1}}\n      bonds: [node >> store]\n"
        "      ports: {a: node}\n"))  # fmt: skip
    picture = check(text, "C1")["diagram"]
    assert picture["place"] == ["components", "C1", "model"] and picture["edges"][0]["entry"]["index"] == 0
    assert {node["kind"] for node in picture["nodes"]} == {"component", "port"}
    body = "multibond: 1\ncomponents: {world: planar.World, body: {type: planar.Body, m: 1}}\n"
    inside = check(body, "body")["diagram"]
    assert inside["place"] is None and inside["nodes"]


def test_places_in_the_file_are_kept_exactly():
    layout = "layout: {source: [0, 0], loop: [1.5, 0], R1: [1.5, 1.25], L1: [3, 0], C1: [1.55, -1]}\n"
    picture = check(RLC + layout)["diagram"]
    assert picture["exact"]
    at = {node["key"]: (node["x"], node["y"]) for node in picture["nodes"]}
    assert at["R1"] == (150, -125) and at["C1"] == (155, 100)


def test_names_cannot_be_markup_that_runs():
    """What is shown comes as data, never as HTML; the one piece of HTML there is, the report, is escaped."""
    from multibond.studio.reading import report

    evil = "<img src=x onerror=alert(1)>"
    text = RLC.replace("name: rlc", f'name: "{evil}"\ndescription: "<script>alert(1)</script>"')
    assert check(text)["title"] == evil
    html = report(text.replace("value: 10, unit: V}", f"value: 10, unit: V, description: '{evil}'}}"))
    assert "<script" not in html and "<img" not in html
    assert document(text).whole
