"""The studio in a notebook: the same page as a widget, answered in the kernel over the notebook's own channel."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from ..errors import ModelError, MultibondError
from ..model.file import dumps, loads
from . import runs
from .notebook_page import MODULE
from .page_files import page_files
from .page_session import PageSession
from .server import Studio

LEAST_HEIGHT, MOST_HEIGHT = 240, 4000  # pixels
MOST_SHOWN = 12  # runs that a page is told of when it comes


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop in which all pages of the kernel are answered, in a thread of its own: cells go on meanwhile."""
    made = asyncio.new_event_loop()
    threading.Thread(target=made.run_forever, name="multibond studio", daemon=True).start()
    return made


class NotebookStudio(Studio):
    """A model and its runs, for all pages that show it: its text is that of the page that was changed last."""

    def __init__(self, name: str, text: str, result: Any = None):
        super().__init__(Path.cwd(), None, (None, name, text))
        self.results: dict[str, Any] = {} if result is None else {"run 1": result}

    @property
    def text(self) -> str:
        """The text of the model as it is now."""
        assert self.first is not None
        return str(self.first[2])

    @property
    def last(self) -> Any:
        """The last run, or None."""
        return next((result for key, result in reversed(self.results.items()) if key != "slide"), None)

    def wrote(self, text: str) -> None:
        """A page has another text now."""
        assert self.first is not None
        self.first = (None, self.first[1], text)


class NotebookSession(PageSession):
    """One page in a cell. Runs belong to the widget: they stay when the page goes."""

    studio: NotebookStudio

    def __init__(self, studio: NotebookStudio, send: Any):
        super().__init__(studio, send)
        self.results = studio.results
        self._count = len(studio.results)

    async def hello(self) -> dict[str, Any]:
        """What the page has to know at first, with the runs that there are."""
        kept = [(key, result) for key, result in self.results.items() if key != "slide"][-MOST_SHOWN:]
        told = [await asyncio.to_thread(runs.told, key, result) for key, result in kept]
        return {**await super().hello(), "runs": told}

    def wrote(self, text: str) -> None:
        """The text is the model's from now on."""
        self.studio.wrote(text)

    async def close(self) -> None:
        """The page is gone; its runs stay."""
        self.results = {}
        await super().close()


def studio_widget(model: Any, height: int, result: Any = None, names: tuple[Any, ...] = ()) -> Any:
    """The widget of a model, or of one of its results with curves of `names`."""
    if isinstance(height, bool) or not isinstance(height, int) or not LEAST_HEIGHT <= height <= MOST_HEIGHT:
        raise ModelError(
            f"the height of a view is a whole number of pixels from {LEAST_HEIGHT} to {MOST_HEIGHT}, not {height!r:.40}"
        )
    for name in names:
        if not isinstance(name, str):
            raise ModelError(f"what is shown is named by texts, as in show('motor.speed'), not {name!r:.60}")
        result[name]  # a wrong one is told of before anything is shown
    page_files()
    studio = NotebookStudio(model.title, dumps(model), result)
    shows = {"what": "studio" if result is None else "result", "names": list(names)}
    made = _widget()(height=height, shows=shows)
    made.pages = Pages(studio, lambda *message: made.send(*message))
    made.on_msg(lambda _, content, buffers: made.pages.take(content))
    return made


class Pages:
    """The pages that show one widget, in as many cells as it stands in; `send` brings a message with its buffers to all
    of them, each takes what bears its name."""

    def __init__(self, studio: NotebookStudio, send: Callable[..., None]):
        self.studio, self.send = studio, send
        self.sessions: dict[str, NotebookSession] = {}

    def take(self, content: Any) -> None:
        """A message from a page: for its files, a frame, or that it leaves."""
        if not isinstance(content, dict):
            return
        if content.get("want") == "files":
            names, parts = page_files()
            self.send({"files": names}, list(parts))
        elif isinstance(content.get("page"), str):
            asyncio.run_coroutine_threadsafe(self._heard(content["page"], content), _loop())

    async def _heard(self, page: str, content: dict[str, Any]) -> None:
        if content.get("leave"):
            session = self.sessions.pop(page, None)
            if session is not None:
                self.studio.pages.discard(session)
                await session.close()
            return
        if page not in self.sessions:
            self.sessions[page] = NotebookSession(self.studio, partial(self._send, page))
            self.studio.pages.add(self.sessions[page])
        if isinstance(content.get("frame"), str):
            await self.sessions[page].take(content["frame"])

    async def _send(self, page: str, frame: str | bytes) -> None:
        with contextlib.suppress(Exception):  # the notebook is gone
            if isinstance(frame, str):
                self.send({"page": page, "frame": frame})
            else:
                self.send({"page": page}, [frame])


@cache
def _widget() -> Any:
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise MultibondError(
            "the studio in a notebook needs anywidget; install it with: pip install 'multibond[notebook]'"
        ) from None
    from .. import __version__

    class StudioWidget(anywidget.AnyWidget):
        """The studio in a cell."""

        _esm = MODULE
        version = traitlets.Unicode(__version__).tag(sync=True)
        height = traitlets.Int(640).tag(sync=True)
        shows = traitlets.Dict().tag(sync=True)
        pages: Any = None

        @property
        def text(self) -> str:
            """The file of the model as it was drawn so far."""
            return str(self.pages.studio.text)

        @property
        def model(self) -> Any:
            """The model that the text describes; what is wrong in it is raised."""
            return loads(self.text)

        @property
        def result(self) -> Any:
            """The last run, or None."""
            return self.pages.studio.last

    return StudioWidget


__all__ = ["NotebookSession", "NotebookStudio", "Pages", "studio_widget"]
