"""The flat multi-bond graph: structure, power directions, causality, causal paths."""

from .flat import Attachment, FlatBond, FlatElement, Graph, flatten

__all__ = ["Attachment", "FlatBond", "FlatElement", "Graph", "flatten"]
