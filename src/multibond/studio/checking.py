"""What the server says after every edit: the diagram of a level, strokes, and messages about what is wrong."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from ..equations.formulation import formulation, without_collection
from ..errors import CausalityError, FileError, MultibondError
from ..frozen import frozen
from ..graph.causality import Causality, causality
from ..graph.flat import Graph
from ..graph.late_scope import LateScopes
from ..graph.spoken import say
from ..graph.unfinished import unfinished
from ..model.file.build import CHAIN_PARTS
from ..model.joining import is_frame
from ..model.memory import Memory
from ..model.stages import kept
from ..picture.drawing.diagram import Diagram, diagram, level_at, offsets
from ..picture.drawing.drawing import drawn
from ..picture.drawing.exact import UNIT, given_cells
from ..picture.drawing.flat_diagram import flat_diagram
from ..picture.drawing.path_mark import Marks
from .diagram_data import DiagramData
from .message import Message
from .model_text import Document, Path, document

_begun: Memory[Findings] = Memory(12)
_known: Memory[Findings] = Memory(12)


@frozen
class Findings:
    """What is known of a text: its graph as far as it is finished, its causality, and what is wrong.

    `strokes` by flat bond where the model is complete, by (model, position) where it is not.
    """

    document: Document
    graph: Graph | None = None  # of the complete model
    scopes: LateScopes | None = None
    causality: Causality | None = None
    strokes: Any = None
    messages: tuple[Message, ...] = ()


def findings(text: str) -> Findings:
    """The findings about a text; asking again costs nothing."""
    return _known.get(text, lambda: _with_structure(begun(text)))


def begun(text: str) -> Findings:
    """The findings about a text as far as its strokes need them."""

    def look() -> Findings:
        with without_collection():
            return _begin(document(text))

    return _begun.get(text, look)


def _begin(found: Document) -> Findings:
    if found.model is None:
        return Findings(found, messages=found.messages)
    messages = list(found.messages)
    graph, part, places = _graph(found, messages)
    scopes, cause = _causality(found, part, messages)
    strokes: Any = None
    if cause is not None and graph is not None:
        strokes = dict(enumerate(cause.strokes))
    elif cause is not None:
        strokes = {place: cause.strokes[i] for i, place in enumerate(places) if place is not None}
    return Findings(found, graph, scopes, cause, strokes, tuple(messages))


def _with_structure(found: Findings) -> Findings:
    """The findings with what is said of values, loops and derivative causality, the worst first."""
    messages, cause = [*found.messages], found.causality
    try:
        with without_collection():
            if found.scopes is not None:
                found.scopes.complete()
            if cause is not None:
                messages += structure_messages(found.document, cause)
    except MultibondError as error:
        assert found.scopes is not None
        say(error, found.scopes.graph)
        messages.append(told(found.document, error, "model"))
        cause = None  # what it says of structure hangs on the values
    return replace(found, causality=cause, messages=tuple(sorted(messages, key=_rank)))


def _rank(message: Message) -> int:
    return ("error", "warning", "info").index(message.severity)


def _graph(found: Document, messages: list[Message]) -> tuple[Graph | None, Graph | None, Any]:
    """The graph of the complete model, what is finished of it, and where the bonds of that are written."""
    assert found.model is not None
    if not found.model._children:
        messages.append(Message("info", "the model is empty; add components", kind="unfinished"))
        return None, None, ()
    try:
        part = unfinished(found.model)
    except MultibondError as error:
        messages.append(told(found, error, "unfinished"))
        return None, None, ()
    gone = found.left_without()
    for lacking in part.missing:
        if (lacking.where or "").partition(".")[0] not in gone:  # otherwise it only follows from what was refused
            messages.append(told(found, lacking, "unfinished"))
    if part.missing or part.graph is None:
        return None, part.graph, part.bonds
    complete = part.graph
    if found.whole:
        found.model._set(frozen=True)
        kept(found.model, "graph", lambda: complete)
    return complete, complete, part.bonds


def _causality(
    found: Document, graph: Graph | None, messages: list[Message]
) -> tuple[LateScopes | None, Causality | None]:
    """What names mean, as far as strokes ask for it, and the strokes; None where they cannot be."""
    scopes = None
    if graph is None:
        return None, None
    try:
        scopes = LateScopes(graph)
        return scopes, causality(graph, scopes)
    except CausalityError as error:
        loose = _loose_frames(graph, error)
        if loose:
            messages.append(loose_message(found, loose))
            return None, None
        say(error, graph)
        messages.append(told(found, error, "causality"))
        return scopes, None
    except MultibondError as error:
        say(error, graph)
        messages.append(told(found, error, "model"))
        return None, None


def structure_messages(found: Document, cause: Causality) -> list[Message]:
    """What is said of algebraic loops and storages in derivative causality."""
    graph, messages = cause.graph, []
    for loop in cause.loops:
        if not any(_is_users(graph, path) for path in loop.elements):
            continue
        messages.append(
            Message("info", f"{loop}", loop.elements[0], loop.elements, *_where(found, loop.elements[0]), kind="loop")
        )
    tied: dict[str, dict[str, None]] = {}
    for dependence in cause.dependences:
        path = dependence.storage.path
        if _is_users(graph, path):
            tied.setdefault(path, {}).update(dict.fromkeys(way[0] for way in dependence.paths))
    for path, others in tied.items():
        text = f"{path} is in derivative causality: it depends on {', '.join(others) or 'nothing'}"
        messages.append(Message("info", text, path, (path, *others), *_where(found, path), kind="derivative"))
    return messages


def _loose_frames(graph: Graph, error: MultibondError) -> list[str]:
    """The frames in a conflict that nothing is joined to: it is only the sign of a mechanism that is begun."""
    joined = {id(frame) for model in graph.models.values() for join in model.joins for frame in join}
    places = (graph.elements[path] for path in getattr(error, "elements", ()) if path in graph.elements)
    loose = (flat for flat in places if is_frame(flat.element) and id(flat.element) not in joined)
    return list(dict.fromkeys(flat.path for flat in loose))


def loose_message(found: Document, frames: list[str]) -> Message:
    """That a part of a mechanism hangs loose."""
    part = frames[0].rpartition(".")[0]
    text = f"nothing is joined to {' and '.join(frames)}: join a body or another part to it"
    return Message("error", text, part, (), *_where(found, part), kind="unfinished")


def _is_users(graph: Graph, path: str) -> bool:
    """Whether an element is written in the text; parts of libraries are what they are."""
    around = graph.models.get(path.rpartition(".")[0])
    return path in graph.elements and around is not None and around.library == "user" and not _is_node(graph, path)


def _is_node(graph: Graph, path: str) -> bool:
    """Whether an element is the junction of joined frames."""
    return any(path in join.nodes for join in graph.joins)


def _where(found: Document, path: str) -> tuple[tuple[str | int, ...], int | None, int | None]:
    place = found.place_of(path)
    return (place, *found.mark(place))


def told(found: Document, error: MultibondError, kind: str, severity: str = "error") -> Message:
    """An error about the model as a message with its line."""
    if isinstance(error, FileError) and error.place:
        place = error.place
        return Message(severity, error.sentence, error.where or "", (), place, *found.mark(place), kind=kind)
    text, where = str(error), error.where or ""
    if where:
        text = text.removeprefix(f"{where}: ")
    text = re.sub(r" \((?:[^()]*, )?line \d+\)$", "", text)
    paths = tuple(getattr(error, "elements", ()))
    places = (found.place_of(name) for name in (where, *re.findall(r"'([\w.]+)'", text)) if name)
    place = _value_of(found, next((place for place in places if place), ()), text)
    return Message(severity, text, where, paths, place, *found.mark(place), kind=kind)


def _value_of(found: Document, place: Path, text: str) -> Path:
    """The place of the law or value of a component that a sentence speaks of by a name in it; that of the component
    where there is none."""
    part: Any = found.data
    for key in place:
        part = part[key]
    if not isinstance(part, dict) or len(place) < 2 or place[-2] not in ("components",):
        return place
    words = re.findall(r"'([\w.\[\]]+)'", text)
    told = [
        k for k, v in part.items() for w in words if k != "type" and re.search(rf"(?<![\w.]){re.escape(w)}\b", str(v))
    ]
    return (*place, told[0]) if told else place


# ------------------------------------------------------------ the reply
def check(text: str, level: str = "", *, values: bool = True, labels: bool = True, paths: bool = False,
          flat: bool = False, opened: Sequence[str] = ()) -> dict[str, Any]:  # fmt: skip
    """The reply to an edit: diagram of the level with this dotted path, those of components that are `opened` in place,
    messages and a summary."""
    began = time.perf_counter()
    known = findings(text)
    messages = list(known.messages)
    model = known.document.model
    picture = None
    if model is not None and model._children:
        try:
            picture = picture_of(known, level, values, labels, paths, flat)
        except MultibondError as error:
            messages.append(told(known.document, error, "model"))
    insides: dict[str, Any] = {}
    for path in opened if picture is not None else ():
        with contextlib.suppress(MultibondError):  # it was taken out or renamed meanwhile
            insides[path] = picture_of(known, path, values, labels, paths, False)
    for shown in (picture, *insides.values()):
        if shown is not None:
            _mark(shown, messages)
    return {
        "readable": model is not None,
        "title": "" if model is None else model.title,
        "stop": 1.0 if model is None else float(model.stop),
        "diagram": picture,
        "insides": insides,
        "messages": [message.plain() for message in messages],
        "summary": _summary(known),
        "seconds": time.perf_counter() - began,
    }


def strokes(text: str, level: str) -> dict[str, list[str]] | None:
    """The bonds of a level by their names in the diagram: tail, head, strokes; None while there are none."""
    known = begun(text)
    if known.strokes is None or known.document.model is None:
        return None
    try:
        bonds = level_at(known.document.model, level).bonds
    except MultibondError:  # there is no such level any more
        return None
    first = 0 if known.graph is None else offsets(known.graph).get(level)
    if first is None:
        return None
    keys = ((level, k) if known.graph is None else first + k for k in range(len(bonds)))
    return {
        f"bond {k}": [bond.tail[0], bond.head[0], *known.strokes[key]]
        for k, (bond, key) in enumerate(zip(bonds, keys, strict=True))
        if key in known.strokes
    }


def picture_of(known: Findings, path: str, values: bool, labels: bool, paths: bool, flat: bool) -> dict[str, Any]:
    """The diagram of a level as data."""
    model, graph = known.document.model, known.graph
    assert model is not None
    content = content_of(known, path, values, paths, flat)
    exact = not flat and given_cells(content) is not None
    drawing = drawn(content, labels=labels, exact=True)
    shown = level_at(model, "" if flat else path)
    place, _ = known.document.level(path)
    data = DiagramData(drawing, content, graph, shown, "" if flat else path)
    return data.data(exact, None if flat else place, {} if flat else entries(known.document, path))


def content_of(known: Findings, path: str, values: bool = True, paths: bool = False, flat: bool = False) -> Diagram:
    """What is drawn of a level, before anything has a place."""
    model, graph = known.document.model, known.graph
    assert model is not None
    if flat and graph is not None:
        content = flat_diagram(graph, known.strokes, values)
    else:
        content = diagram(model, path, known.strokes, graph, values, complete=False)
    if paths and known.causality is not None and graph is not None:
        Marks.of(known.causality.paths).put(content, "" if flat else path)
    return content


def entries(found: Document, path: str) -> dict[str, Any]:
    """Where the bonds, joins and wires of a level stand in the file, by kind and position in the model."""
    place, content = found.level(path)
    if place is None or not isinstance(content, dict):
        return {}
    result: dict[str, Any] = {}
    position = 0
    for index, part in enumerate(_listed(content, "bonds")):
        if (*place, "bonds", index) in found.left_out:
            continue
        pieces = len(CHAIN_PARTS.split(part)) - 1 if isinstance(part, str) else 1
        for piece in range(pieces):
            result[f"bond {position}"] = {"section": "bonds", "index": index, "piece": piece}
            position += 1
    for section, kind in (("joins", "join"), ("wires", "wire")):
        rows = [i for i in range(len(_listed(content, section))) if (*place, section, i) not in found.left_out]
        for position, index in enumerate(rows):
            result[f"{kind} {position}"] = {"section": section, "index": index, "piece": 0}
    return result


def _listed(content: dict[str, Any], section: str) -> list[Any]:
    found = content.get(section)
    return found if isinstance(found, list) else []


def _mark(picture: dict[str, Any], messages: list[Message]) -> None:
    """Say at nodes and bonds which of them messages are about."""
    level = f"{picture['level']}." if picture["level"] else ""
    worst: dict[str, str] = {}
    disagree: set[str] = set()
    for message in messages:
        for path in (message.where, *(message.paths if message.kind == "causality" else ())):
            if not path.startswith(level) or message.severity == "info":
                continue
            name = path[len(level) :].partition(".")[0]
            if worst.get(name) != "error":
                worst[name] = message.severity
            if message.kind == "causality":
                disagree.add(name)
    for node in picture["nodes"]:
        node["severity"] = worst.get(node["key"], "")
    for edge in picture["edges"]:
        edge["conflict"] = edge["kind"] == "bond" and {edge["tail"], edge["head"]} <= disagree


def _summary(known: Findings) -> dict[str, Any] | None:
    cause, graph = known.causality, known.graph
    if cause is None or graph is None:
        return None
    return {
        "states": [str(place) for place in cause.integral],
        "derivative": [str(place) for place in cause.derivative],
        "loops": [list(loop.elements) for loop in cause.loops],
        "bonds": len(graph.bonds),
        "elements": len(graph.elements),
        "mechanical": bool(graph.joins),
        "structure": structure_of(graph),
    }


def structure_of(graph: Graph) -> str:
    """A short sign of which bonds there are between which elements: numbers of bonds mean the same where it is the
    same."""
    ends = ";".join(f"{bond.tail} {bond.head}" for bond in graph.bonds)
    return f"{crc32(ends.encode()):08x}"


def equations_messages(text: str) -> list[Message]:
    """What the equations of a complete model have to say: unknown names, units, expressions. The strokes need none of
    it, so that it is looked for afterwards."""
    known = findings(text)
    if known.graph is None or known.document.model is None or not known.document.whole:
        return []
    try:
        formulation(known.document.model).system()
    except MultibondError as error:
        say(error, known.graph)
        return [told(known.document, error, "structure")]
    return []


def layout(text: str, level: str, keys: list[str] | None = None) -> dict[str, list[float]]:
    """Places for the components of a level in the units of the file, y up; with `keys` only these are moved."""
    known = findings(text)
    if known.document.model is None:
        return {}
    content = content_of(known, level)
    for key, node in content.nodes.items():
        if keys is None or key in keys:
            node.fixed = None
    placed = drawn(content).positions
    moved = placed if keys is None else {key: placed[key] for key in keys if key in placed}
    shift = (0.0, 0.0)
    if keys is not None:  # the others stay where they are: move what was arranged so that it meets them
        shift = _shift(known, level, placed, keys)
    return {key: [_grid((x + shift[0]) / UNIT), _grid(-(y + shift[1]) / UNIT)] for key, (x, y) in moved.items()}


def _shift(known: Findings, level: str, placed: dict[str, tuple[float, float]], keys: list[str]) -> tuple[float, float]:
    content = content_of(known, level)
    fixed = {k: n.fixed for k, n in content.nodes.items() if n.fixed is not None and k in placed and k not in keys}
    if not fixed:
        return 0.0, 0.0
    dx = [x * UNIT - placed[key][0] for key, (x, _) in fixed.items()]
    dy = [y * UNIT - placed[key][1] for key, (_, y) in fixed.items()]
    return sum(dx) / len(dx), sum(dy) / len(dy)


def _grid(value: float) -> float:
    return round(round(value * 20) / 20, 2) + 0.0


__all__ = [
    "check",
    "content_of",
    "entries",
    "equations_messages",
    "findings",
    "layout",
    "strokes",
    "structure_of",
    "told",
]
