"""Files as newcomers write them, and commands with habits of other programs."""

from .case import refused
from .files import command, file


@refused("no key 'elements'", "line 4, column 1", "there is no key", "is 'components' here")
def a_section_of_another_program():
    return file("components:", "elements:")


@refused("no key 'connections'", "line 9, column 1", "there is no key", "is 'bonds' here")
def connections_for_bonds():
    return file("bonds:", "connections:")


@refused("no key 'include'", "line 12, column 1", "reads no other file", "under definitions")
def a_file_that_includes_another():
    return file("", "include: ../../secret.yaml\n")


@refused("called '5 ohm'", r"components\.resistor.*line 7", "there is no parameter", "the decimal sign is a point")
def a_decimal_comma_in_braces():
    return file("R: 5 ohm", "R: 1,5 ohm")


@refused("no element or definition 'R 5 ohm'", r"components\.resistor", "there is no", "{type: R, …}")
def a_value_behind_its_type():
    return file("{type: R, R: 5 ohm}", "R 5 ohm")


@refused("not nothing", r"components\.loop.*line 6", "is expected", "a type such as J1, or {type: R")
def a_component_of_nothing():
    return file("loop: J1", "loop:")


@refused("has either a type", r"components\.resistor.*line 7", "or a model", "write type instead of 'Type'")
def a_type_with_a_capital():
    return file("{type: R, R: 5 ohm}", "{Type: R, R: 5 ohm}")


@refused("not the text 'loop >> coil'", "line 9", "a list is expected", "- loop >> coil, or in brackets")
def bonds_that_are_no_list():
    return file("bonds:\n  - source >> loop >> resistor\n  - loop >> coil\n", "bonds: loop >> coil\n")


@refused("not a list", "line 12", "a mapping .* is expected", "give each entry a name")
def outputs_as_a_list():
    return file("", "outputs: [coil.f]\n")


@refused(r"the control character U\+001B", r"^name.*line 2", "a terminal may obey", "take it out")
def a_name_that_commands_the_terminal():
    return file("name: circuit", 'name: "a\\e[2Jb"')


@refused(r"control character U\+0000", r"^description.*line 12", "a terminal may obey", "take it out")
def a_description_with_a_zero_byte():
    return file("", 'description: "a\\0b"\n')


@refused("not readable as YAML", "line 7", "could not find expected ':'", "write the colon")
def a_line_without_a_colon():
    return file("  loop: J1", "  loop J1")


@refused("promises html", r"r\.html", "but the format is text", "add --format html")
def a_report_whose_ending_promises_another_format():
    return command("report", "MODEL", "-o", "FOLDER/r.html")


@refused("not as '.pdf'", "a report is written as", "text, markdown, latex, html, json", "print the HTML page")
def a_report_as_pdf():
    return command("report", "MODEL", "-o", "FOLDER/r.pdf")


@refused("no command 'run'", "'run'", "there is no", "did you mean 'simulate'")
def a_command_of_another_program():
    return command("run", "MODEL")


@refused("does not know the option '--stop'", "multibond analyse", "does not know", "there is -h, --help, --bonds")
def an_option_of_another_command():
    return command("analyse", "MODEL", "--stop", "3")
