"""Models in Exudyn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def quiet(exu: Any, stop: float) -> Any:
    """Settings without files and messages."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = stop
    settings.timeIntegration.verboseMode = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings.solutionSettings.writeSolutionToFile = False
        settings.solutionSettings.sensorsStoreAndWriteFiles = False
    return settings


def pendulum(exu: Any) -> Callable[[float], Callable[[], Sequence[float]]]:
    """Two uniform rods as a kinematic tree; a tolerance gives a run that returns the final angles."""
    from exudyn.itemInterface import NodeGenericODE2, ObjectKinematicTree

    mbs = exu.SystemContainer().AddSystem()
    zero = [0.0, 0.0]
    node = mbs.AddNode(NodeGenericODE2(referenceCoordinates=zero, initialCoordinates=zero, initialCoordinates_t=zero,
                                       numberOfODE2Coordinates=2))  # fmt: skip
    inertia = np.diag([1e-6, 1 / 12, 1 / 12])
    tree = ObjectKinematicTree(
        nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ] * 2, linkParents=[-1, 0],
        jointTransformations=exu.Matrix3DList([np.eye(3)] * 2), jointOffsets=exu.Vector3DList([[0, 0, 0], [1, 0, 0]]),
        linkInertiasCOM=exu.Matrix3DList([inertia] * 2), linkCOMs=exu.Vector3DList([[0.5, 0, 0]] * 2),
        linkMasses=[1.0, 1.0], gravity=[0, -9.81, 0],
    )  # fmt: skip
    mbs.AddObject(tree)
    mbs.Assemble()
    settings = quiet(exu, 10.0)
    settings.timeIntegration.numberOfSteps = 100
    settings.timeIntegration.automaticStepSize = True

    def prepare(tolerance: float) -> Callable[[], Sequence[float]]:
        def run() -> Sequence[float]:
            settings.timeIntegration.absoluteTolerance = settings.timeIntegration.relativeTolerance = tolerance
            mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
            angles = mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)
            return angles[0], angles[0] + angles[1]

        return run

    return prepare
