"""Mesh files are read as what they are; what is wrong, too large or elsewhere is refused by a sentence."""

import base64
import json
import struct

import numpy as np
import pytest

import multibond as mb
from multibond.errors import MultibondError
from multibond.picture.animation import mesh_file
from multibond.picture.animation.mesh_file import read_mesh
from multibond.picture.animation.pack import decode

# a tetrahedron
CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def binary_stl():
    rows = b"".join(struct.pack("<12fH", 0, 0, 0, *CORNERS[face].reshape(-1), 0) for face in FACES)
    return b"solid but binary".ljust(80) + struct.pack("<I", len(FACES)) + rows


def text_stl():
    corner = lambda k: "vertex " + " ".join(map(str, CORNERS[k]))  # noqa: E731
    facets = [
        "facet normal 0 0 0\nouter loop\n" + "\n".join(map(corner, face)) + "\nendloop\nendfacet" for face in FACES
    ]
    return ("solid t\n" + "\n".join(facets) + "\nendsolid t\n").encode()


def obj():
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS] + ["vn 0 0 1", "mtllib other.mtl"]
    lines += [f"f {a + 1}/1/1 {b + 1}/1/1 {c + 1}/1/1" for a, b, c in FACES[:3]] + ["f -3 -2 -1"]
    return "\n".join(lines).encode()


def gltf(buffer=None, **changes):
    data = CORNERS.astype("<f4").tobytes() + FACES.astype("<u2").tobytes()
    inside = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    content = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"children": [1], "translation": [10, 0, 0]},
                  {"mesh": 0, "scale": [2, 2, 2], "rotation": [0, 0, 0.5**0.5, 0.5**0.5]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "buffers": [{"byteLength": 72, **(buffer or {"uri": inside})}],
        **changes,
    }  # fmt: skip
    return content, data


def glb():
    content, data = gltf({"byteLength": 72})
    text = json.dumps(content).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def volume(vertices, faces):
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return float(np.sum(np.einsum("ij,ij->i", a, np.cross(b, c)))) / 6


@pytest.mark.parametrize(("name", "content"), [("a.stl", binary_stl()), ("b.STL", text_stl()), ("c.obj", obj())])
def test_the_triangles_of_stl_and_obj(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    vertices, faces = read_mesh(name, tmp_path)
    assert vertices.shape == (4, 3) and faces.shape == (4, 3)
    assert volume(vertices, faces) == pytest.approx(1 / 6)


def test_the_triangles_of_gltf_are_where_its_nodes_put_them(tmp_path):
    content, data = gltf()
    (tmp_path / "a.gltf").write_text(json.dumps(content))
    (tmp_path / "b.gltf").write_text(json.dumps(gltf({"uri": "b.bin"})[0]))
    (tmp_path / "b.bin").write_bytes(data)
    (tmp_path / "c.glb").write_bytes(glb())
    for name in ("a.gltf", "b.gltf", "c.glb"):
        vertices, faces = read_mesh(name, tmp_path)
        assert volume(vertices, faces) == pytest.approx(8 / 6)
        # doubled, turned by a quarter about z, and shifted along x
        np.testing.assert_allclose(vertices[1], [10.0, 2.0, 0.0], atol=1e-6)


@pytest.mark.parametrize(("name", "content", "message"), [
    ("a.stl", b"", "neither binary STL"),
    ("a.stl", binary_stl()[:-7], "its corners are not three for each triangle"),
    ("a.stl", bytes(200), "neither binary STL"),
    ("a.stl", b"solid x\nvertex 1 2\n", "three for each triangle"),
    ("a.stl", b"solid x\nvertex a b c\n", "cannot be read"),
    ("a.obj", b"# nothing", "has no triangles"),
    ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9", "a corner that is not there"),
    ("a.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3", "not at a finite place"),
    ("a.obj", b"v 0 0 0\nf 1 1 1", "a single point"),
    ("a.gltf", b"{}", "not glTF of version 2"),
    ("a.gltf", b"{", "cannot be read"),
    ("a.gltf", json.dumps(gltf({"uri": "https://example.org/x.bin"})[0]).encode(), "on the network"),
    ("a.gltf", json.dumps(gltf({"uri": "../x.bin"})[0]).encode(), "not in the folder"),
    ("a.gltf", json.dumps(gltf({"uri": "data:,AAAA"})[0]).encode(), "beyond the end"),
    ("a.gltf", json.dumps(gltf(nodes=[{"children": [0]}])[0]).encode(), "nested too deeply"),
    ("a.gltf", json.dumps(gltf(extensionsRequired=["KHR_draco_mesh_compression"])[0]).encode(), "needs the extensions"),
    ("a.glb", b"glTX" + bytes(20), "not a binary glTF"),
    ("a.ply", b"", "no mesh file"),
])  # fmt: skip
def test_bad_files_are_refused_by_a_sentence(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(MultibondError, match=message):
        read_mesh(name, tmp_path)


def test_only_the_folder_of_the_model_is_read(tmp_path):
    (tmp_path / "secret.stl").write_bytes(binary_stl())
    inner = tmp_path / "models"
    inner.mkdir()
    (inner / "link.stl").symlink_to(tmp_path / "secret.stl")
    for name in ("../secret.stl", str(tmp_path / "secret.stl"), "link.stl"):
        with pytest.raises(MultibondError, match="not in the folder of the model"):
            read_mesh(name, inner)
    vertices, _ = read_mesh(tmp_path / "secret.stl", inner)  # a Path comes from Python code
    assert len(vertices) == 4
    with pytest.raises(MultibondError, match="cannot be opened"):
        read_mesh("gone.stl", inner)


def test_sizes_have_limits(tmp_path, monkeypatch):
    (tmp_path / "a.stl").write_bytes(binary_stl())
    monkeypatch.setattr(mesh_file, "MOST_TRIANGLES", 3)
    with pytest.raises(MultibondError, match="more than 3 triangles"):
        read_mesh("a.stl", tmp_path)
    monkeypatch.setattr(mesh_file, "LARGEST_FILE", 100)
    with pytest.raises(MultibondError, match="the limit is"):
        read_mesh("a.stl", tmp_path)


@pytest.mark.parametrize("library", ["planar", "spatial"])
def test_a_mesh_of_a_file_model_is_embedded_in_metres(tmp_path, library, monkeypatch):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "hull.stl").write_bytes(binary_stl())
    look = "{mesh: parts/hull.stl, mesh_unit: mm, mesh_offset: [1, 0, 0], mesh_rotation: [0, 0, 1.5707963267948966]}"
    text = (
        f"multibond: 1\ncomponents:\n  world: {library}.World\n  hull: {{type: {library}.Body, m: 1, look: {look}}}\n"
    )
    (tmp_path / "model.yaml").write_text(text)
    monkeypatch.chdir("/")
    scene = mb.load(tmp_path / "model.yaml").simulate(0.1, points=3).animate().scene
    shape = next(shape for shape in scene["shapes"] if shape["component"] == "hull")
    vertices = decode(scene["meshes"][shape["size"]["mesh"]]["vertices"], 3)
    np.testing.assert_allclose(
        np.sort(vertices, axis=0), np.sort([[1, 0, 0], [1, 0.001, 0], [0.999, 0, 0], [1, 0, 0.001]], axis=0), atol=1e-6
    )
    with pytest.raises(MultibondError, match="put on a frame 'c'"):
        (tmp_path / "model.yaml").write_text(text.replace("mesh_unit: mm", "frame: c"))
        mb.load(tmp_path / "model.yaml").simulate(0.1, points=3).animate()
