"""The look of pages, on screens and on paper."""

STYLE = """
:root { --ink: #1c2430; --soft: #5d6877; --line: #dde2e8; --paper: #ffffff; --ground: #f4f6f8; --mark: #1b5e9b }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 60px }
header, section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px }
header, section { padding: 20px 26px; margin: 0 0 18px }
h1 { margin: 0; font-size: 30px; letter-spacing: -0.01em }
h2 { margin: 0 0 12px; font-size: 19px; color: var(--mark) }
h3 { margin: 14px 0 4px; font-size: 14px; color: var(--soft); font-weight: 600 }
.lead { margin: 4px 0 14px; color: var(--soft); font-size: 16px; max-width: 75ch }
.note { color: var(--soft); font-size: 13px; margin: 8px 0 0 }
.doubt { margin: 10px 0 0; padding: 4px 10px; border-left: 3px solid #c77700; background: #fff6e8; max-width: 90ch }
.tiles { display: flex; flex-wrap: wrap; gap: 10px }
.tiles div { flex: 1 1 130px; border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px }
.tiles b { display: block; font-size: 20px }
.tiles span { color: var(--soft); font-size: 12.5px }
nav { margin-top: 14px; display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 14px }
nav a { color: var(--mark); text-decoration: none }
figure { margin: 0 }
figure svg { max-width: 100%; height: auto; display: block }
figure.graph { overflow-x: auto; margin-bottom: 14px }
figure.graph svg { margin: 0 auto }
figcaption { color: var(--soft); font-size: 13px; text-align: center; margin-top: 4px }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(430px, 1fr)); gap: 14px }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(400px, 1fr)); gap: 20px; align-items: start }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; margin-bottom: 14px }
th { text-align: left; color: var(--soft); font-weight: 600 }
th { border-bottom: 1px solid var(--line); padding: 3px 10px 3px 0 }
td { border-bottom: 1px solid var(--line); padding: 3px 10px 3px 0; vertical-align: top; overflow-wrap: anywhere }
td:nth-child(n+2) { font-variant-numeric: tabular-nums }
code { font: 12.5px ui-monospace, "DejaVu Sans Mono", monospace }
.equation { margin: 7px 0; padding-left: 1.5em; text-indent: -1.5em; line-height: 2.3 }
.equation.plain { line-height: 1.7 }
.equation math { text-indent: 0; margin-right: 2px; max-width: 100% }
math { font-size: 16px }
footer { color: var(--soft); font-size: 12.5px; text-align: center }
@media (max-width: 560px) { .plots, .sides { grid-template-columns: 1fr } header, section { padding: 14px } }
@media print {
  body { background: none; font-size: 11px } main { max-width: none; padding: 0 } nav { display: none }
  header, section { border: 0; padding: 6px 0; margin: 0 0 8px }
  figure, tr, .equation, .tiles { break-inside: avoid } h2, h3 { break-after: avoid }
}
"""
