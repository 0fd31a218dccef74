"""The public face: models that can be simulated, drawn and analysed, and their results.

All stages below take values and know nothing of this folder; here their functions become methods.
"""

from .model import Model

__all__ = ["Model"]
