"""The page side of the live view: one module that notebooks load as it stands."""

MODULE = """
// Sliders that repeat a run while they move. The kernel answers each set of values with a picture; while it works, only
// the latest values wait, so that it never falls behind.
function render({ model, el }) {
  const frame = document.createElement("div");
  frame.className = "multibond-explorer";
  frame.style.cssText = "display:flex;flex-wrap:wrap;gap:8px 24px;align-items:flex-start;font-size:14px";
  const controls = document.createElement("div");
  const picture = document.createElement("div");
  const message = document.createElement("p");
  picture.style.cssText = "flex:1 1 420px;max-width:100%";
  message.style.cssText = "margin:6px 0;max-width:36ch";
  const values = { ...model.get("values") };
  let busy = false;
  let waiting = false;

  const send = () => {
    if (busy) {
      waiting = true;
      return;
    }
    busy = true;
    model.set("values", { ...values });
    model.save_changes();
  };

  for (const slider of model.get("sliders")) {
    const row = document.createElement("label");
    row.style.cssText = "display:block;margin:4px 0 8px";
    const text = document.createElement("span");
    text.style.cssText = "display:flex;justify-content:space-between;gap:16px";
    const name = document.createElement("code");
    const shown = document.createElement("span");
    name.textContent = slider.name;
    const tell = () => {
      shown.textContent = `${Number(values[slider.name]).toPrecision(4)} ${slider.unit}`;
    };
    const input = document.createElement("input");
    Object.assign(input, { type: "range", min: 0, max: 1000, step: 1 });
    input.setAttribute("aria-label", slider.name);
    input.style.width = "230px";
    const span = slider.high - slider.low;
    input.value = Math.round((1000 * (values[slider.name] - slider.low)) / span);
    input.addEventListener("input", () => {
      values[slider.name] = slider.low + (span * Number(input.value)) / 1000;
      tell();
      send();
    });
    tell();
    text.append(name, shown);
    row.append(text, input);
    controls.append(row);
  }
  controls.append(message);

  const show = () => {
    picture.innerHTML = model.get("picture");
    message.textContent = model.get("message");
  };
  model.on("change:picture", show);
  model.on("change:message", show);
  model.on("change:answered", () => {
    show();
    busy = false;
    if (waiting) {
      waiting = false;
      send();
    }
  });
  show();
  frame.append(controls, picture);
  el.append(frame);
}

export default { render };
"""

__all__ = ["MODULE"]
