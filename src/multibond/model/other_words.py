"""Words of other programs for what has another name here, so that a message about an unknown name can point to it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

_ELECTRICAL = {
    "resistor": "R", "conductor": "R, with the inverse of its conductance", "capacitor": "C", "inductor": "I",
    "battery": "Se, a constant effort, with an R beside it at a J1",
    "voltagesource": "Se", "sinevoltage": "Se('sin(…*time)')", "signalvoltage": "Se of an expression of signals",
    "currentsource": "Sf", "sinecurrent": "Sf('sin(…*time)')", "voltage": "Se", "current": "Sf",
    "diode": "D", "switch": "Sw", "thyristor": "Thyristor", "opamp": "Se of an expression, such as '1e5*(p.e - n.e)'",
    "motor": "GY between electrical and rotational elements, as in the model dc_motor of the bank", "emf": "GY",
    "ground": "nothing: bonds carry differences; leave out the junction of the potential that is zero",
    "earth": "nothing: bonds carry differences; leave out the junction of the potential that is zero",
    "coil": "I", "lamp": "R", "bulb": "R", "fuse": "Sw, with a condition on its current",
    "relay": "Sw, with a condition", "contactor": "Sw, with a condition",
    "dcmotor": "GY between electrical and rotational elements, as in the model "
    "dc_motor of the bank", "amplifier": "Se of an expression of signals, or Gain", "generator": "GY, or Se",
    "voltagesensor": "nothing: use the effort, resistor.e, in any expression",
    "currentsensor": "nothing: use the flow, resistor.f, in any expression",
}  # fmt: skip
_MECHANICAL = {
    "mass": "I, or planar.Body and spatial.Body where it moves in the plane or in space",
    "inertia": "I, or planar.Body and spatial.Body where it moves in the plane or in space",
    "spring": "C, with the inverse of its stiffness, or planar.Spring and spatial.Spring between frames",
    "damper": "R, or planar.Damper and spatial.Damper between frames",
    "springdamper": "C and R at a J1, or planar.SpringDamper and spatial.SpringDamper between frames",
    "hinge": "planar.Revolute or spatial.Revolute", "bearing": "R for its friction, or a joint such as planar.Revolute",
    "pendulum": "planar.Revolute, planar.Rod and planar.Body, as in the model planar_pendulum of the bank",
    "pulley": "TF", "belt": "TF", "rack": "TF", "rope": "planar.Distance or spatial.Distance",
    "encoder": "nothing: use the angle, hinge.phi, in any expression",
    "force": "Se", "torque": "Se", "speed": "Sf", "position": "Sq", "gear": "TF", "idealgear": "TF", "lever": "TF",
    "friction": "DryFriction", "brake": "Brake", "clutch": "Clutch", "bodyshape": "spatial.Body and spatial.Rod",
    "fixedtranslation": "planar.Rod or spatial.Rod",
    "wheel": "planar.IdealRolling, planar.IdealWheelJoint or spatial.Wheel",
}  # fmt: skip
_OTHER = {
    "0": "J0", "1": "J1", "junction0": "J0", "junction1": "J1", "zerojunction": "J0", "onejunction": "J1",
    "node": "J0, where efforts are equal, or J1, where flows are", "mse": "Se, which takes any expression",
    "msf": "Sf, which takes any expression", "mtf": "TF, which takes any expression", "mgy": "GY, which takes any "
    "expression", "mr": "R, which takes any expression", "transformer": "TF", "gyrator": "GY", "effortsource": "Se",
    "flowsource": "Sf", "thermalconductor": "GSth", "thermalresistor": "RSth", "heatcapacitor": "ThermalCapacitor",
    "heater": "HeatSource", "convection": "GSth", "radiator": "GSth", "junction": "J0, where efforts are equal, or J1, "
    "where flows are", "source": "Se, a source of effort, or Sf, a source of flow",
    "reservoir": "Se of the domain hydraulic, or Tank", "throttle": "Orifice", "piston": "HydraulicCylinder",
    "turbine": "Pump", "filter": "FirstOrder, or TransferFunctionBlock", "lowpass": "FirstOrder",
    "pipe": "LaminarPipe for its resistance and PipeInertia at a J1", "valve": "Orifice, ServoValve or CheckValve",
    "add": "Sum, or an expression", "sine": "an expression, sin(…*time)", "multiply": "Product, or an expression",
    "step": "an expression, 1 if time > … else 0", "scope": "result.plot(…)",
    "transferfunction": "TransferFunctionBlock", "saturation": "Limiter", "controller": "PID",
}  # fmt: skip
WORDS = {**_ELECTRICAL, **_MECHANICAL, **_OTHER}


def meant_by(name: str, known: Iterable[str] = ()) -> str:
    """What an unknown name of a component means, to end a message with: a part of a library among the `known` names,
    or what a component of another program is here; empty where nothing is known.

    >>> meant_by("Modelica.Electrical.Analog.Basic.Resistor")
    "; what other programs call 'Resistor' is R here"
    >>> meant_by("Revolute", ["R", "planar.Revolute", "spatial.Revolute"])
    "; did you mean 'planar.Revolute' or 'spatial.Revolute'?"
    """
    known = list(known)
    for close in difflib.get_close_matches(name[:100], known, n=1, cutoff=0.88) if "." in name else ():
        return _offered([close])  # a slip of the pen in a whole name
    last = name[:100].rpartition(".")[2]
    plain = re.sub(r"[\W_]|\d+$", "", last.lower()) or last
    ends: dict[str, list[str]] = {}
    for whole in known:
        ends.setdefault(whole.rpartition(".")[2].lower(), []).append(whole)
    words = next((plain.removeprefix(start) for start in ("", "ideal", "linear", "constant")
                  if plain.startswith(start) and plain.removeprefix(start) in WORDS), None)  # fmt: skip
    same = ends.get(last.lower(), [])
    if words is not None and all("." in whole for whole in same):  # its meaning tells of parts of libraries too
        return f"; what other programs call '{last}' is {WORDS[words]} here"
    if same:
        return _offered([whole for whole in same if whole.rpartition(".")[2] == last] or same)
    for close in difflib.get_close_matches(last.lower(), ends, n=1, cutoff=0.8):
        return _offered(ends[close])
    for word in difflib.get_close_matches(plain, WORDS, n=1, cutoff=0.8):
        return f"; what other programs call '{word}' is {WORDS[word]} here"
    library = name[: -len(last)]
    inside = [whole for whole in known if library and whole.startswith(library)]
    for close in difflib.get_close_matches(last, [whole[len(library) :] for whole in inside], n=1, cutoff=0.7):
        return _offered([library + close])
    return f"; there is {', '.join(inside[:12])}{', …' * (len(inside) > 12)}" if inside else ""


def _offered(parts: list[str]) -> str:
    return f"; did you mean {' or '.join(repr(part) for part in parts[:3])}?" if parts else ""
