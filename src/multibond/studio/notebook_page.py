"""The page side of the studio in a notebook: one small module that fetches the studio's page from the kernel."""

# The files of the page as modules that import one another, whatever page they are put into.
UNPACKING = """
async function unpacked(names, buffers, read) {
  const texts = {}, addresses = {};
  await Promise.all(names.map(async (name, i) => { texts[name] = await read(buffers[i]); }));
  const address = (name) => {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    return (addresses[name] ??= URL.createObjectURL(new Blob([texts[name].replace(
      /(["'])\\.\\/([\\w./-]+\\.js)\\1/g,
      (whole, quote, other) => (folder + other in texts ? quote + address(folder + other) + quote : whole),
    )], { type: "text/javascript" })));
  };
  return { style: texts["studio.css"], script: address("studio.js") };
}
"""

MODULE = (
    UNPACKING
    + """
// The page of the studio in a frame of its own: its keys, styles and names never meet those of the notebook. It comes
// from the kernel once for all views of a notebook, and talks to the kernel over the notebook's own channel.
const pages = (globalThis.multibondStudioPages ??= new Map());

function fetched(model) {
  const version = model.get("version");
  if (!pages.has(version)) pages.set(version, new Promise((take) => {
    const listen = (content, buffers) => {
      if (content.files === undefined) return;
      model.off("msg:custom", listen);
      take(unpacked(content.files, buffers, unzipped));
    };
    model.on("msg:custom", listen);
    model.send({ want: "files" });
  }));
  return pages.get(version);
}

const unzipped = (part) =>
  new Response(new Blob([part]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

function isDark() {
  const paper = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g)?.map(Number) ?? [];
  if (paper.length >= 3 && paper[3] !== 0) return (paper[0] + paper[1] + paper[2]) / 3 < 110;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = "multibond studio";
  frame.allow = "fullscreen; clipboard-read; clipboard-write";
  frame.style.cssText = "display:block;box-sizing:border-box;width:100%;border:1px solid #8886;border-radius:8px";
  frame.style.height = `${model.get("height")}px`;
  frame.srcdoc = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>multibond studio</title></head>'
    + '<body><div id="root"></div></body></html>';
  let page = "", take = null, inside = null;
  const leave = () => { if (page) model.send({ page, leave: true }); page = ""; take = null; };
  const hear = (content, buffers) => {
    if (!page || content.page !== page || !take || frame.contentWindow !== inside) return; // or it was taken out
    const [part] = buffers ?? [];
    take(part ? part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength) : content.frame);
  };
  const start = async () => { // again when the notebook has taken the cell out of its page and put it back
    leave();
    const { style, script } = await fetched(model);
    const inner = frame.contentDocument;
    if (!inner?.getElementById("root")) return;
    page = String(Math.random());
    inside = inner.defaultView;
    inner.defaultView.multibond = {
      dark: isDark(), shows: model.get("shows"),
      listen: (hearing) => { take = hearing; },
      send: (text) => { if (page) model.send({ page, frame: text }); },
    };
    inner.head.append(Object.assign(inner.createElement("style"), { textContent: style }));
    inner.head.append(Object.assign(inner.createElement("script"), { type: "module", src: script }));
  };
  frame.addEventListener("load", start);
  model.on("msg:custom", hear);
  el.append(frame);
  return () => {
    leave();
    model.off("msg:custom", hear);
  };
}

export default { render };
"""
)

__all__ = ["MODULE", "UNPACKING"]
