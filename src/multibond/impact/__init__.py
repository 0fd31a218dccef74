"""What impacts do to velocities: contacts that strike, alone or several at once, with restitution and friction."""

from .laws import CODES, LAWS, NEWTON, POISSON, STRONGE
from .rest import Resting, rest
from .strike import Struck, strike

__all__ = ["CODES", "LAWS", "NEWTON", "POISSON", "STRONGE", "Resting", "Struck", "rest", "strike"]
