"""Films and pictures without a screen: what moves is seen where it is, in every kind of file."""

import io
import shutil
import sys

import numpy as np
import pytest
from PIL import Image

import multibond as mb
from animation.moving import SCENES
from multibond.cli.main import main
from multibond.errors import MultibondError
from multibond.look.shape import KINDS, TWO_ENDS, Shape
from multibond.picture.animation import animate
from multibond.picture.animation.film import Film
from multibond.picture.animation.raster import paint


def ball(**look):
    """A red ball that moves 4 m along x in free space, in 2 s."""
    model = mb.Model("ball")
    model.world = mb.spatial.World(gravity="none")
    model.ball = mb.spatial.Sphere(0.5, v0=[2.0, 0.0, 0.0], look={"color": "#ff0000", **look})
    model.left, model.right = (mb.spatial.Fixed([x, 0.0, 0.0]) for x in (-1.0, 5.0))
    return model.simulate(2.0, points=41)


def red(image):
    """Where red pixels are: their mean place and number."""
    pixels = np.asarray(image.convert("RGB"), dtype=int)
    _, columns = np.nonzero(pixels[..., 0] - np.maximum(pixels[..., 1], pixels[..., 2]) > 60)
    return (float(columns.mean()) if len(columns) else None), len(columns)


def test_the_ball_is_where_it_should_be():
    film = Film(ball().animate().scene, (400, 200), view="front")
    (first, size), (middle, _), (last, _) = (red(film.picture(at)) for at in (0.0, 1.0, 2.0))
    assert size > 200
    assert middle == pytest.approx((first + last) / 2, abs=1.5)
    # the places on the screen are those of the camera for the centre of the ball
    for at, seen in ((0.0, first), (2.0, last)):
        place = film.camera.project(np.array([2.0 * at, 0.0, 0.0]), at, 400, 200)
        assert seen == pytest.approx(place[0], abs=2.0)


def test_nearer_things_hide_farther_ones_and_glass_shows_them():
    square = np.array([[[0.0, 0, 0], [8, 0, 0], [0, 8, 0]], [[8, 0, 0], [8, 8, 0], [0, 8, 0]]])
    for opacity, expected in ((1.0, [0, 0, 1]), (0.25, [0.75, 0, 0.25])):
        image, depth = np.zeros((8, 8, 3)), np.zeros((8, 8))
        corners = np.concatenate([square + [0, 0, 2.0], square + [0, 0, 1.0]])
        colors = np.array([[0, 0, 1, opacity]] * 2 + [[1.0, 0, 0, 1]] * 2)
        paint(image, depth, corners, colors)
        np.testing.assert_allclose(image[4, 4], expected)


def test_transparent_and_hidden_parts():
    solid, clear, hidden = (red(Film(ball(**look).animate().scene, (200, 100)).picture(0.5))[1]
                            for look in ({}, {"transparency": 0.9}, {"hidden": True}))  # fmt: skip
    assert solid > 50 and clear < solid / 4 and hidden == 0


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("text", "body", "mesh", "frame")])
def test_every_kind_of_shape_is_painted(kind):
    result = ball()
    size = {"lengths": (1.0, 1.0)} if kind == "plane" else {}
    ends = {"end": (1.0, 0.5, 0.0)} if kind in TWO_ENDS else {}
    corners = [Shape("box", place, size={"lengths": (0.02,) * 3}) for place in ((-1.0, -1.0, 0.0), (2.0, 1.5, 0.0))]
    shapes = [Shape(kind, size=size, color="#ff0000", **ends), *corners]
    assert red(Film(animate(result, shapes, plots=[], ground=False).scene, (240, 160)).picture(0.0))[1] > 20


@pytest.mark.parametrize("name", SCENES)
def test_films_of_all_scenes_move(name):
    film = Film(SCENES[name](51).scene, (160, 100))
    first, last = (
        np.asarray(film.picture(film.start + share * (film.stop - film.start)), dtype=int) for share in (0.0, 0.45)
    )
    assert np.mean(np.abs(first - last).max(axis=2) > 24) > 0.002


def test_a_gif_has_its_pictures_and_its_length(tmp_path):
    path = ball().animate().save(tmp_path / "run.gif", size=(160, 100), seconds=1.0, rate=10)
    with Image.open(path) as film:
        assert (film.n_frames, film.size, film.info["duration"]) == (10, (160, 100), 100)
        places = []
        for k in range(10):
            film.seek(k)
            places.append(red(film)[0])
    assert np.all(np.diff(places) > 3.0)


def test_a_picture_is_of_its_time(tmp_path):
    animation = ball().animate()
    first, second = (red(Image.open(animation.save(tmp_path / f"{at}.png", at=at)))[0] for at in (0.2, 1.8))
    assert second - first > 100
    with pytest.raises(MultibondError, match="of 0 to 2 s of the run, not of 3 s"):
        animation.save(tmp_path / "late.png", at=3.0)


def test_an_mp4_is_written_where_ffmpeg_is(tmp_path):
    if shutil.which("ffmpeg") is None:
        pytest.importorskip("imageio_ffmpeg", reason="no ffmpeg: neither on the machine nor multibond[video]")
    path = ball().animate().save(tmp_path / "run.mp4", size=(160, 100), seconds=1.0, rate=10)
    assert path.read_bytes()[4:8] == b"ftyp"
    assert path.stat().st_size > 1000


def test_without_ffmpeg_a_sentence_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MultibondError, match=r"pip install multibond\[video\]"):
        ball().animate().save(tmp_path / "run.mp4")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("options", "message"), [
    ({"size": (10, 10)}, "two whole numbers of pixels"), ({"view": "below"}, "a view is one of front"),
    ({"seconds": -1.0}, "up to 600 s"), ({"rate": 200.0}, "1 to 60 pictures"),
])  # fmt: skip
def test_wrong_films_are_refused(tmp_path, options, message):
    with pytest.raises(MultibondError, match=message):
        ball().animate().save(tmp_path / "run.gif", **options)


def test_events_and_doubts_are_written_into_the_picture():
    scene = ball().animate().scene
    plain = np.asarray(Film(scene, (320, 200)).picture(1.0), dtype=int)
    for extra in ({"events": [[0.99, "ball strikes"]]}, {"doubts": ["the books are out"]}):
        told = np.asarray(Film({**scene, **extra}, (320, 200)).picture(1.0), dtype=int)
        assert np.mean(np.abs(plain - told).max(axis=2)[150:] > 60) > 0.001


def test_the_command_writes_films(tmp_path, capsys):
    path = tmp_path / "swing.gif"
    assert main(["animate", "double_pendulum", "--stop", "1", "-o", str(path), "--size", "120x80", "--rate", "5"]) == 0
    with Image.open(io.BytesIO(path.read_bytes())) as film:
        assert film.n_frames == 5
    assert main(["animate", "double_pendulum", "-o", str(path), "--size", "big"]) == 2
    assert "--size is width and height" in capsys.readouterr().err
    assert main(["animate", "rlc", "-o", str(tmp_path / "rlc.gif")]) == 2
    assert "no bodies with shapes to animate" in capsys.readouterr().err


def test_what_is_too_small_has_a_dot():
    """A ball of 2 mm that flies 100 m, beside another that stays, is seen as a dot."""
    model = mb.Model("far")
    model.world = mb.spatial.World(gravity="none")
    model.near = mb.spatial.Sphere(0.001, v0=[0.0, 0.1, 0.0])
    model.far = mb.spatial.Sphere(0.001, x0=[0.1, 0.0, 0.0], v0=[10.0, 0.0, 0.0], look={"color": "#ff0000"})
    film = Film(model.simulate(10.0, points=51).animate().scene, (400, 200))
    place, size = red(film.picture(10.0))
    assert size > 8
    assert 0.0 < place < 400.0


def test_a_contact_plane_is_the_ground_that_bodies_stand_on_and_throw_shadows_on():
    model = mb.Model("resting")
    model.world, model.floor = mb.spatial.World(), mb.spatial.Fixed([0.0, 0.3, 0.0])
    model.ball = mb.spatial.Body(1.0, [0.004] * 3, x0=[0.0, 0.4, 0.0])
    model.contact = mb.spatial.SpherePlane(0.1)
    model.join(model.ball.a, model.contact.a)
    model.join(model.contact.b, model.floor.b)
    scene = model.simulate(0.1, points=3).animate().scene
    next(shape for shape in scene["shapes"] if shape["kind"] == "plane")["size"]["lengths"] = [20.0, 20.0]
    film = Film(scene, (200, 120))
    assert film.ground == pytest.approx(0.3)
    tiles, _ = film.solids.triangles(0.0, ground=True)
    seen = film.camera.project(tiles, 0.0, 200, 120)
    assert not np.all(np.isfinite(seen))  # parts of the plane are behind the eye, and yet it is seen below the ball
    bare = Film({**film.scene, "shapes": [s for s in film.scene["shapes"] if s["kind"] != "plane"]}, (200, 120))
    below = np.asarray(film.picture(0.0), dtype=int)[100:110].mean()
    assert below < np.asarray(bare.picture(0.0), dtype=int)[100:110].mean() - 20
    shadow = film.camera.project(np.array([0.0, 0.3, 0.0]), 0.0, 200, 120)
    image = np.asarray(film.picture(0.0), dtype=int).sum(axis=2)
    assert image[int(shadow[1]) + 1, int(shadow[0]) - 3] < 0.9 * image[110, 190]


@pytest.mark.parametrize("name", ["film.webm", "film.avi", "picture.jpg", "drawing.svg"])
def test_a_page_is_not_written_under_the_name_of_a_film(name, tmp_path):
    with pytest.raises(mb.MultibondError, match=r"must end with \.gif, \.mp4, \.png or \.html"):
        mb.load("double_pendulum").simulate(0.1, points=3).animate().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
