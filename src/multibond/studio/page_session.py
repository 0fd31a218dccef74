"""One page that is open: its requests are answered as they come, long ones in threads, and end when it goes."""

from __future__ import annotations

import asyncio
import base64
import inspect
import json
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from ..argument import checked
from ..errors import MultibondError
from ..picture.animation.collect import collect_forces
from . import checking, exporting, grouping, reading, renaming, runs
from .folder import Folder
from .frames import binary_frame, text_frame
from .message import Message
from .model_text import model_of
from .palette import palette
from .power_flow import PowerFlow

Frame = str | bytes
Sender = Callable[[Frame], Coroutine[Any, Any, None]]
LARGE = 4000  # characters of a text whose strokes are sent before its picture
REQUESTS: dict[str, str] = {}  # what can be asked for → the name of the method that answers


def request(name: str) -> Callable[[Any], Any]:
    """The method answers the request `name`; its parameters are the fields of the request, checked by their kinds."""

    def register(method: Any) -> Any:
        REQUESTS[name] = method.__name__
        return checked(method)

    return register


class Arrays(dict[str, Any]):
    """A reply with arrays behind it."""

    def __init__(self, header: Mapping[str, Any], arrays: Mapping[str, Any]):
        super().__init__(header)
        self.arrays = arrays


class PageSession:
    """Answers the requests of one page over its socket."""

    def __init__(self, studio: Any, send: Sender):
        self.studio, self._send = studio, send
        self.folder: Folder = studio.folder
        self.loop = asyncio.get_running_loop()
        self.path: str | None = None  # the file that the page has open
        self.results: dict[str, Any] = {}
        self.flows: dict[str, PowerFlow] = {}
        self.jobs: dict[int, runs.Job] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._checked = self._slid = 0  # the newest of these requests
        self._checking, self._sliding = asyncio.Lock(), asyncio.Lock()
        self._count = 0

    # ------------------------------------------------------------ frames
    async def take(self, frame: str) -> None:
        """Begin to answer a frame of the page."""
        try:
            content = json.loads(frame)
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict) or not isinstance(content.get("id"), int):
            await self._send(text_frame({"id": None, "error": Message("error", "this is no request").plain()}))
            return
        if content.get("do") == "check":
            self._checked = content["id"]
        elif content.get("do") == "slide":
            self._slid = content["id"]
        task = asyncio.create_task(self._answer(content))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answer(self, content: dict[str, Any]) -> None:
        number = content.pop("id")
        try:
            reply = await self._reply(number, content)
        except MultibondError as error:
            where = error.where or ""
            text = str(error).removeprefix(f"{where}: ") if where else str(error)
            reply = {"error": Message("error", text, where).plain()}
        except Exception as error:  # a fault of ours: the page goes on
            text = f"unexpected {type(error).__name__}: {error}"
            reply = {"error": Message("error", text).plain()}
        if isinstance(reply, Arrays):
            await self._send(binary_frame({"id": number, **reply}, reply.arrays))
        else:
            await self._send(text_frame({"id": number, **reply}))

    async def _reply(self, number: int, content: dict[str, Any]) -> dict[str, Any]:
        name = content.pop("do", None)
        method = getattr(self, REQUESTS[name]) if isinstance(name, str) and name in REQUESTS else None
        if method is None:
            raise MultibondError(f"the studio has no request '{str(name)[:40]}'")
        known = inspect.signature(method).parameters
        for key in content:
            if key not in known:
                raise MultibondError(f"the request '{name}' has no '{str(key)[:40]}'")
        missing = [k for k, p in known.items() if p.default is p.empty and k not in content and k != "number"]
        if missing:
            raise MultibondError(f"the request '{name}' needs '{missing[0]}'")
        if "number" in known:
            content["number"] = number
        answer: dict[str, Any] = await method(**content)
        return answer

    def tell(self, content: Mapping[str, Any]) -> None:
        """Send something that was not asked for; from any thread."""
        asyncio.run_coroutine_threadsafe(self._send(text_frame(content)), self.loop)

    async def close(self) -> None:
        """The page is gone: end all that goes on for it."""
        for job in self.jobs.values():
            job.cancel()
        for task in self.tasks:
            task.cancel()
        self.results.clear()
        self.flows.clear()

    # ------------------------------------------------------------ files
    @request("hello")
    async def hello(self) -> dict[str, Any]:
        """What the page has to know at first."""
        from .. import __version__

        words = await asyncio.to_thread(palette)
        bank = await asyncio.to_thread(self.studio.bank.listed) if self.studio.bank else []
        return {
            "version": __version__, **words, "bank": bank, "folder": self.folder.name, "files": self.folder.files(),
            "open": None if self.studio.first is None else {"id": 0, **await self._opened(*self.studio.first)},
        }  # fmt: skip

    @request("files")
    async def files(self) -> dict[str, Any]:
        """The model files of the folder."""
        return {"files": await asyncio.to_thread(self.folder.files)}

    @request("open")
    async def open(self, path: str | None = None, bank: str | None = None) -> dict[str, Any]:
        """A file of the folder, or a model of the bank, as text."""
        if (path is None) == (bank is None):
            raise MultibondError("what is opened is a path or a name of the bank")
        return await self._opened(path, bank)

    async def _opened(self, path: str | None, bank: str | None, text: str | None = None) -> dict[str, Any]:
        if path is None:
            if text is None:
                if self.studio.bank is None:
                    raise MultibondError("there is no bank here")
                text = await asyncio.to_thread(self.studio.bank.text, bank)
            self._hold(None)
            return {"name": str(bank), "path": None, "text": text, "digest": "", "recovered": None}
        content, stamp = await asyncio.to_thread(self.folder.read, path)
        self._hold(path)
        recovered = await asyncio.to_thread(self.folder.recovered, path, content)
        return {"name": path, "path": path, "text": content, "digest": stamp, "recovered": recovered}

    def _hold(self, path: str | None) -> None:
        """The page has another file open now: all that have it know of each other."""
        before, self.path = self.path, path
        self.studio.pages_changed(before, path)

    @request("save")
    async def save(self, path: str, text: str, digest: str, force: bool = False) -> dict[str, Any]:
        """Write the file, unless it is no longer the one that the page knows."""
        stamp, there = await asyncio.to_thread(self.folder.save, path, text, digest, force)
        if there is not None:
            sentence = (
                f"{path} was changed on disk since it was opened; keep one of the two, or save under another name"
            )
            return {"saved": False, "digest": stamp, "conflict": {"text": there, "sentence": sentence}}
        await asyncio.to_thread(self.folder.keep, path, None)
        if self.path is None:
            await asyncio.to_thread(self.folder.keep, None, None)
        if self.path != path:
            self._hold(path)
        self.studio.saved(self, path, stamp, text)
        return {"saved": True, "digest": stamp, "conflict": None}

    @request("keep")
    async def keep(self, path: str | None = None, text: str | None = None) -> dict[str, Any]:
        """Keep the text for recovery, or forget it."""
        return {"kept": await asyncio.to_thread(self.folder.keep, path, text)}

    # ------------------------------------------------------------ edits
    @request("check")
    async def check(self, number: int, revision: int, text: str, level: str = "", values: bool = True,
                    labels: bool = True, paths: bool = False, flat: bool = False,
                    open: list[str] | None = None) -> dict[str, Any]:  # fmt: skip
        """What is known of the text, as long as no newer one is there."""
        self.wrote(text)
        async with self._checking:
            if number < self._checked:
                return {"revision": revision, "stale": True}
            if len(text) > LARGE and not flat:  # its picture takes longer than its causality
                found = await asyncio.to_thread(checking.strokes, text, level)
                event = {"event": "strokes", "revision": revision, "level": level, "strokes": found}
                await self._send(text_frame(event))
            reply = await asyncio.to_thread(
                checking.check, text, level, values=values, labels=labels, paths=paths, flat=flat, opened=open or []
            )
        if number == self._checked:
            self._look_deeper(number, revision, text)
        return {"revision": revision, **reply}

    def wrote(self, text: str) -> None:
        """The page has this text now: it alone keeps it."""

    def _look_deeper(self, number: int, revision: int, text: str) -> None:
        """What the equations say, when there is time for it."""

        async def look() -> None:
            async with self._checking:
                if number < self._checked:
                    return
                found = await asyncio.to_thread(checking.equations_messages, text)
            if number == self._checked:
                messages = [message.plain() for message in found]
                await self._send(text_frame({"event": "structure", "revision": revision, "messages": messages}))

        task = asyncio.create_task(look())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    @request("layout")
    async def layout(self, text: str, level: str = "", keys: list[str] | None = None) -> dict[str, Any]:
        """Places for the components of a level."""
        return {"layout": await asyncio.to_thread(checking.layout, text, level, keys)}

    @request("rename")
    async def rename(self, text: str, old: str, new: str, level: str = "") -> dict[str, Any]:
        """The text with another name for something."""
        return {"text": await asyncio.to_thread(renaming.rename, text, level, old, new)}

    @request("group")
    async def group(self, text: str, keys: list[str], name: str, definition: str, level: str = "",
                    parameters: list[str] | None = None) -> dict[str, Any]:  # fmt: skip
        """The text with a selection turned into a component."""
        return {"text": await asyncio.to_thread(grouping.group, text, level, keys, name, definition, parameters)}

    # ------------------------------------------------------------ runs
    @request("run")
    async def run(self, number: int, text: str, settings: dict[str, Any], name: str = "") -> dict[str, Any]:
        """A run; its progress is told."""
        stop = settings.get("stop")

        def report(reached: float) -> None:
            self.tell({"event": "progress", "id": number, "time": reached, "stop": stop, "phase": "run"})

        self.tell({"event": "progress", "id": number, "time": 0.0, "stop": stop, "phase": "compile"})
        job = self.jobs[number] = runs.Job(report)

        def work(progress: Any) -> dict[str, Any]:
            result, messages = runs.simulate(text, settings, progress)
            told = runs.summed_up(result)
            return {"result": result, "messages": [message.plain() for message in messages], **told}

        try:
            reply = await job.run(work)
        finally:
            self.jobs.pop(number, None)
        key = self._keep_result(reply.pop("result"))
        return {**reply, "run": key, "cancelled": job.cancelled}

    def _keep_result(self, result: Any) -> str:
        self._count += 1
        key = f"run {self._count}"
        self.results[key] = result
        while len(self.results) > runs.MOST_KEPT:
            del self.results[next(iter(self.results))]
        return key

    def _result(self, key: str) -> Any:
        if not isinstance(key, str) or key not in self.results:
            raise MultibondError("this run is no longer kept; run the model again")
        return self.results[key]

    @request("cancel")
    async def cancel(self, request: int) -> dict[str, Any]:
        """End a run; what was computed is kept."""
        job = self.jobs.get(request)
        if job is not None:
            job.cancel()
        return {"done": job is not None}

    @request("forget")
    async def forget(self, run: str) -> dict[str, Any]:
        """Let go of a run."""
        return {"done": self.results.pop(run, None) is not None}

    @request("curves")
    async def curves(self, run: str, names: list[str], most: int | None = None) -> dict[str, Any]:
        """Values over time by name."""
        return Arrays(*await asyncio.to_thread(runs.curves, self._result(run), names, most))

    @request("power")
    async def power(self, run: str, most: int | None = None) -> dict[str, Any]:
        """The power of every bond, the energy of every store, and what is lost, over time."""
        return Arrays(*(await self._power(run)).arrays(most))

    @request("sankey")
    async def sankey(self, run: str, start: float, end: float, depth: int = 1) -> dict[str, Any]:
        """Where the energy went between two times."""
        flow = await self._power(run)
        return await asyncio.to_thread(flow.sankey, float(start), float(end), max(1, int(depth)))

    async def _power(self, run: str) -> PowerFlow:
        result = self._result(run)
        if run not in self.flows:
            self.flows = {run: await asyncio.to_thread(PowerFlow, result)}  # of the one that is looked at
        return self.flows[run]

    @request("slide")
    async def slide(self, number: int, text: str, settings: dict[str, Any], names: list[str], most: int | None = None,
                    eigenvalues: bool = False, animation: bool = False) -> dict[str, Any]:  # fmt: skip
        """A run with other values, as fast as it can be; what a newer one has overtaken is not run."""
        async with self._sliding:
            if number < self._slid:
                return {"stale": True}
            job = self.jobs[number] = runs.Job()

            def work(progress: Any) -> tuple[Any, ...]:
                result, messages = runs.simulate(text, settings, progress)
                header, arrays = runs.curves(result, names, most)
                if eigenvalues:
                    arrays["eigenvalues"] = reading.eigenvalues(model_of(text), settings.get("set"))
                header["messages"] = [message.plain() for message in messages]
                if animation and runs.animated(result):
                    header["scene"] = result.animate().scene
                return result, header, arrays

            try:
                result, header, arrays = await job.run(work)
            finally:
                self.jobs.pop(number, None)
        self.results["slide"] = result
        self.flows.pop("slide", None)
        return Arrays({**header, "run": "slide"}, arrays)

    # ------------------------------------------------------------ reading
    @request("equations")
    async def equations(self, text: str, kind: str = "states", path: str = "") -> dict[str, Any]:
        """Equations of the model or of a component."""
        return {"sections": await asyncio.to_thread(reading.equations, text, kind, path)}

    @request("report")
    async def report(self, text: str, symbolic: bool = False) -> dict[str, Any]:
        """The six-part report."""
        return {"html": await asyncio.to_thread(reading.report, text, bool(symbolic))}

    @request("paths")
    async def paths(self, text: str) -> dict[str, Any]:
        """The zero-order causal paths."""
        return {"groups": await asyncio.to_thread(reading.paths, text)}

    @request("linear")
    async def linear(self, text: str, at: Any = None, set: dict[str, Any] | None = None, input: str | None = None,
                     output: str | None = None) -> dict[str, Any]:  # fmt: skip
        """Eigenvalues and a frequency response."""
        return Arrays(*await asyncio.to_thread(reading.linear, text, at, set, input, output))

    @request("export")
    async def export(self, kind: str, text: str, level: str = "", run: str | None = None,
                     names: list[str] | None = None) -> dict[str, Any]:  # fmt: skip
        """A file for download."""
        result = None if run is None else self._result(run)
        name, media, content = await asyncio.to_thread(exporting.export, kind, text, level, result, names)
        return {"name": name, "type": media, "data": base64.b64encode(content).decode("ascii")}

    @request("parameters")
    async def parameters(self, text: str) -> dict[str, Any]:
        """All parameters of the model."""
        return {"rows": await asyncio.to_thread(reading.parameters, text)}

    @request("animation")
    async def animation(self, run: str) -> dict[str, Any]:
        """The scene that the viewer plays."""
        result = self._result(run)
        return {"scene": await asyncio.to_thread(lambda: result.animate(forces=collect_forces(result)).scene)}


__all__ = ["Arrays", "PageSession", "REQUESTS", "request"]
