"""Nothing comes in without the token, from another host or from another site, over HTTP and WebSocket alike."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from studio_client import Page, get

REFUSED = 403


def test_the_page_is_there_with_its_token(server):
    status, headers, body = get(server)
    assert status == 200 and b"<script" in body
    assert headers["content-type"].startswith("text/html")


def test_every_asset_that_the_page_names_is_there(server):
    _, _, body = get(server)
    named = re.findall(r'(?:src|href)="\./([^"]+)"', body.decode())
    assert named
    for name in named:
        status, headers, _ = get(server, urlsplit(server).path + name)
        assert status == 200 and headers["x-content-type-options"] == "nosniff", name


@pytest.mark.parametrize("path", ["/", "/index.html", "/socket", "/wrong/", "/wrong/index.html", "//", "/%2e%2e/"])
def test_without_the_token_http_is_refused(server, path):
    status, _, body = get(server, path)
    assert status == REFUSED and b"script" not in body


def test_a_token_that_is_nearly_right_is_refused(server):
    path = urlsplit(server).path
    for wrong in (path[:-2] + "/", path[:-1] + "x/", path.upper(), path[:-1]):
        assert get(server, wrong)[0] == REFUSED


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:80", "[::1]", ""])
def test_another_host_is_refused(server, host):
    """A name that is made to point here (DNS rebinding) does not come in, even with the token."""
    assert get(server, Host=host)[0] == REFUSED


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "file://"]
)
def test_another_origin_is_refused(server, origin):
    assert get(server, Origin=origin)[0] == REFUSED
    with pytest.raises(InvalidStatus):
        Page(server, origin=origin)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_are_refused(server, site):
    assert get(server, Sec_Fetch_Site=site)[0] == REFUSED
    with pytest.raises(InvalidStatus):
        Page(server, additional_headers={"Sec-Fetch-Site": site})
    assert get(server, Sec_Fetch_Site="same-origin")[0] == 200


def test_a_socket_needs_token_host_and_origin(server):
    port = urlsplit(server).port
    for address, options in (
        (f"http://127.0.0.1:{port}/", {}),
        (f"http://127.0.0.1:{port}/wrong/", {}),
        (server, {"origin": None}),
        (server, {"additional_headers": {"Host": "evil.example"}}),
    ):
        with pytest.raises(InvalidStatus):
            Page(address, **options)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_http_only_reads(server, method):
    assert get(server, method=method)[0] == REFUSED


def test_assets_stay_inside_the_page(server):
    path = urlsplit(server).path
    for name in ("../server.py", "..%2fserver.py", "%2e%2e/server.py", "../../../../etc/passwd", "server.py", "x.py",
                 "chunks/", ".", "nul%00.js", "..\\server.py"):  # fmt: skip
        status, _, body = get(server, path + name)
        assert status in (404, REFUSED) and b"def " not in body, name


def test_no_inline_script_and_no_other_place_to_load_from(server):
    _, headers, body = get(server)
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"] and "*" not in headers["content-security-policy"]
    assert policy["frame-ancestors"] == "'none'" and headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"  # the token is in the address
    assert not re.search(rb"<script(?![^>]*\bsrc=)", body) and not re.search(rb"\son\w+=", body)


def test_only_loopback_is_listened_on(server):
    """The machine's other addresses do not answer, where it has any."""
    port = urlsplit(server).port
    others = {entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None)}
    for address in others - {"127.0.0.1", "127.0.1.1", "::1"}:
        with pytest.raises(OSError):
            socket.create_connection((address, port), timeout=2).close()


def test_two_servers_have_different_tokens(server, tmp_path):
    from multibond.studio.guard import new_token

    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50 and all(len(token) >= 30 for token in tokens)
    assert len(urlsplit(server).path.strip("/")) >= 30
