// The document without a browser: node --test on this file, bundled. MODELS names a folder of model files.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { bondsOf, piecesOf } from "../document/bonds";
import { copied, paste, pieceOf } from "../document/clipboard";
import { aligned, changeBond, connect, distributed, forced, insert, join, move, nothing, remove, setEntry, setHeader, setValue, turned, typed, wire, writeOut } from "../document/commands";
import { History } from "../document/history";
import { componentAt, freeName, levelAt } from "../document/level";
import { isQuantity, namesIn, withNames } from "../document/names";
import { Patch } from "../document/patch";

const MOTOR = `# a motor, written by hand
multibond: 1            # the format
name: motor_drive
parameters:
  supply:   24 V        # from the mains
  ratio: {value: 20, description: "gear, of brass"}

components:
  source: {type: Se, effort: "supply*min(time/0.1, 1)", domain: electrical}
  motor: {type: Motor, k: 8e-05}   # see below
  gear: {type: TF, M: 1/ratio}
  shaft: J1
  friction:
    type: R
    law: 0.02*tanh(f/0.01) + 1e-3*f

bonds:
  # power goes to the right
  - source >> motor.supply
  - motor.shaft >> gear.a
  - gear.b >> shaft - friction    # a chain
outputs: {speed: shaft.f, torque: friction.e}
definitions:
  Motor:
    components: {circuit: J1, winding: {type: R, R: 2}, rotor: J1}
    bonds: [circuit >> winding]
    ports: {supply: circuit, shaft: rotor}
`;

/** The text after a command; undone it must be the text before, redone the same again. */
function after(text: string, command: (patch: Patch) => unknown): string {
  const history = new History(text);
  history.edit("test", command);
  const result = history.text;
  if (result !== text) {
    assert.ok(history.undo() && history.text === text);
    assert.ok(history.redo() && history.text === result);
  }
  assert.deepEqual(new Patch(result).document.errors, []);
  return result;
}

/** Lines of `after` that are not in `before`, and the other way round. */
function difference(before: string, text: string): { gone: string[]; fresh: string[] } {
  const [a, b] = [before.split("\n"), text.split("\n")];
  return { gone: a.filter((line) => !b.includes(line)), fresh: b.filter((line) => !a.includes(line)) };
}

test("a value changes only its own characters", () => {
  const text = after(MOTOR, (patch) => setValue(patch, [], "motor", "k", 0.05));
  assert.equal(text, MOTOR.replace("k: 8e-05", "k: 0.05"));
  const plain = after(MOTOR, (patch) => setValue(patch, [], "shaft", "domain", "rotational"));
  assert.equal(plain, MOTOR.replace("shaft: J1", "shaft: {type: J1, domain: rotational}"));
  const block = after(MOTOR, (patch) => setValue(patch, [], "friction", "domain", "rotational"));
  assert.deepEqual(difference(MOTOR, block), { gone: [], fresh: ["    domain: rotational"] });
  assert.equal(after(block, (patch) => setValue(patch, [], "friction", "domain", null)), MOTOR);
  assert.equal(parse(after(MOTOR, (patch) => setValue(patch, [], "motor", "k", "a, {b}: #1"))).components.motor.k, "a, {b}: #1");
});

test("a component is added at the end of its section, with places for all", () => {
  const text = after(MOTOR, (patch) => insert(patch, [], "C", "", { C: "2 uF" }, { "": [1, 2.25], source: [0, 0], motor: [1, 0], gear: [2, 0], shaft: [3, 0], friction: [3, -1] }));
  const model = parse(text);
  assert.deepEqual(model.components.capacitor, { type: "C", C: "2 uF" });
  assert.deepEqual(model.layout.capacitor, [1, 2.25]);
  assert.equal(Object.keys(model.layout).length, 6);
  assert.ok(text.includes("# power goes to the right") && text.includes("supply:   24 V        # from the mains"));
  assert.ok(Object.keys(model).indexOf("layout") === Object.keys(model).indexOf("definitions") - 1);
  assert.equal(after(text, (patch) => move(patch, [], { source: [0, 0] })), text);
  assert.equal(after(text, (patch) => insert(patch, [], "C")).includes("  capacitor2: C\n"), true);
});

test("from nothing: sections appear where they belong", () => {
  let text = "multibond: 1\nname: new\n";
  for (const type of ["Se", "J1", "R"]) text = after(text, (patch) => insert(patch, [], type, "", {}, {}));
  text = after(text, (patch) => connect(patch, [], { from: "source", to: "loop", directed: true }));
  text = after(text, (patch) => connect(patch, [], { from: "loop", to: "resistor", directed: true }));
  text = after(text, (patch) => setHeader(patch, [], "domain", "electrical"));
  text = after(text, (patch) => setEntry(patch, [], "parameters", "U", { value: 10, unit: "V" }));
  text = after(text, (patch) => setEntry(patch, [], "parameters", "U", 12, "value"));
  text = after(text, (patch) => setEntry(patch, [], "outputs", "current", "resistor.f"));
  assert.deepEqual(Object.keys(parse(text)), ["multibond", "name", "domain", "parameters", "components", "bonds", "outputs"]);
  assert.deepEqual(parse(text).bonds, ["source >> loop", "loop >> resistor"]);
  assert.deepEqual(parse(text).parameters.U, { value: 12, unit: "V" });
  text = after(text, (patch) => remove(patch, [], { ...nothing(), components: ["source", "loop", "resistor"] }));
  assert.deepEqual(Object.keys(parse(text)), ["multibond", "name", "domain", "parameters"]);
});

test("what is removed takes its bonds, places and outputs along, and nothing else", () => {
  const text = after(MOTOR, (patch) => remove(patch, [], { ...nothing(), components: ["friction"] }));
  const model = parse(text);
  assert.deepEqual(model.outputs, { speed: "shaft.f" });
  assert.deepEqual(model.bonds, ["source >> motor.supply", "motor.shaft >> gear.a", "gear.b >> shaft"]);
  assert.ok(text.includes("# a chain") && text.includes("# see below"));
  const single = after(MOTOR, (patch) => remove(patch, [], { ...nothing(), bonds: [{ entry: 2, piece: 0 }] }));
  assert.deepEqual(parse(single).bonds.at(-1), "shaft - friction");
  const inside = after(MOTOR, (patch) => remove(patch, levelAt(patch, "motor").place, { ...nothing(), components: ["winding"] }));
  assert.deepEqual(parse(inside).definitions.Motor, { components: { circuit: "J1", rotor: "J1" }, ports: { supply: "circuit", shaft: "rotor" } });
});

test("bonds are turned and strokes forced, in chains too", () => {
  const text = after(MOTOR, (patch) => changeBond(patch, [], { entry: 2, piece: 1 }, (bond) => turned(bond)));
  assert.deepEqual(parse(text).bonds.slice(2), ["gear.b >> shaft", "friction >> shaft"]);
  const stroke = after(MOTOR, (patch) => changeBond(patch, [], { entry: 0, piece: 0 }, (bond) => forced(bond, "tail")));
  assert.deepEqual(parse(stroke).bonds[0], { from: "source", to: "motor.supply", stroke: "tail" });
  assert.ok(stroke.includes("# power goes to the right"));
  const back = after(stroke, (patch) => changeBond(patch, [], { entry: 0, piece: 0 }, (bond) => forced(bond, null)));
  assert.equal(back, MOTOR);
  assert.deepEqual(turned({ from: "a", to: "b", directed: true, stroke: ["tail", "head"] }), { from: "b", to: "a", directed: true, stroke: ["head", "tail"] });
  const flowing = after(MOTOR, (patch) => changeBond(patch, ["definitions", "Motor"], { entry: 0, piece: 0 }, (bond) => turned(bond)));
  assert.deepEqual(parse(flowing).definitions.Motor.bonds, ["winding >> circuit"]);
});

test("frames join into one, and signals go to inputs", () => {
  let text = "multibond: 1\ncomponents: {a: planar.Rod, b: planar.Rod, c: planar.Body, s: Dq, g: Gain, sum: Sum}\n";
  text = after(text, (patch) => join(patch, [], "a.b", "b.a"));
  text = after(text, (patch) => join(patch, [], "c.a", "b.a"));
  assert.deepEqual(parse(text).joins, [["a.b", "b.a", "c.a"]]);
  assert.equal(after(text, (patch) => join(patch, [], "c.a", "a.b")), text);
  text = after(text, (patch) => wire(patch, [], "s.q", "g", "u"));
  assert.deepEqual(parse(text).components.g, { type: "Gain", u: "s.q" });
  text = after(text, (patch) => wire(patch, [], "s.q", "sum", "u", true));
  text = after(text, (patch) => wire(patch, [], "g.y", "sum", "u", true));
  assert.deepEqual(parse(text).components.sum.u, ["s.q", "g.y"]);
  text = after(text, (patch) => remove(patch, [], { ...nothing(), joins: [{ index: 0, piece: 0 }], values: [{ component: "g", value: "u" }] }));
  assert.deepEqual(parse(text).joins, [["b.a", "c.a"]]);
  assert.deepEqual(parse(text).components.g, { type: "Gain" });
});

test("copies bring their bonds and definitions and take free names", () => {
  const piece = copied(new Patch(MOTOR), [], ["motor", "gear"], { motor: [1, 0], gear: [2, 0] });
  assert.deepEqual(piece.bonds, ["motor.shaft >> gear.a"]);
  const text = after(MOTOR, (patch) => paste(patch, [], pieceOf(JSON.stringify(piece))!, [0, -1], {}));
  assert.deepEqual(parse(text).components.motor2, { type: "Motor", k: 8e-5 });
  assert.equal(parse(text).bonds.at(-1), "motor2.shaft >> gear2.a");
  assert.deepEqual(parse(text).layout.gear2, [2, -1]);
  const other = after("multibond: 1\ndefinitions: {Motor: {components: {x: J1}}}\n", (patch) => paste(patch, [], piece, [0, 0], {}));
  assert.deepEqual(parse(other).components.motor.type, "Motor2");
  assert.equal(pieceOf("just a text"), null);
});

test("names in expressions", () => {
  assert.deepEqual(namesIn("supply*min(time/0.1, 1) + motor.coil.f[2] if x > 1e-3 else pi"), ["supply", "motor.coil.f", "x"]);
  assert.ok(isQuantity("24 V") && isQuantity("3 kΩ") && isQuantity("2.5mm") && !isQuantity("2*V") && !isQuantity("V"));
  assert.equal(withNames("a + a.b*ab + a(1)", (name) => name.replace(/^a(?=\.|$)/, "z")), "z + z.b*ab + a(1)");
  assert.equal(withNames("24 V", () => "wrong"), "24 V");
  assert.equal(freeName("R2", ["R2", "R3"]), "R4");
  assert.deepEqual(["1e-3", "[1, a]", "true", " x "].map(typed), [0.001, [1, "a"], true, "x"]);
});

test("places align and spread", () => {
  assert.deepEqual(aligned({ a: [0, 1], b: [2, 3] }, "row"), { a: [0, 2], b: [2, 2] });
  assert.deepEqual(distributed({ a: [0, 0], b: [3, 0], c: [4, 1] }), { a: [0, 0], b: [2, 0], c: [4, 1] });
});

test("json files stay json", () => {
  const text = after('{"multibond": 1, "components": {"r": {"type": "R"}, "j": "J1"}}\n', (patch) => setValue(patch, [], "r", "R", "2 ohm"));
  const more = after(text, (patch) => { insert(patch, [], "C"); connect(patch, [], { from: "j", to: "r", directed: true }); });
  assert.deepEqual(JSON.parse(more).components, { r: { type: "R", R: "2 ohm" }, j: "J1", capacitor: "C" });
  assert.deepEqual(JSON.parse(more).bonds, ["j >> r"]);
});

test("steps of typing become one, others stay apart", () => {
  const history = new History("a");
  history.write("typing", "ab", true);
  history.write("typing", "abc", true);
  history.write("other", "x");
  assert.equal(history.undoLabel, "other");
  history.undo();
  history.undo();
  assert.equal(history.text, "a");
  assert.equal(history.undo(), false);
  history.redo();
  assert.equal(history.text, "abc");
  history.markSaved("abc");
  assert.equal(history.changed, false);
});

const LISTED = `multibond: 1
components:
  loop: J1  # all meet here
  R: [{type: R, R: 1}, R, {type: R, R: "2*R[0].R"}]
  wagon: [Wagon, Wagon]
bonds: ["loop >> R[0]", "loop >> R[1]", "loop >> R_2"]
outputs: {u: "R[1].e - 2*R[0].e"}
definitions:
  Wagon: {components: {mass: I}}
`;

test("members of lists are set, entered, and written out when one is to go", () => {
  const patch = new Patch(LISTED);
  assert.deepEqual(componentAt(patch, [], "R_1"), ["components", "R", 1]);
  assert.equal(componentAt(patch, [], "R_3"), null);
  assert.deepEqual(levelAt(patch, "wagon_1"), { place: ["definitions", "Wagon"], open: true });
  const set = after(LISTED, (one) => { setValue(one, [], "R_1", "R", 7); setValue(one, [], "R_0", "R", "3 ohm"); });
  assert.deepEqual(parse(set).components.R, [{ type: "R", R: "3 ohm" }, { type: "R", R: 7 }, { type: "R", R: "2*R[0].R" }]);
  assert.ok(set.includes("loop: J1  # all meet here"));
  const out = after(LISTED, (one) => writeOut(one, [], "R"));
  const model = parse(out);
  assert.deepEqual(Object.keys(model.components), ["loop", "wagon", "R_0", "R_1", "R_2"]);
  assert.equal(model.components.R_2.R, "2*R_0.R");
  assert.deepEqual([model.bonds, model.outputs], [["loop >> R_0", "loop >> R_1", "loop >> R_2"], { u: "R_1.e - 2*R_0.e" }]);
  const less = parse(after(out, (one) => remove(one, [], { ...nothing(), components: ["R_1"] })));
  assert.deepEqual([Object.keys(less.components), less.bonds.length], [["loop", "wagon", "R_0", "R_2"], 2]);
});

const folder = process.env.MODELS;
for (const file of folder ? readdirSync(folder) : []) {
  test(`every part of ${file} can be taken out, and the rest stays as it was`, () => {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    const model = parse(text);
    const names = Object.keys(model.components ?? {});
    for (const name of names.filter((_, i) => i % Math.ceil(names.length / 4) === 0)) {
      const less = parse(after(text, (patch) => remove(patch, [], { ...nothing(), components: [name] })));
      const { [name]: _, ...others } = model.components;
      assert.deepEqual(less.components ?? {}, others);
      assert.ok((less.bonds ?? []).flatMap(piecesOf).every(({ from, to }: any) => from.split(".")[0] !== name && to.split(".")[0] !== name));
      assert.deepEqual(less.definitions, model.definitions);
      const more = parse(after(text, (patch) => setValue(patch, [], name, "domain", "hydraulic")));
      assert.equal(more.components[name].domain, "hydraulic");
      assert.deepEqual({ ...more, components: others }, { ...model, components: others });
    }
    const bonds = bondsOf(new Patch(text), []);
    if (bonds.length) {
      const fewer = parse(after(text, (patch) => remove(patch, [], { ...nothing(), bonds: [bonds[0].place] })));
      assert.equal((fewer.bonds ?? []).flatMap(piecesOf).length, bonds.length - 1);
    }
    const places = Object.fromEntries(names.map((name, i) => [name, [i, 1 - i / 4] as [number, number]]));
    assert.deepEqual(parse(after(text, (patch) => move(patch, [], places))), { ...model, layout: places });
  });
}
