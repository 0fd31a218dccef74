// One value to set: text with its unit, a choice, or a slider that runs the model while it is dragged.
import { use, useId, useRef, useState } from "react";
import type { ValueType } from "../protocol";
import { endSlide, slide, startRun } from "../state/runs";
import { StudioContext } from "./context";
import { Icon } from "./icons";
import { number, unitText } from "./numbers";

/** The number at the beginning of a text, and what follows it (the unit); null where it is an expression. */
export function numberOf(text: string): { value: number; unit: string } | null {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([\p{L}µΩ°%][^+]*)?$/u.exec(text);
  return match ? { value: Number(match[1]), unit: match[2]?.trim() ?? "" } : null;
}

export function ValueField({ value, text, onChange, message, path, readOnly: fixed, mixed }: {
  value: ValueType; text: string; onChange: (text: string | null) => void; message: string; path: string; readOnly?: boolean; mixed?: boolean;
}) {
  const id = useId(), readOnly = fixed || use(StudioContext)!.readOnly;
  const [sliding, setSliding] = useState(false);
  const usual = value.default === null || value.default === undefined ? "" : typeof value.default === "object" ? JSON.stringify(value.default) : String(value.default);
  const given = numberOf(text || usual);
  const slides = value.kind === "parameter" && path !== "" && given !== null && !readOnly;
  const choices = value.choices.map(String);
  return (
    <div className={`value ${message ? "wrong" : ""} ${text ? "given" : ""}`}>
      <label htmlFor={id} title={value.description}>{value.name}</label>
      {choices.length ? (
        <select id={id} value={text} disabled={readOnly} onChange={(event) => onChange(event.target.value || null)} aria-describedby={`${id}-about`}>
          {!choices.includes("") && <option value="">{usual ? `${usual} (usual)` : "–"}</option>}
          {choices.map((choice) => <option key={choice} value={choice}>{choice || "–"}</option>)}
        </select>
      ) : (
        <input id={id} key={text} defaultValue={text} placeholder={mixed ? "different" : usual || (value.kind === "law" && value.variables.length ? `in ${value.variables.join(", ")}` : "")} readOnly={readOnly} spellCheck={false}
          aria-invalid={message !== ""} aria-describedby={`${id}-about`}
          onBlur={(event) => { if (event.target.value !== text) onChange(event.target.value || null); }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
            if (event.key === "Escape") { event.currentTarget.value = text; event.currentTarget.blur(); }
          }} />
      )}
      <i className="unit">{unitText(value.unit)}</i>
      {slides && <button type="button" className="tool tiny" aria-label={`Slider for ${value.name}`} aria-pressed={sliding} title="Slider: the run repeats while it is dragged" onClick={() => setSliding(!sliding)}><Icon name="slider" size={14} /></button>}
      <small id={`${id}-about`}>{message || value.description}</small>
      {slides && sliding && <Slider path={path} given={given} minimum={value.minimum} name={value.name} onChange={onChange} />}
    </div>
  );
}

/** A slider from a tenth to about twice the value; what is let go is written into the file and run. */
export function Slider({ path, given, minimum, name, onChange }: { path: string; given: { value: number; unit: string }; minimum: number | null; name: string; onChange: (text: string) => void }) {
  const studio = use(StudioContext)!;
  const first = useRef(given.value);
  const size = Math.abs(first.current) || 1;
  const low = first.current > 0 ? Math.max(minimum ?? 0, first.current * 0.05) : Math.min(first.current - size, first.current * 2), high = first.current > 0 ? first.current * 2.5 : Math.max(first.current + size, size);
  const [now, setNow] = useState(given.value);
  const take = () => {
    onChange(`${number(now, 4).replace("−", "-")}${given.unit ? ` ${given.unit}` : ""}`);
    endSlide(studio);
    void startRun(studio);
  };
  return (
    <span className="slider">
      <input type="range" aria-label={name} min={low} max={high} step={(high - low) / 400} value={now} style={{ "--share": `${(100 * (now - low)) / (high - low)}%` } as React.CSSProperties}
        onChange={(event) => {
          const next = Number(event.target.value);
          setNow(next);
          void slide(studio, { [path]: given.unit ? (`${next} ${given.unit}` as unknown as number) : next });
        }}
        onPointerUp={take} onKeyUp={(event) => event.key.startsWith("Arrow") && take()} />
      <output>{number(now, 4)}</output>
    </span>
  );
}
