"""Broken model files and command lines."""

import contextlib
import io
import tempfile
from pathlib import Path

from multibond.cli import main
from multibond.model.file import loads

from .case import refused

CIRCUIT = """multibond: 1
name: circuit
domain: electrical
components:
  source: {type: Se, effort: 10 V}
  loop: J1
  resistor: {type: R, R: 5 ohm}
  coil: {type: I, I: 1 H}
bonds:
  - source >> loop >> resistor
  - loop >> coil
"""


def file(old: str = "", new: str = ""):
    assert old in CIRCUIT
    return loads(CIRCUIT.replace(old, new) if old else CIRCUIT + new, "yaml").simulate(1)


def command(*words: str, text: str = CIRCUIT) -> str:
    """What the command line prints on stderr, where it refuses; MODEL stands for a file with `text`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "circuit.yaml")
        path.write_text(text)
        error, out = io.StringIO(), io.StringIO()
        with contextlib.redirect_stderr(error), contextlib.redirect_stdout(out):
            status = main([str(path) if word == "MODEL" else word.replace("FOLDER", folder) for word in words])
    return error.getvalue() if status == 2 else ""


@refused("not readable as YAML", "line 6, column 2", "begins in column 2 as this does", "indent it as what it")
def a_file_with_a_wrong_indent():
    return file("  loop: J1", " loop: J1")


@refused("the number 7", "line 1, column 1", "not a known version", "reads version 1")
def a_file_of_another_version():
    return file("multibond: 1", "multibond: 7")


@refused("not a model file", "line 1, column 1", "is missing", r"\(multibond: 1\)")
def a_file_without_version():
    return file("multibond: 1\n", "")


@refused("there is no key 'componets'", "line 4, column 1", "there is no key", "did you mean 'components'")
def a_misspelt_section():
    return file("components:", "componets:")


@refused(
    "no element or definition 'Battery'",
    r"components\.source\.type.*line 5",
    "there is no",
    "is Se, a constant effort, with an R",
)
def an_unknown_type():
    return file("type: Se,", "type: Battery,")


@refused("called 'resistance'", r"components\.resistor.*line 7", "there is no parameter of R", "there is R, law")
def an_unknown_parameter():
    return file("R: 5 ohm", "resistance: 5 ohm")


@refused("no component 'spool'", r"bonds\[1\].*line 11", "there is no component", "there is source, loop")
def a_bond_to_nothing():
    return file("loop >> coil", "loop >> spool")


@refused("is not a bond", r"bonds\[1\].*line 11", "'loop coil'", "write 'a >> b'")
def a_bond_without_arrow():
    return file("loop >> coil", "loop coil")


@refused("'5 kg' does not fit", r"^resistor\.R", "must be compatible with Ω", "as in '5 Ω'")
def a_unit_that_does_not_fit():
    return file("5 ohm", "5 kg")


@refused("not true", r"components\.resistor\.R.*line 7", "is expected", "a quantity such as")
def a_number_that_is_a_truth_value():
    return file("5 ohm", "true")


@refused("given twice", "line 12", "'bonds'", "keep one")
def a_key_twice():
    return file("", "bonds:\n  - loop >> coil\n")


@refused("the anchor '&x'", r"components\.loop.*line 6", "not part of the format", "use definitions")
def an_alias():
    return file("  loop: J1", "  loop: &x J1\n  pool: *x")


@refused("the tag", r"components\.resistor\.R.*line 7", "not part of the format", "texts and numbers only")
def a_tag():
    return file("5 ohm", "!!python/object/apply:os.system ['ls']")


@refused("contains itself", r"definitions\.A.*line 13", "A → A", "take one of them out")
def a_definition_of_itself():
    return file("", "definitions:\n  A:\n    components: {inner: A}\n")


@refused("the number inf", r"components\.resistor\.R.*line 7", "not finite or too large", "stay below")
def a_number_without_end():
    return file("5 ohm", ".inf")


@refused("there is no 'coyl.f'", "output 'current'", "there is no", "did you mean 'coil.f'")
def an_output_of_nothing():
    return file("", "outputs:\n  current: coyl.f\n")


@refused("a wire", r"wires\[0\].*line 13", "makes two signals equal", "'sensor.y = gain.u'")
def a_wire_that_is_none():
    return file("", "wires:\n  - coil.f\n")


@refused("'when'", r"events\[0\].*line 13", "is missing", r"an event is \{when")
def an_event_without_when():
    return file("", "events:\n  - {set: {coil.p: 0}}\n")


@refused("start value", r"start\.coil\.f.*line 13", "is missing", r"write it as \{value")
def a_start_without_value():
    return file("", "start:\n  coil.f: {fixed: true}\n")


@refused(
    "neither a quantity .* nor an expression",
    r"components\.source\.effort.*line 5",
    "never closed",
    "quote an expression",
)
def an_expression_that_ends_early():
    return file("10 V", "10*sin(time")


@refused("not a list", "line 1", "a mapping", r"\(name: value\) is expected")
def a_file_that_is_a_list():
    return loads("- 1\n- 2\n", "yaml")


@refused("is empty", "the file", "a mapping .* is expected", "begins with multibond: 1")
def an_empty_file():
    return loads("", "yaml")


@refused("not readable as JSON", "line 1, column 33", "the text ends too early", "damaged or cut off")
def json_that_ends_early():
    return loads('{"multibond": 1, "components": {', "json")


@refused("no command 'simualte'", "'simualte'", "there is no", "did you mean 'simulate'")
def a_command_that_is_none():
    return command("simualte", "rlc")


@refused("does not know the option", "'--sotp'", "multibond simulate does not know", "did you mean '--stop'")
def an_option_that_is_none():
    return command("simulate", "MODEL", "--sotp", "3")


@refused("cannot be opened", r"missing\.yaml", "No such file", "check its name and folder")
def a_model_file_that_is_not_there():
    return command("simulate", "missing.yaml")


@refused("not 'resistor.R'", "--set", "takes PATH=VALUE", "such as resistor.R=5")
def a_setting_without_equals_sign():
    return command("simulate", "MODEL", "--set", "resistor.R")


@refused("no parameter", r"'resistr\.R'", "there is no", "did you mean 'resistor.R'")
def a_setting_of_nothing():
    return command("simulate", "MODEL", "--set", "resistr.R=3")


@refused("'3 V' does not fit", r"resistor\.R", "compatible with Ω", "as in '3 Ω'")
def a_setting_in_a_wrong_unit():
    return command("simulate", "MODEL", "--set", "resistor.R=3 V")


@refused("not 'soon'", "argument --stop", "a number is expected", "--help")
def a_stop_that_is_a_word():
    return command("simulate", "MODEL", "--stop", "soon")


@refused("not as '.xyz'", r"run\.xyz", "results are written as", "choose one of these")
def an_output_file_of_an_unknown_kind():
    return command("simulate", "MODEL", "--out", "run.xyz")


@refused("cannot be written", r"missing/run\.csv", "there is no folder", "make it first")
def an_output_file_in_a_missing_folder():
    return command("simulate", "MODEL", "--out", "FOLDER/missing/run.csv")


@refused("no bodies", "the model 'circuit'", "with shapes to animate", r"result\.plot")
def an_animation_of_a_circuit():
    return command("animate", "MODEL", "-o", "FOLDER/a.html")


@refused("no component 'motor'", "circuit:", "there is no", "there is source, loop")
def a_drawing_of_the_inside_of_nothing():
    return command("draw", "MODEL", "-o", "FOLDER/a.svg", "--open", "motor")


@refused("it is no mechanism", "circuit", "there is no inertia", "printed without --form mechanics")
def the_mechanics_of_a_circuit():
    return command("equations", "MODEL", "--form", "mechanics")


@refused("no format 'word'", "format", "there is no", "there is text, markdown")
def a_report_in_an_unknown_format():
    return command("report", "MODEL", "--format", "word")


@refused("the stroke of bond 1 is forced", "source:", "source puts it at the head", "remove the forced stroke")
def an_impossible_stroke():
    text = CIRCUIT.replace("  - loop >> coil", "  - {from: loop, to: coil, stroke: head}").replace(
        "source >> loop >> resistor", "{from: source, to: loop, stroke: tail}\n  - loop >> resistor"
    )
    return command("simulate", "MODEL", text=text)


@refused("cannot be opened", r"missing\.py", "No such file", "check its name and folder")
def a_python_model_that_is_not_there():
    return command("simulate", "missing.py:pendulum")


def text(written: str, form: str = "json"):
    return loads(written, form)


@refused("not readable as JSON", "line 1, column 18", "a comment stands here, which JSON does not have", "take it out")
def a_comment_in_json():
    return text('{"multibond": 1, // the version\n "components": {}}')


@refused("not readable as JSON", "line 1, column 2", "a text stands in single quotes", "write double ones")
def single_quotes_in_json():
    return text("{'multibond': 1}")


@refused("not readable as JSON", "line 1, column 18", "behind the end of the model, '}'", "take it out")
def a_bracket_too_many_in_json():
    return text('{"multibond": 1} }')


@refused("not readable as JSON", "line 1, column 17", "a comma or a bracket is expected", "at '\"components\"'")
def json_without_a_comma():
    return text('{"multibond": 1 "components": {}}')


@refused("half of a character", "^name", "which cannot be written", "write the character itself")
def half_a_character():
    return text('{"multibond": 1, "name": "a\\ud800b", "components": {}}')


@refused("half of a character", "^components", "which cannot be written", "write the character itself")
def half_a_character_in_a_key():
    return text('{"multibond": 1, "components": {"a\\ud800": {}}}')


@refused("nested deeper than 100 levels", r"^a\[0\]\[0\].*line 1", "a model is that of a few", "as definitions")
def brackets_in_brackets():
    return text("a: " + "[" * 200 + "]" * 200, "yaml")


@refused(r"uses '\^'", r"^components\.resistor\.R.*line 7", "not part of the expression language", r"written with \*\*")
def a_power_as_of_a_calculator_in_a_file():
    return file("R: 5 ohm", "R: 5*time^2")


@refused("uses '=='", r"^components\.source\.effort.*line 5", "equal for an instant only", "compare by < or >")
def a_comparison_for_equality_in_a_file():
    return file("effort: 10 V", "effort: 1 if time == 2 else 0")


@refused("a number is expected", "^stop: .*line 12", "not the text '2 min'", "in SI units: 120")
def a_unit_at_the_end_of_the_run():
    return file(new="stop: 2 min\n")


@refused("is expected", r"^components\.resistor\.R.*line 7", r"not nothing \(null\)", "write it behind the colon")
def a_value_that_was_forgotten():
    return file("R: 5 ohm", "R: null")


@refused("is not a bond", r"^bonds\[0\].*line 10", "a directed bond is written", "'source >> loop >> resistor'")
def an_arrow_of_another_kind():
    return file("source >> loop >> resistor", "source -> loop -> resistor")


@refused(
    "is not a bond", r"^bonds\[1\].*line 11", "several bonds are a list", "write 'loop >> coil' and 'loop >> resistor'"
)
def two_bonds_in_one_line():
    return file("loop >> coil", "'loop >> coil; loop >> resistor'")


@refused(
    "is not a bond", r"^bonds\[1\].*line 11", "several bonds are a list", "write 'loop >> coil' and 'loop >> resistor'"
)
def a_list_at_the_end_of_a_bond():
    return file("loop >> coil", "'loop >> [coil, resistor]'")


@refused("is not a bond", r"^bonds\[1\].*line 11", "arrows go to the right", "'coil >> loop'")
def an_arrow_to_the_left():
    return file("loop >> coil", "loop <- coil")


@refused("has either a type", r"^components\.resistor.*line 7", "or a model", "write type instead of 'typ'")
def a_type_in_another_language():
    return file("{type: R,", "{typ: R,")


@refused(
    "nothing in this model computes 'o'", "'o'", r"the equations have no der\(", r"ask for it, as in result\['der\("
)
def an_output_that_is_a_derivative_of_an_effort():
    result = file(new="outputs: {o: der(resistor.e)}\n")
    result["resistor.f"]
    return result["o"]
