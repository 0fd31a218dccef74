"""Causality, structure, degrees of freedom, causal paths and redundancy of a model."""

from __future__ import annotations

import argparse

from .model_argument import add_bonds, add_model, open_model
from .output import print_json
from .setting import add_settings, settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond analyse`."""
    add_model(parser)
    add_bonds(parser)
    add_settings(parser)
    parser.add_argument("--json", action="store_true", help="the same as JSON, and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Print the analysis."""
    found = open_model(arguments.model, settings(arguments.settings), arguments.bonds).analyse()
    if arguments.json:
        print_json(found.found)
    else:
        print(found)
    return 0
