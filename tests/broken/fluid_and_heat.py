"""Broken hydraulics, heat and chemistry."""

import multibond as mb

from .case import parallel, refused, series


@refused("the value 0", r"^pipe\.diameter", "for it is the inner diameter", "give another one, in m")
def a_pipe_without_diameter():
    return series("hydraulic", source=mb.Se(1e5), pipe=mb.LaminarPipe(diameter=0)).simulate(1)


@refused(
    "no finite value", "law of pipe", r"the divisor is zero, which comes from pipe\.diameter", "give it another value"
)
def a_pipe_with_a_tiny_diameter_and_an_inertia():
    return series("hydraulic", source=mb.Se(1e5), pipe=mb.LaminarPipe(diameter=1e-100), mass=mb.PipeInertia()).simulate(
        1
    )


@refused("no finite value", "law of hole", r"sqrt\(drain\.e\) with drain\.e = -", r"sqrt\(max\(drain\.e, 0\)\)")
def a_tank_emptied_by_a_root():
    tank = mb.Tank(A=0.01, level0=0.1)
    return parallel("hydraulic", tank=tank, hole=mb.G(law="1e-5*sqrt(e)"), drain=mb.Sf(-1e-3)).simulate(10)


@refused("could not be solved", r"valve\.e", "Jacobian is singular", "check their values and signs")
def a_pump_into_a_closed_line():
    m = mb.Model("broken", domain="hydraulic")
    m.pump, m.node, m.valve = mb.Sf(1e-4), mb.J0(), mb.ServoValve(opening=0)
    m.pump >> m.node >> m.valve
    return m.simulate(1)


@refused("singular", r"valve\.opening", "is not connected", r"model\.connect\(")
def a_valve_without_opening():
    m = mb.Model("broken", domain="hydraulic")
    m.pump, m.node, m.valve = mb.Se(1e5), mb.J0(), mb.ServoValve()
    m.pump >> m.node >> m.valve
    return m.simulate(1)


@refused("full of fluid", r"^gas: at 0\.99", "nothing of the gas volume is left", "enlarge the volume")
def an_accumulator_that_runs_full():
    return parallel("hydraulic", pump=mb.Sf(1e-3), gas=mb.GasAccumulator()).simulate(5)


@refused("full of fluid", "^gas: at 0 s", "nothing of the gas volume is left", "enlarge the volume")
def an_accumulator_filled_beyond_its_volume():
    return parallel("hydraulic", pump=mb.Sf(1e-3), gas=mb.GasAccumulator(filled=2e-3)).simulate(5)


@refused("the value 1", r"^gas\.kappa", "for it is the polytropic exponent", "give another one")
def a_gas_with_kappa_one():
    return parallel("hydraulic", pump=mb.Sf(1e-6), gas=mb.GasAccumulator(kappa=1)).simulate(5)


@refused("the value 0", r"^line\.volume", "for it is the volume", "give another one, in m³")
def a_volume_of_no_size():
    return parallel("hydraulic", pump=mb.Sf(1e-6), line=mb.Compliance(volume=0)).simulate(5)


@refused("the value -870", r"^hole\.rho", "for it is the density", "give another one, in kg/m³")
def oil_of_negative_density():
    return parallel("hydraulic", pump=mb.Se(1e5), hole=mb.Orifice(rho=-870)).simulate(1)


@refused("two effort sources", "low and high", "meet on the 0-junction node", "remove one of them")
def two_pressures_in_one_line():
    return parallel("hydraulic", low=mb.Se(1e5), high=mb.Se(2e5), hole=mb.Orifice()).simulate(1)


@refused("the value 0", r"^cylinder\.A", "for it is the area", "give another one, in m²")
def a_cylinder_without_piston_area():
    m = mb.Model("broken", domain="hydraulic")
    m.pump, m.cylinder, m.mass = mb.Sf(1e-4), mb.HydraulicCylinder(A=0), mb.I(1, domain="translational")
    m.pump >> m.cylinder.a
    m.cylinder.b >> m.mass
    return m.simulate(1)


@refused("'3 l/min' does not fit", r"^pump\.effort", "compatible with Pa", "as in '3 Pa'")
def pressure_in_the_wrong_unit():
    return parallel("hydraulic", pump=mb.Se("3 l/min"), hole=mb.Orifice()).simulate(1)


@refused("the value 0", r"^body\.T0", "for it is the temperature", "give another one, in K")
def a_body_at_zero_kelvin():
    return parallel("thermal", heat=mb.HeatSource(1), body=mb.ThermalCapacitor(T0=0)).simulate(1)


@refused("the value -20", r"^body\.T0", "for it is the temperature", "give another one, in K")
def a_body_in_celsius_as_a_number():
    return parallel("thermal", heat=mb.HeatSource(1), body=mb.ThermalCapacitor(T0=-20)).simulate(1)


@refused("the value 0", r"^body\.C", "for it is the heat capacity", "give another one, in J/K")
def a_body_without_heat_capacity():
    return parallel("thermal", heat=mb.HeatSource(1), body=mb.ThermalCapacitor(0)).simulate(1)


@refused("step size collapsed", r"body\.S of body", "division by zero: heat", "or end the run before")
def a_body_that_is_cooled_below_zero_kelvin():
    return parallel("thermal", heat=mb.HeatSource(-100), body=mb.ThermalCapacitor(1)).simulate(10)


@refused("two effort sources", "cold and hot", "meet on the 0-junction node", "remove one of them")
def two_environments_in_contact():
    return parallel("thermal", cold=mb.Environment(273), hot=mb.Environment(373)).simulate(1)


@refused("is not bonded", "^wall", "port 'b'", "bond it")
def heat_into_the_void():
    m = mb.Model("broken", domain="thermal")
    m.heat, m.wall = mb.HeatSource(1), mb.GSth(1)
    m.heat >> m.wall.a
    return m.simulate(1)


@refused("the electrical domain of store", "^store", "meets the thermal domain", "couple them by")
def heat_port_on_an_electrical_node():
    m = mb.Model("broken", domain="electrical")
    m.source, m.heater, m.store = mb.Se(1), mb.RS(1), mb.C(1, domain="electrical")
    m.source >> m.heater.a
    m.heater.b >> m.store
    return m.simulate(1)


@refused("the value -1", r"^room\.T", "for it is the temperature", "give another one, in K")
def a_heater_on_a_body_at_minus_one_kelvin():
    m = mb.Model("broken")
    m.source, m.heater, m.room = mb.Se(1, domain="electrical"), mb.RS(1), mb.Environment(-1)
    m.source >> m.heater.a
    m.room >> m.heater.b
    return m.simulate(1)


@refused("'20 W' does not fit", r"^room\.T", "compatible with K", "as in '20 K'")
def temperature_in_watts():
    return mb.Model, parallel("thermal", room=mb.Environment("20 W"), body=mb.ThermalCapacitor(1)).simulate(1)


@refused("the value -1", r"^stuff\.x0", "for it is the amount", "give another one, in mol")
def a_species_of_less_than_nothing():
    return parallel("chemical", stuff=mb.Species(x0=-1), leak=mb.G(1)).simulate(1)


@refused("falls below zero", "stuff", "something draws more of it than there is", "let the flow end with it")
def a_species_that_is_drawn_below_nothing():
    return parallel("chemical", stuff=mb.Species(x0=1), drain=mb.Sf(-1)).simulate(5)


@refused("no finite value", "law of stat", "log has a value for positive numbers only", "keep its argument there")
def a_chemostat_that_becomes_negative():
    m = mb.Model("broken", domain="chemical")
    m.stat, m.reaction, m.product = mb.Chemostat(x="1 - time"), mb.Reaction(), mb.Species()
    m.stat >> m.reaction.a
    m.reaction.b >> m.product
    return m.simulate(3)


@refused("the value 0", r"^reaction\.T", "for it is the temperature", "give another one, in K")
def a_reaction_at_zero_kelvin():
    m = mb.Model("broken", domain="chemical")
    m.stat, m.reaction, m.product = mb.Species(), mb.Reaction(T=0), mb.Species()
    m.stat >> m.reaction.a
    m.reaction.b >> m.product
    return m.simulate(3)


@refused("temperature T .* differs", r"^b: .* that of a\b", "mass action holds at one temperature", "the same T")
def a_reaction_between_hot_and_cold():
    m = mb.Model("broken")
    m.a, m.reaction, m.b = mb.Species(T=300), mb.Reaction(T=300), mb.Species(T=400)
    m.a >> m.reaction >> m.b
    return m.simulate(1)
