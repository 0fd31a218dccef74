"""The server of the studio: the page, its files and its one socket, on loopback and behind the guard."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from pathlib import Path
from typing import Any, Protocol

from ..errors import MultibondError
from .folder import Folder
from .guard import Guard, new_token
from .page_files import TYPES, asset
from .page_session import PageSession

LOOPBACK = "127.0.0.1"
WATCHED = 1.0  # s between looks at files that pages have open
LARGEST_FRAME = 16 * 1024 * 1024  # bytes


class Bank(Protocol):
    """The examples that the studio offers."""

    def listed(self) -> list[dict[str, Any]]:
        """Name, description and library of each."""

    def text(self, name: str) -> str:
        """A model as the text of a file."""


class Studio:
    """A folder that pages work in, and what they share. `first` is opened by a page that comes: a path within the
    folder, or None with the name and the text of a model."""

    def __init__(self, folder: Path, bank: Bank | None = None, first: tuple[Any, ...] | None = None):
        self.folder, self.bank, self.first = Folder(folder), bank, first
        self.token = new_token()
        self.pages: set[PageSession] = set()
        self._stamps: dict[str, tuple[int, int]] = {}

    # ------------------------------------------------------------ pages that share a file
    def pages_changed(self, *paths: str | None) -> None:
        """Tell the pages that have one of these files open how many others have."""
        for path in {path for path in paths if path is not None}:
            holding = [page for page in self.pages if page.path == path]
            self._stamps.setdefault(path, self.folder.stamp(path))
            if not holding:
                self._stamps.pop(path, None)
            for page in holding:
                page.tell({"event": "pages", "path": path, "others": len(holding) - 1})

    def saved(self, by: PageSession, path: str, digest: str, text: str) -> None:
        """A page has saved a file: the others that have it open are told."""
        self._stamps[path] = self.folder.stamp(path)
        self._tell_changed(path, digest, text, by)

    def _tell_changed(self, path: str, digest: str, text: str | None, by: PageSession | None) -> None:
        holding = [page for page in self.pages if page.path == path]
        for page in holding:
            if page is not by:
                page.tell(
                    {"event": "changed", "path": path, "digest": digest, "text": text, "others": len(holding) - 1}
                )

    async def watch(self) -> None:
        """Look again and again at the files that pages have open."""
        while True:
            await asyncio.sleep(WATCHED)
            for path in {page.path for page in self.pages if page.path is not None}:
                stamp = await asyncio.to_thread(self.folder.stamp, path)
                if self._stamps.get(path, stamp) != stamp:
                    try:
                        text, digest = await asyncio.to_thread(self.folder.read, path)
                    except MultibondError:
                        text, digest = None, ""
                    self._tell_changed(path, digest, text, None)
                self._stamps[path] = stamp

    # ------------------------------------------------------------ the application
    def application(self, port: int) -> Guard:
        """The ASGI application behind the guard."""
        return Guard(self._application(), self.token, port)

    def _application(self) -> Any:
        from starlette.applications import Starlette
        from starlette.routing import Route, WebSocketRoute

        routes = [WebSocketRoute("/socket", self._socket), Route("/{path:path}", self._asset, methods=["GET"])]
        return Starlette(routes=routes)

    async def _asset(self, request: Any) -> Any:
        from starlette.responses import PlainTextResponse, Response

        name = request.path_params["path"] or "index.html"
        content = asset(name)
        if content is None:
            return PlainTextResponse("There is no such file.\n", status_code=404)
        return Response(content, media_type=TYPES[Path(name).suffix])

    async def _socket(self, socket: Any) -> None:
        from starlette.websockets import WebSocketDisconnect

        await socket.accept()
        sending = asyncio.Lock()
        gone = False

        async def send(frame: str | bytes) -> None:
            async with sending:
                if gone:
                    return
                with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                    await (socket.send_text(frame) if isinstance(frame, str) else socket.send_bytes(frame))

        page = PageSession(self, send)
        self.pages.add(page)
        try:
            while True:
                await page.take(await socket.receive_text())
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            gone = True
            self.pages.discard(page)
            await page.close()
            self.pages_changed(page.path)


def listen(port: int) -> socket.socket:
    """A socket that listens on loopback; port 0 takes any free one."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
        found.listen(64)
    except OSError as error:
        found.close()
        raise MultibondError(
            f"the studio cannot listen on port {port}: {error.strerror or error}; choose another with --port"
        ) from None
    return found


def serve(studio: Studio, listening: socket.socket) -> None:
    """Serve pages on the socket until the process is interrupted."""
    import uvicorn

    application = studio.application(listening.getsockname()[1])
    server = uvicorn.Server(uvicorn.Config(
        application, log_level="error", access_log=False, lifespan="off", ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME, server_header=False, date_header=False, timeout_graceful_shutdown=1,
    ))  # fmt: skip
    threading.Thread(target=_warm_up, args=(studio,), daemon=True).start()

    async def run() -> None:
        watching = asyncio.create_task(studio.watch())
        try:
            await server.serve(sockets=[listening])
        finally:
            watching.cancel()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())


def _warm_up(studio: Studio) -> None:
    """Make what the first page asks for while its code is loaded."""
    from .palette import palette

    palette()
    if studio.bank is not None:
        studio.bank.listed()


__all__ = ["Studio", "listen", "serve"]
