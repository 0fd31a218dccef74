"""What the writer of an expression may have meant: habits of other languages, and slips of the pen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ..errors import nearest

SPLIT = "give parts of it to parameters or signals of their own"
_REMAINDER, _CHOICE, _BETWEEN = "a - b*floor(a/b)", "a if x > 0 else b", "min(max(x, low), high)"
_NO_CHANCE = "no random numbers: a run can be repeated; give measured noise as table(time, […], […])"
INSTEAD = {  # how functions of other languages are written here
    "mod": _REMAINDER, "fmod": _REMAINDER, "rem": _REMAINDER, "ceil": "-floor(-x)", "ceiling": "-floor(-x)",
    "round": "floor(x + 0.5)", "int": "floor(x)", "integer": "floor(x)", "trunc": "sign(x)*floor(abs(x))",
    "where": _CHOICE, "ifelse": _CHOICE, "iif": _CHOICE, "cond": _CHOICE, "piecewise": _CHOICE,
    "log10": "log(x)/log(10)", "lg": "log(x)/log(10)", "ln": "log(x)", "log2": "log(x)/log(2)", "pow": "x**y",
    "power": "x**y", "square": "x**2", "sqr": "x**2", "cbrt": "sign(x)*abs(x)**(1/3)", "sinc": "sin(x)/x",
    "cot": "1/tan(x)", "sec": "1/cos(x)", "csc": "1/sin(x)", "sind": "sin(pi/180*x)", "cosd": "cos(pi/180*x)",
    "tand": "tan(pi/180*x)", "deg": "180/pi*x", "degrees": "180/pi*x", "rad2deg": "180/pi*x", "to_deg": "180/pi*x",
    "rad": "pi/180*x", "radians": "pi/180*x", "deg2rad": "pi/180*x", "to_rad": "pi/180*x", "sgn": "sign(x)",
    "signum": "sign(x)", "fabs": "abs(x)", "magnitude": "abs(x)", "heaviside": "step(at)", "unit_step": "step(at)",
    "stepfun": "step(at)", "arctan": "atan(x)", "arcsin": "asin(x)", "arccos": "acos(x)", "arctan2": "atan2(y, x)",
    "arsinh": "log(x + sqrt(x**2 + 1))", "asinh": "log(x + sqrt(x**2 + 1))", "acosh": "log(x + sqrt(x**2 - 1))",
    "atanh": "log((1 + x)/(1 - x))/2", "hypot": "sqrt(x**2 + y**2)", "norm": "sqrt(dot(x, x))", "diff": "der(x)",
    "ddt": "der(x)", "derivative": "der(x)", "sat": _BETWEEN, "saturate": _BETWEEN, "saturation": _BETWEEN,
    "clip": _BETWEEN, "clamp": _BETWEEN, "limit": _BETWEEN, "constrain": _BETWEEN, "bound": _BETWEEN,
    "interp": "table(x, [points], [values])", "interp1": "table(x, [points], [values])",
    "interp1d": "table(x, [points], [values])", "lookup": "table(x, [points], [values])",
    "pwl": "table([times], [values])", "sum": "the terms with +, as in a + b", "prod": "the factors with *, as in a*b",
    "mean": "the terms with +, as in (a + b)/2", "transpose": "the matrix by its rows, as a list of lists",
    "pre": "the name of a Discrete, which holds its value between events", "delay": "a block Delay or sampled.Delay",
    "initial": "time > 0, or give start values", "edge": "an event: model.when(condition, {…})",
    "sample": "a block sampled.SampleHold", "integral": "a block Integrator", "integrate": "a block Integrator",
    "sawtooth": "time - floor(time), of a period of 1 s",
    "triangle": "abs(2*(time - floor(time)) - 1), of a period of 1 s", "chirp": "sin((a + b*time)*time)",
    "rand": _NO_CHANCE, "random": _NO_CHANCE, "randn": _NO_CHANCE, "noise": _NO_CHANCE, "normal": _NO_CHANCE,
    "complex": "its real and imaginary part as two signals", "float": "x alone", "str": "x alone", "bool": "x > 0.5",
}  # fmt: skip
_ALONE = {"pi": "pi", "inf": "inf", "time": "time", "e": "exp(1)", "g": "a parameter of the model"}


def no_function(name: str, known: Iterable[str]) -> str:
    """What to write instead of a call of `name`, which is none of the `known` functions, to end a message with.

    >>> no_function("Sqr", ["sqrt"]), no_function("np.sin", ["sin"]), no_function("pi", ["sin"])
    ('; write x**2', '; write sin(…), without np', '; write pi, without brackets')
    """
    known = list(known)
    before, _, last = name.rpartition(".")
    if before and before.partition(".")[0] in ("np", "numpy", "math", "cmath", "sympy", "casadi", "Modelica", "mb"):
        return f"; write {last}(…), without {before}" if last in known else no_function(last, known)
    instead = INSTEAD.get(name) or INSTEAD.get(name.lower())
    if instead:
        return f"; there are {instead}" if instead.startswith("no ") else f"; write {instead}"
    if name.lower() in _ALONE:
        return f"; write {_ALONE[name.lower()]}, without brackets"
    return nearest(name, known)


def no_name(name: str, known: Iterable[str], functions: Iterable[str]) -> str:
    """What may be meant by `name`, which is none of the `known` names; empty where nothing is known of it.

    >>> no_name("t", [], []), no_name("math.pi", [], []), no_name("exp", [], ["exp"])
    ("; did you mean 'time'?", "; did you mean 'pi'?", "; 'exp' is a function: write what it is of in brackets, exp(…)")
    """
    known = [*known, "time", "pi"]
    last = name.rpartition(".")[2]
    if name in functions:
        return f"; '{name}' is a function: write what it is of in brackets, {name}(…)"
    if name in known or ("." in name and name.partition(".")[0] not in ("np", "numpy", "math", "self")):
        return _other_letters(name, known)
    if name in ("t", "T", "t_", "tau", "TIME", "Time", "simtime", "self.time", "self.t"):
        return "; did you mean 'time'?"
    if last in ("pi", "Pi", "PI", "π"):
        return "; did you mean 'pi'?"
    if name in ("e", "E", "euler", "math.e", "np.e"):
        return f"{nearest(name, known)} (the base of the natural logarithm is exp(1))"
    if name.lower() in ("true", "false"):
        return f"; did you mean '{name.capitalize()}'?"
    if name.lower() in ("nan", "none", "null", "undefined", "infinity"):
        return "; every value is a finite number: leave the value out, or give a number"
    return _other_letters(name, known)


# letters of other alphabets that look like those of ours, and signs that Python takes for a part of a name
_LOOKS = str.maketrans("аеорсухіјѕАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρ", "aeopcyxijsABEKMHOPCTXIJSABEZHIKMNOPTYXovp")


def _other_letters(name: str, known: list[str]) -> str:
    plain = name.translate(_LOOKS)
    if plain != name and plain in known:
        odd = next(letter for letter, ours in zip(name, plain, strict=True) if letter != ours)
        return f"; the letter '{odd}' in it ({unicodedata.name(odd).lower()}) only looks like that of '{plain}'"
    if "·" in name:
        return f"; a product is written with *, as in {name.replace('·', '*')}"
    return ""


_SIGNS = {
    "×": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "∕": "/", "⁄": "/", "−": "-", "–": "-", "—": "-", "≤": "<=",
    "≥": ">=", "√": "sqrt(x)", "²": "**2", "³": "**3", "½": "1/2", "¼": "1/4", "¾": "3/4", "∧": "and", "∨": "or",
    "¬": "not", "„": "nothing", "“": "nothing", "”": "nothing", "’": "der(x), for a derivative",
}  # fmt: skip
_WORDS = r"(?:and|or|if|else|not)\b"
_MISREAD = {
    r"^\s*$": "it is empty; write an expression such as 2*f",
    r"\bif\s*\(|\bthen\b|\?.*:": f"a choice is written as in Python, {_CHOICE}",
    r"\bif\b(?!.*\belse\b)|\belse\s*$": f"a choice has two cases, {_CHOICE}",
    r"&&|\|\|": "write 'and' and 'or' between conditions",
    r"\b(?:and|or|not)\s*$": "a condition is missing behind it",
    r"=>|=<": "write >= and <=",
    r"<>|~=|≠": "variables that move are equal for an instant only: compare by < or >, as in x > 0",
    r"!(?!=)": "write 'not' before a condition, and products instead of factorials",
    r"(?<![<>=!])=(?!=)": "conditions compare by < or >, and a law is the right-hand side alone, without the variable "
    "and the equals sign before it",
    r"∫": "an integral is a block Integrator",
    r"∞": "there is no infinite value: leave the value out, or give a large number",
    r"\d\s*°(?![CFK])": "angles are in radians: write pi/180 times the number of degrees",
    r"\|[^|]+\|": "the amount of x is written abs(x)",
    r"^[^']*[\w\])]['\u2032]+(?:\W|$)|\bd\s*/\s*dt\b": "a derivative is written der(x)",
    r"\b(?:mod|div|rem)\s+[\w(]": f"a remainder is written {_REMAINDER}",
    r"^[^()\[\]]*\d,\d": "the decimal sign is a point, and arguments are separated by commas",
    rf"\d\s+(?!{_WORDS})[A-Za-zΩ°µ%]": "a number with a unit stands alone; inside an expression use SI numbers, or a "
    "parameter with the unit",
    r"\w\{": "a component of a vector is written x[0], counted from 0",
    r";\s*$": "leave the semicolon out",
    r"\d:\d": "a time or a ratio is one number, such as 90 for 1:30",
    r"\b0\d": "a number has no zeros before it, and a date is no number",
    r"\d,\d": "the decimal sign is a point, and arguments are separated by commas",
    r"\d[ij]\b": "there are no complex numbers: write the real and the imaginary part as two signals",
    rf"^(?!{_WORDS})[A-Za-z_]\w*\s+(?!{_WORDS})[\w.]+\s*$": "what a function is of stands in brackets, as in sin(x), "
    "and a product is written with *",
}  # fmt: skip


def unreadable(text: str, error: Exception) -> str:
    """Why a text cannot be read as an expression, and what may be meant; `error` is what Python's parser raised."""
    said, text = str(getattr(error, "msg", "")), text.strip()
    if "\0" in text:
        return "it holds a zero byte; write it anew"
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        return "it holds half of a character; write it anew"
    if not isinstance(error, SyntaxError) or "recursion" in said or "nested" in said:
        return f"it has too many operations one inside the other; {SPLIT}"
    at = (error.offset or len(text) + 1) - 1 if error.lineno in (1, None) else len(text)
    if re.search("never closed|EOF|was expected|perhaps you forgot", said) and any(
        text.count(a) > text.count(b) for a, b in ("()", "[]", "{}")
    ):
        reason = "a bracket is opened and never closed"
    elif "unmatched" in said or "does not match" in said:
        reason = f"the bracket at '{text[at : at + 20]}' closes none"
    else:
        rest = text[at : at + 20]
        reason = f"it makes no sense from '{rest}' on" if rest.strip() and at else "it makes no sense"
        reason = "it ends too early" if not rest.strip() and text else reason
    return reason + _misread(text)


def _misread(text: str) -> str:
    """What the writer of an unreadable expression may have meant."""
    for letter in text:
        if unicodedata.category(letter) in ("Cf", "Cc", "Co", "Cn") and letter not in "\n\r\t":
            return f"; it holds a character that is not seen (U+{ord(letter):04X}); write it anew"
        if (letter in _SIGNS or unicodedata.category(letter) == "Nd") and not letter.isascii():
            plain = _SIGNS.get(letter) or str(unicodedata.digit(letter))
            return f"; leave '{letter}' out" if plain == "nothing" else f"; instead of '{letter}' write {plain}"
    for pattern, advice in _MISREAD.items():
        if re.search(pattern, text):
            return f"; {advice}"
    if any(text.count(a) != text.count(b) for a, b in ("()", "[]")):
        return "; count the brackets"
    return "; it is written as in Python: 2*x**2 + sin(time), a if x > 0 else b"


__all__ = ["INSTEAD", "SPLIT", "no_function", "no_name", "unreadable"]
