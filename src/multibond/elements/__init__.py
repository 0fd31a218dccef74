"""The elements of bond graphs, one family per file."""

from . import (
    block,
    chemical,
    frame,
    hydraulic,
    junction,
    resistor,
    semiconductor,
    sensor,
    source,
    storage,
    switch,
    thermal,
    time_function,
    transducer,
)
