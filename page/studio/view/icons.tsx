// Small pictures for buttons, drawn with lines in the colour of the text.
const WAYS = {
  logo: "M3 17V7l5 6 5-6M13 7v10M13 12h8M21 12l-4 3.5M3 17h0",
  new: "M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6",
  open: "M3 19V6h6l2 2h8v3M3 19l3-8h16l-3 8z",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-7h8v7",
  export: "M12 15V4M8 8l4-4 4 4M5 14v6h14v-6",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 010 9h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 000 9h2",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5h4v14H7zM14 5h4v14h-4z",
  stop: "M6 6h12v12H6z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  flow: "M3 8c5-5 8 5 18 0M3 13c5-5 8 5 18 0M3 18c5-5 8 5 18 0",
  path: "M4 18a2 2 0 104 0 2 2 0 10-4 0M16 6a2 2 0 104 0 2 2 0 10-4 0M8 17c8 0 2-10 8-10",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14z",
  commands: "M5 8l4 4-4 4M12 17h7",
  help: "M9 9a3 3 0 115 2.2c-1.2.9-2 1.4-2 2.8M12 17.5v.5M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19",
  search: "M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13M15.5 15.5L21 21",
  plot: "M4 4v16h16M7 15l4-6 3 3 5-7",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  split: "M4 5h16v14H4zM12 5v14",
  whole: "M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4",
  slider: "M3 12h18M9 8v8",
  turn: "M4 8h14l-4-4M20 16H6l4 4",
  enter: "M14 4h6v16h-6M4 12h11M11 8l4 4-4 4",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v6M14 11v6",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  down: "M12 4v11M8 11l4 4 4-4M5 20h14",
} as const;
export type IconName = keyof typeof WAYS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true"><path d={WAYS[name]} /></svg>;
}
