// Markup from the server, with nothing but mathematics, tables and text left in it.
import { useLayoutEffect, useRef } from "react";

const TAGS = new Set(("math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle mpadded menclose mmultiscripts mprescripts none "
  + "h1 h2 h3 h4 h5 p div section article span b i em strong small sub sup code pre table thead tbody tr th td caption ul ol li dl dt dd br hr figure figcaption details summary").split(" "));
const ATTRIBUTES = new Set(["class", "colspan", "rowspan", "scope", "display", "mathvariant", "stretchy", "open", "columnalign", "fence", "separator", "accent", "linethickness", "width", "lspace", "rspace", "title", "id", "tabindex"]);
const DROPPED = new Set(["script", "style", "iframe", "object", "embed", "template", "title", "head", "link", "meta"]);

function cleaned(node: Node, into: Node): void {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) into.appendChild(document.createTextNode(child.textContent ?? ""));
    if (!(child instanceof Element)) continue;
    const tag = child.localName;
    if (DROPPED.has(tag)) continue;
    if (!TAGS.has(tag)) {
      cleaned(child, into);
      continue;
    }
    const made = document.createElementNS(child.namespaceURI, tag);
    for (const { name, value } of child.attributes) if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
    cleaned(child, made);
    into.appendChild(made);
  }
}

export function Clean({ html, className }: { html: string; className?: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    const fresh = document.createDocumentFragment();
    cleaned(parsed.body, fresh);
    ref.current!.replaceChildren(fresh);
  }, [html]);
  return <span ref={ref} className={className} />;
}
