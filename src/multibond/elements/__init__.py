"""The elements of bond graphs, one family per file."""

from . import (
    block,
    chemical,
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
