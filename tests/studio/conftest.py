"""One server for all tests that do not need their own, and a page for each."""

import pytest

pytest.importorskip("uvicorn")

from studio_client import RLC, Page, studio


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("studio")
    (made / "rlc.yaml").write_text(RLC)
    return made


@pytest.fixture(scope="session")
def server(folder):
    with studio("rlc.yaml", folder=folder) as (address, _):
        yield address


@pytest.fixture
def page(server):
    with Page(server) as made:
        yield made
