"""A studio for tests: the real server on loopback, and a page that talks to it."""

import http.client
import itertools
import json
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

from websockets.sync.client import connect

from multibond.studio.frames import unpacked

RLC = """\
multibond: 1
name: rlc
domain: electrical
stop: 1
parameters:
  U: {value: 10, unit: V}  # of the supply
components:
  source: {type: Se, effort: U}
  loop: J1
  R1: {type: R, R: 2}  # the loss
  L1: {type: I, I: 0.1}
  C1: {type: C, C: 1e-3}
bonds:
  - source >> loop >> R1
  - loop >> L1
  - loop >> C1
outputs:
  current: L1.f
"""
ENDLESS = RLC.replace("stop: 1", "stop: 1e6").replace("C: 1e-3", "C: 1e-9")


@contextmanager
def studio(*arguments, folder):
    """The address of a server that runs in `folder`; it is ended in the end."""
    command = [sys.executable, "-m", "multibond", "studio", "--no-browser", *arguments]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line + process.stderr.read()
        yield line.split()[-1], process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        process.stderr.close()


def get(address, path=None, method="GET", **headers):
    """Status, headers and body of one request; `headers` replace those that a browser would send."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=20)
    try:
        connection.putrequest(method, parts.path if path is None else path, skip_host=True)
        for name, value in {"Host": parts.netloc, **headers}.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


class Page:
    """A page without a picture: asks and gets replies; events that come in between are kept."""

    def __init__(self, address, **options):
        parts = urlsplit(address)
        given = {"origin": f"http://{parts.netloc}", "max_size": None, "open_timeout": 20, **options}
        self.closing = ExitStack()
        self.socket = self.closing.enter_context(connect(address.replace("http:", "ws:") + "socket", **given))
        self.numbers, self.events = itertools.count(1), []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closing.close()

    def send(self, do, **fields):
        """Ask; the number of the request."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "do": do, **fields}))
        return number

    def receive(self, timeout=60):
        """The next frame; of a binary one the arrays are under `values`."""
        frame = self.socket.recv(timeout=timeout)
        if isinstance(frame, str):
            return json.loads(frame)
        header, arrays = unpacked(frame)
        return {**header, "values": arrays}

    def reply(self, number, timeout=60):
        """The reply to a request."""
        while True:
            found = self.receive(timeout)
            if "event" not in found and found["id"] == number:
                return found
            self.events.append(found)

    def ask(self, do, **fields):
        """Ask and wait."""
        return self.reply(self.send(do, **fields))

    def event(self, name, timeout=20, **like):
        """The next event of that name with these fields, or one that came already."""
        while True:
            for found in self.events:
                if {"event": name, **like}.items() <= found.items():
                    self.events.remove(found)
                    return found
            self.events.append(self.receive(timeout))
