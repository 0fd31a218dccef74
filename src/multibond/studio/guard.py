"""The door of the server: only the page that was given the token comes in, and only from this machine."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

# No script and no style but those that come from the server itself, no other place to load from or to send to.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
REFUSED = 403
POLICY_VIOLATION = 1008


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


class Guard:
    """Lets requests through whose path begins with the token, whose Host is this server, and which come from its own
    page: everything else is refused, HTTP and WebSocket alike. The application sees paths without the token."""

    def __init__(self, application: Application, token: str, port: int):
        self.application, self.token = application, token
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        path = self._allowed(scope)
        if path is None:
            await _refuse(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message.get("headers", ())}
                added = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in own]
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        await self.application(
            {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}, receive, with_headers
        )

    def _allowed(self, scope: Scope) -> str | None:
        """The path behind the token; None for what is refused."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        hosts, origins = headers.get("host", []), headers.get("origin", [])
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return None
        if origins != [f"http://{hosts[0].lower()}"] and (origins or scope["type"] == "websocket"):
            return None
        if any(site not in ("none", "same-origin") for site in headers.get("sec-fetch-site", [])):
            return None
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return None
        first, slash, rest = str(scope["path"]).removeprefix("/").partition("/")
        if not slash or not secrets.compare_digest(first.encode(), self.token.encode()):
            return None
        return f"/{rest}"


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "refused"})
        return
    body = b"Refused: open the address that multibond studio printed, with its token.\n"
    headers = [(k.encode(), v.encode()) for k, v in {**HEADERS, "content-type": "text/plain; charset=utf-8"}.items()]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": REFUSED, "headers": headers})
    await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})


__all__ = ["Guard", "HEADERS", "POLICY", "new_token"]
