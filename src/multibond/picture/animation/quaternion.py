"""Rotation matrices as unit quaternions, scalar first."""

from __future__ import annotations

import numpy as np


def quaternions(matrices: np.ndarray) -> np.ndarray:
    """Unit quaternions (…, 4) of rotation matrices (…, 3, 3) that turn vectors: v' = M v.

    The largest of the four components is computed first (Shepperd), so that no division is by a small number.

    >>> quaternions(np.eye(3)).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    m = np.asarray(matrices, dtype=float)
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    squares = np.stack([xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy], axis=-1)
    wx, wy, wz = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    xy, xz, yz = m[..., 1, 0] + m[..., 0, 1], m[..., 0, 2] + m[..., 2, 0], m[..., 2, 1] + m[..., 1, 2]
    own = 1.0 + squares  # four times the square of each component
    rows = np.stack([
        np.stack([own[..., 0], wx, wy, wz], axis=-1),
        np.stack([wx, own[..., 1], xy, xz], axis=-1),
        np.stack([wy, xy, own[..., 2], yz], axis=-1),
        np.stack([wz, xz, yz, own[..., 3]], axis=-1),
    ], axis=-2)  # fmt: skip
    largest = np.argmax(squares, axis=-1)
    q = np.take_along_axis(rows, largest[..., None, None], axis=-2)[..., 0, :]
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def continuous(q: np.ndarray) -> np.ndarray:
    """The same rotations (time, 4) with signs chosen so that neighbours are near: q and −q turn alike."""
    products = np.einsum("ij,ij->i", q[1:], q[:-1])
    signs = np.cumprod(np.concatenate([[1.0], np.where(products < 0.0, -1.0, 1.0)]))
    return q * signs[:, None]


def matrices(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (…, 3, 3) of quaternions (…, 4), scalar first, of any length but zero.

    >>> matrices(np.array([2.0, 0.0, 0.0, 0.0])).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    q = np.asarray(q, dtype=float)
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    return np.stack([
        np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], axis=-1),
        np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], axis=-1),
        np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=-1),
    ], axis=-2)  # fmt: skip
