"""Names that tables and findings do not have, and units that a name stands for."""

import multibond as mb

from .case import refused, series


def circuit():
    m = series(source=mb.Se(1), loss=mb.R(1), store=mb.C(1))
    m.output("voltage", m.store.e, "V")
    return m


@refused("no output 'voltag'", "'voltag'", "there is no", "did you mean 'voltage'")
def a_misspelt_output_of_a_sweep():
    return circuit().sweep({"loss.R": [1, 2]}, 1).final["voltag"]


@refused("no swept parameter 'store.C'", r"'store\.C'", "there is no", r"there is loss\.R")
def a_parameter_that_was_not_swept():
    return circuit().sweep({"loss.R": [1, 2]}, 1).parameters["store.C"]


@refused("no output 'current'", "'current'", "there is no", "there is voltage")
def a_last_value_of_no_output():
    return circuit().simulate(1).stats.final["current"]


@refused("read as an attribute", r"\.steps", "not by an index", r"as an attribute, \.steps")
def a_summary_with_an_index():
    return circuit().simulate(1).stats["steps"]


@refused("has no 'stord'", "Energy", "has no", "did you mean 'stored'")
def a_misspelt_energy():
    return circuit().simulate(1).energy.stord


@refused("no component with power 'los'", "'los'", "there is no", "did you mean 'loss'")
def the_energy_of_no_component():
    return circuit().simulate(1).energy.by_component()["los"]


@refused("no finding 'freedom'", "the analysis", "has no finding", "there is model, elements")
def a_finding_that_is_none():
    return circuit().analyse()["freedom"]


@refused("LinearSystem has no 'eigenvalue'", "LinearSystem", "has no", "did you mean 'eigenvalues'")
def a_misspelt_part_of_a_linear_system():
    return circuit().linearize().eigenvalue


@refused("StudyResult has no 'tabel'", "StudyResult", "has no", "did you mean 'table'")
def a_misspelt_table_of_a_study():
    return mb.Study(circuit(), vary={"loss.R": [1, 2]}, stop=1).run().tabel


def named(**parameters):
    return series(source=mb.Se(1), loss=mb.R("total"), store=mb.C(1), supply=mb.Parameter("1 V"), **parameters)


@refused("total is in V", r"^loss\.R", "but R .* is in Ω", "correct the expression")
def a_voltage_behind_two_names():
    return named(twice=mb.Parameter("2*supply"), total=mb.Parameter("twice")).simulate(1)


@refused("total is in V", r"^loss\.R", "but R .* is in Ω", "correct the expression")
def a_voltage_that_a_run_gives_to_a_name_without_unit():
    return named(total=mb.Parameter(1.0)).simulate(1, parameters={"total": "2*supply"})


@refused("no output 'voltag'", "'voltag'", "there is no", "did you mean 'voltage'")
def a_misspelt_output_of_a_model():
    return circuit().outputs["voltag"]


@refused("a moment has no 'voltage'", "'voltage'", "asked for by name", r"moment\['voltage'\]")
def a_variable_of_a_moment_as_an_attribute():
    return circuit().simulate(1).at(0.5).voltage


@refused("no outputs or states to draw", "the model", "has no outputs", "name variables or expressions")
def a_plot_of_a_model_without_outputs_or_states():
    return series(source=mb.Se(1), loss=mb.R(1)).simulate(1).plot()


@refused("'vary' of Study", "Study", "not 3", "must be a dictionary of names and values")
def a_study_of_a_number():
    return mb.Study(circuit(), vary=3)


@refused("outputs depend on each other in a circle", "output 'first'", "first → second → first", "give one of them by")
def outputs_that_show_each_other():
    m = circuit()
    m.output("first", "1 + second")
    m.output("second", "2*first")
    return m.simulate(1)


@refused("for vectors and matrices", "'voltage@voltage'", "one is a number", r"is a\*b")
def a_product_of_vectors_of_numbers():
    return circuit().simulate(1)["voltage@voltage"]


@refused("for vectors and matrices", r"'dot\(voltage, 2\)'", "one is a number", r"is a\*b")
def an_inner_product_of_numbers():
    return circuit().simulate(1)["dot(voltage, 2)"]
