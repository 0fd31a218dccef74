"""The elements of bond graphs, one family per file."""

from . import (
    block,
    chemical,
    contact,
    dry_friction,
    frame,
    hydraulic,
    hydraulic_valve,
    junction,
    power_switch,
    resistor,
    semiconductor,
    sensor,
    source,
    stop,
    storage,
    switch,
    switched_junction,
    thermal,
    time_function,
    transducer,
)
