"""The C library of the implicit solvers: which one is taken, and what is said about another."""

import pytest

from multibond.errors import MultibondError
from multibond.integrate import sundials


@pytest.mark.parametrize("prefix", ["CVode", "IDA"])
def test_another_generation_is_refused(prefix, monkeypatch):
    sundials.Library(prefix)
    monkeypatch.setattr(sundials, "GENERATION", 8)
    with pytest.raises(
        MultibondError, match=r"brings SUNDIALS 7\.\d+\.\d+, and multibond calls SUNDIALS 8; install 's"
    ):
        sundials.Library(prefix)


def test_a_missing_function_is_named(monkeypatch):
    monkeypatch.setitem(sundials._SIGNATURES, "SUNWish", (None,))
    with pytest.raises(MultibondError, match=r"_cy_cvode\..* has no SUNWish; install 'scikit-sundae>="):
        sundials.Library("CVode")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(sundials.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MultibondError, match="need the package scikit-sundae"):
        sundials.Library("IDA")
