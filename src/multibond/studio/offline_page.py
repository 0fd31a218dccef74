"""One page to hand on: the studio itself with a model and a run in it, to play with in any browser, offline.

What the server would answer is worked out beforehand and lies in the page, compressed; the page can change nothing.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import escape
from typing import Any

import numpy as np

from ..errors import MultibondError
from ..model.composite import Composite
from . import reading, runs
from .checking import check
from .frames import text_frame
from .notebook_page import UNPACKING
from .page_files import page_files
from .palette import palette
from .power_flow import PowerFlow

MOST_LEVELS = 60  # insides that can be entered
MOST_POINTS = 600  # of a curve
MOST_NUMBERS = 3_000_000  # in all curves; beyond it only outputs and states are there
EQUATIONS = ("states", "mechanics", "matrices")

PLAYER = """
const read = async (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
const numbers = (text) => new Float64Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
const data = JSON.parse(await read("data")), files = JSON.parse(await read("files"));
const refuse = (id, text) => ({ id, error: { severity: "error", text, where: "", paths: [], place: [] } });
const only = "This page holds one run to look at; open the model in the studio for more.";

function tables({ arrays, ...rest }, id) {
  const columns = Object.fromEntries(Object.entries(arrays).map(([name, { shape, data }]) =>
    [name, { shape, data: typeof data === "string" ? numbers(data) : data }]));
  return { ...rest, id, arrays: [], columns };
}
function curves({ id, names }) {
  const { arrays, units } = data.curves, found = { time: arrays.time }, failed = {};
  for (const name of names) {
    const [, stem, place] = /^(.*)\\[(\\d+)\\]$/.exec(name) ?? [];
    if (arrays[name]) found[name] = arrays[name];
    else if (arrays[stem]) {
      const { shape, data: text } = arrays[stem], all = numbers(text), width = shape[1] ?? 1;
      found[name] = { shape: [shape[0]], data: all.filter((_, i) => i % width === Number(place)) };
    } else failed[name] = only;
  }
  const unitOf = (name) => units[name] ?? units[name.replace(/\\[\\d+\\]$/, "")] ?? "";
  return tables({ arrays: found, units: Object.fromEntries(names.map((name) => [name, unitOf(name)])), failed }, id);
}
function answer(request) {
  const { id } = request;
  if (request.do === "hello") return { ...data.hello, id };
  if (request.do === "check") {
    const insides = Object.fromEntries((request.open ?? []).filter((path) => data.levels[path])
      .map((path) => [path, data.levels[path]]));
    const diagram = data.levels[request.level];
    return diagram ? { ...data.check, id, revision: request.revision, diagram, insides } : refuse(id, only);
  }
  if (request.do === "curves") return curves(request);
  if (request.do === "power") return tables(data.power, id);
  if (request.do === "animation") return { id, scene: data.scene };
  if (request.do === "equations" && data.equations[request.kind]) return { id, sections: data.equations[request.kind] };
  if (request.do === "report" && !request.symbolic) return { id, html: data.report };
  if (request.do === "parameters") return { id, rows: data.parameters };
  if (request.do === "linear" && data.linear && !request.input) return tables(data.linear, id);
  if (request.do === "sankey" && request.start === data.span[0] && request.end === data.span[1])
    return { id, ...data.sankeys[Math.min(data.sankeys.length, request.depth ?? 1) - 1] };
  return request.do === "keep" || request.do === "forget" ? { id } : refuse(id, only);
}
let take = () => {};
window.multibond = {
  dark: matchMedia("(prefers-color-scheme: dark)").matches, shows: { what: "page", names: [] },
  listen: (hearing) => { take = hearing; },
  send: (text) => setTimeout(() => take(answer(JSON.parse(text)))),
};
const names = Object.keys(files), parts = names.map((name) => new TextEncoder().encode(files[name]));
const { style, script } = await unpacked(names, parts, (part) => new TextDecoder().decode(part));
document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
await import(script);
"""


def offline_page(text: str, result: Any) -> str:
    """The page about a run of the model that `text` describes, as HTML."""
    model = result.run.model
    names, parts = page_files()
    code = {name: gzip.decompress(part).decode() for name, part in zip(names, parts, strict=True)}
    title = escape(model.title)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, '
        f'initial-scale=1"><title>{title}</title></head><body><div id="root"></div>'
        f"<noscript>This page needs JavaScript.</noscript>"
        f'<script type="text/plain" id="data">{_packed(text_frame(answers(text, result)))}</script>'
        f'<script type="text/plain" id="files">{_packed(json.dumps(code))}</script>'
        f'<script type="module">{UNPACKING}{PLAYER}</script></body></html>\n'
    )


def _packed(content: str) -> str:
    return base64.b64encode(gzip.compress(content.encode(), 9)).decode("ascii")


def answers(text: str, result: Any) -> dict[str, Any]:
    """What the server would say of the model and its run."""
    reply = check(text)
    levels = {"": reply.pop("diagram")}
    for path in _levels(result.run.model):
        found = _tried(partial(check, text, path)) if len(levels) < MOST_LEVELS else None
        if found is not None and found["diagram"] is not None:
            levels[path] = found["diagram"]
    used = {node["type"] for level in levels.values() if level for node in level["nodes"]}
    words = palette()
    words = {**words, "types": [part for part in words["types"] if part["type"] in used]}
    opened = {"id": 0, "name": result.run.model.title, "path": None, "text": text, "digest": "", "recovered": None}
    hello = {"version": "", **words, "bank": [], "folder": "", "files": [], "open": opened}
    flow = PowerFlow(result)
    start, end = float(result.time[0]), float(result.time[-1])
    linear = _tried(lambda: reading.linear(text, None, None, None, None))
    return {
        "hello": {**hello, "runs": [runs.told("run 1", result)]},
        "check": reply,
        "levels": levels,
        "curves": _table(*runs.curves(result, _curves(result), MOST_POINTS)),
        "power": _table(*flow.arrays(MOST_POINTS)),
        "span": [start, end],
        "sankeys": [flow.sankey(start, end, depth) for depth in (1, 2, 3)],
        "scene": result.animate().scene if runs.animated(result) else None,
        "equations": {kind: _tried(partial(reading.equations, text, kind)) for kind in EQUATIONS},
        "report": _tried(lambda: reading.report(text, False)) or "",
        "parameters": _tried(lambda: reading.parameters(text)) or [],
        "linear": None if linear is None else _table(*linear),
    }


def _tried(work: Callable[[], Any]) -> Any:
    """What a piece of the page says; None where the model has no such thing."""
    try:
        return work()
    except MultibondError:
        return None


def _levels(model: Composite, path: str = "") -> Iterator[str]:
    """The composites inside, outer ones first."""
    inner = {f"{path}{name}": part for name, part in model.children.items() if isinstance(part, Composite)}
    yield from inner
    for name, part in inner.items():
        yield from _levels(part, f"{name}.")


def _curves(result: Any) -> list[str]:
    """The variables whose curves are in the page."""
    rows = runs.variables(result)
    count = sum(int(np.prod(row["size"])) for row in rows) * min(len(result.time), MOST_POINTS)
    few = [*result.outputs, *result.stats.states]
    return [row["name"] for row in rows] if count <= MOST_NUMBERS else list(dict.fromkeys(few))


def _table(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """A reply with its arrays as texts."""
    packed = {
        name: {"shape": list(np.shape(part)), "data": base64.b64encode(np.asarray(part, "<f8").tobytes()).decode()}
        for name, part in arrays.items()
    }
    return {**header, "arrays": packed}


__all__ = ["answers", "offline_page"]
