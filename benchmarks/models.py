"""The models of the benchmarks that are not in the bank, built from bond-graph and mechanical parts."""

from __future__ import annotations

from multibond import J0, J1, C, I, Model, R, Se, Sf, planar, spatial


def double_pendulum() -> Model:
    """Two uniform rods, 1 m and 1 kg each, released from horizontal, of planar parts."""
    model = Model("uniform_rods")
    model.world, model.ground = planar.World(), planar.Fixed()
    joint = model.ground.b
    for k in (1, 2):
        hinge = model.add(f"hinge{k}", planar.Revolute(phi0=0.0, w0=0.0))
        upper, lower = model.add(f"upper{k}", planar.Rod([0.5, 0.0])), model.add(f"lower{k}", planar.Rod([0.5, 0.0]))
        body = model.add(f"body{k}", planar.Body(1.0, 1 / 12))
        model.join(joint, hinge.a)
        model.join(hinge.b, upper.a)
        model.join(upper.b, body.a, lower.a)
        joint = lower.b
    model.output("phi1", "hinge1.phi", "rad", "angle of the first rod")
    model.output("phi2", "hinge1.phi + hinge2.phi", "rad", "angle of the second rod")
    return model


def mass_chain(n: int) -> Model:
    """A chain of n masses from a wall, each held to the one before by a spring and a damper, pulled at the end."""
    model = Model("mass_chain")
    before = None
    for k in range(n):
        velocity = model.add(f"velocity{k}", J1())
        mass = model.add(f"mass{k}", I(1.0))
        between = model.add(f"force{k}", J0())
        both = model.add(f"both{k}", J1())
        spring, damper = model.add(f"spring{k}", C(0.01)), model.add(f"damper{k}", R(0.5))
        velocity >> mass
        between >> velocity
        between >> both >> [spring, damper]
        if before is not None:
            before >> between
        else:
            model.add("wall", Sf(0.0)) >> between
        before = velocity
    model.add("pull", Se(1.0)) >> before
    model.output("end", f"spring{n - 1}.q", "m", "compression of the last spring")
    return model


def rod_chain(n: int, gravity: float = 9.81) -> Model:
    """A chain of n rods in space, 1 m and 1 kg each, hinged about alternating axes (z, y), released from horizontal."""
    model = Model("rod_chain")
    model.world, model.ground = spatial.World(g=gravity), spatial.Fixed()
    joint = model.ground.b
    for k in range(n):
        axis = [0.0, 0.0, 1.0] if k % 2 == 0 else [0.0, 1.0, 0.0]
        hinge = model.add(f"hinge{k}", spatial.Revolute(axis, phi0=0.1, w0=0.0))
        body = model.add(f"body{k}", spatial.Body(1.0, [0.01, 1 / 12, 1 / 12], [0.5, 0.0, 0.0]))
        model.join(joint, hinge.a)
        if k + 1 < n:
            rod = model.add(f"rod{k}", spatial.Rod([1.0, 0.0, 0.0]))
            model.join(hinge.b, body.a, rod.a)
            joint = rod.b
        else:
            model.join(hinge.b, body.a)
    model.output("phi", "hinge0.phi", "rad", "angle of the first hinge")
    return model
