// The diagram: one level of the model, drawn as multibond draw draws it, on which one moves, connects and selects.
import { Background, BackgroundVariant, ConnectionMode, MiniMap, ReactFlow, SelectionMode, useReactFlow, ViewportPortal, type EdgeChange, type NodeChange } from "@xyflow/react";
import { use, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type DragEvent, type PointerEvent as ReactPointerEvent } from "react";
import type { DiagramEdge, DiagramNode, Message } from "../protocol";
import { connectNodes, insertType, moveTo } from "../state/editing";
import { plotNames } from "../state/runs";
import type { Studio } from "../state/studio";
import { useStore } from "../state/store";
import type { ShownNode } from "../state/unfolding";
import { DiagramContext, StudioContext } from "./context";
import { BondView, type BondEdge } from "./edge";
import { FlowPainter } from "./flow";
import { Items } from "./items";
import { ComponentView, type ComponentNode } from "./node";

const nodeTypes = { component: ComponentView };
const edgeTypes = { bond: BondView };
const SNAP = 8; // pixels of the screen
const TOOLS = 50; // pixels at the left for the buttons of the view
const LARGEST = 1.5; // how many times as large as drawn a small diagram is shown when all of it is

type Shifts = Record<string, [number, number]>;
interface Guides { x: number | null; y: number | null }

/** Objects of the last diagram are kept where nothing changed, so that React draws only what did. */
function useShared<T extends { key?: string; id?: string }>(list: T[]): T[] {
  const known = useRef(new Map<string, { text: string; raw: T; kept: T }>()), last = useRef<T[]>([]);
  return useMemo(() => {
    const next: typeof known.current = new Map();
    const shared = list.map((entry) => {
      const name = (entry.key ?? entry.id)!, before = known.current.get(name);
      const text = before?.raw === entry ? before.text : JSON.stringify(entry), kept = before?.text === text ? before.kept : entry;
      next.set(name, { text, raw: entry, kept });
      return kept;
    });
    known.current = next;
    if (shared.length === last.current.length && shared.every((entry, i) => entry === last.current[i])) return last.current;
    return (last.current = shared);
  }, [list]);
}

/** What is only not finished yet is no error: it is marked as a task. */
function withTasks(nodes: ShownNode[], messages: Message[]): ShownNode[] {
  const wrong = new Set(messages.filter(({ kind, severity }) => severity === "error" && kind !== "unfinished").flatMap(({ where, paths }) => [where, ...paths]));
  const belongs = (path: string) => [...wrong].some((where) => where === path || where.startsWith(`${path}.`));
  return nodes.map((node) => (node.severity === "error" && messages.length && !belongs(node.path) ? { ...node, severity: "task" as DiagramNode["severity"] } : node));
}

const NO_MESSAGES: Message[] = [];
const NO_NODES: ShownNode[] = [], NO_EDGES: DiagramEdge[] = [];

export function Diagram() {
  const studio = use(StudioContext)!;
  const diagram = useStore(studio.state, () => studio.shown);
  const selection = useStore(studio.state, (state) => state.selection);
  const level = useStore(studio.state, (state) => state.level);
  const flow = useMemo(() => new FlowPainter(studio), [studio]);
  const messages = useStore(studio.state, (state) => state.check?.messages ?? NO_MESSAGES);
  const marked = useMemo(() => withTasks(diagram?.nodes ?? NO_NODES, messages), [diagram, messages]);
  const given = useShared(marked), links = useShared(diagram?.edges ?? NO_EDGES);
  const [shifts, setShifts] = useState<Shifts>({});
  const [guides, setGuides] = useState<Guides>({ x: null, y: null });
  const link = useLinking(studio, given), { getZoom } = useReactFlow();
  const editable = diagram?.place !== null;
  useLayoutEffect(() => setShifts({}), [diagram]);

  const cache = useRef(new Map<string, ComponentNode>());
  const chosen = useMemo(() => new Set(selection.paths), [selection]);
  const nodes = useMemo(() => given.map((node): ComponentNode => {
    const [dx, dy] = shifts[node.key] ?? [0, 0];
    const selected = node.path !== "" && chosen.has(node.path);
    const before = cache.current.get(node.key);
    const position = { x: node.x + dx, y: node.y + dy };
    if (before && before.data.node === node && before.selected === selected && before.position.x === position.x && before.position.y === position.y) return before;
    const size = { width: Math.max(10, node.icon.width), height: Math.max(10, node.icon.height) };
    const made: ComponentNode = {
      ...(before ? { measured: before.measured } : {}), id: node.key, type: "component", position, data: { node }, selected, ...size, measured: size,
      draggable: node.kind === "component" && !node.frame, zIndex: node.role === "opened" ? -1 : 0, selectable: node.kind === "component", focusable: node.kind === "component",
      ...(node.kind === "component" ? {} : { ariaRole: "img" as const }), // marks are pictures that one does not go to
      ariaLabel: `${node.name}, ${node.type || node.kind}${node.severity ? `, ${node.severity}` : ""}`,
    };
    cache.current.set(node.key, made);
    return made;
  }), [given, shifts, chosen]);
  const edgeCache = useRef(new Map<string, BondEdge>());
  const edges = useMemo(() => {
    const chosen = new Set(selection.edges);
    return links.map((edge): BondEdge => {
      const tail = shifts[edge.tail] ?? null, head = shifts[edge.head] ?? null, selected = chosen.has(edge.id), before = edgeCache.current.get(edge.id);
      if (before && before.data!.edge === edge && before.data!.tail === tail && before.data!.head === head && before.selected === selected) return before;
      const made: BondEdge = { id: edge.id, type: "bond", source: edge.tail, target: edge.head, data: { edge, tail, head }, selected, ariaLabel: edge.title, focusable: edge.kind !== "port" };
      edgeCache.current.set(edge.id, made);
      return made;
    });
  }, [links, shifts, selection]);

  const tools = useMemo(() => ({ flow, editable, startLink: link.start }), [flow, editable, link.start]);
  const onNodesChange = useCallback((changes: NodeChange<ComponentNode>[]) => {
    const moved: Shifts = {};
    const chosen = new Map<string, boolean>();
    for (const change of changes) {
      if (change.type === "position" && change.position) {
        const node = given.find(({ key }) => key === change.id);
        if (node) moved[change.id] = [change.position.x - node.x, change.position.y - node.y];
      } else if (change.type === "select") chosen.set(change.id, change.selected);
    }
    const names = Object.keys(moved);
    for (const { key, path, role } of given) { // what is inside of an opened component goes with it
      if (role === "opened" && moved[key]) for (const node of given) if (node.frame && (node.path === path || node.key.startsWith(`${path}/`))) moved[node.key] = moved[key];
    }
    if (names.length) {
      const shift = names.length === 1 ? snapped(given, names[0], moved[names[0]], SNAP / getZoom(), setGuides) : null;
      setShifts((old) => ({ ...old, ...(shift ? { ...Object.fromEntries(Object.keys(moved).map((key) => [key, shift])) } : moved) }));
    }
    if (chosen.size) choose(studio, given, chosen, "paths");
  }, [given, studio, getZoom]);
  const onEdgesChange = useCallback((changes: EdgeChange<BondEdge>[]) => {
    const chosen = new Map(changes.filter((change) => change.type === "select").map((change) => [change.id, change.selected]));
    if (chosen.size) choose(studio, given, chosen, "edges");
  }, [studio, given]);
  const drop = useCallback((_: unknown, __: unknown, dragged: ComponentNode[]) => {
    setGuides({ x: null, y: null });
    const places = Object.fromEntries(dragged.map((node): [string, [number, number]] => {
      const [dx, dy] = shiftsNow.current[node.id] ?? [0, 0];
      const [x, y] = (node.data.node as ShownNode).home;
      return [node.id, [x + dx, y + dy]];
    }).filter(([key, [x, y]]) => { const node = given.find((one) => one.key === key)!; return !node.frame && Math.hypot(x - node.home[0], y - node.home[1]) > 2; }));
    if (Object.keys(places).length) {
      if (studio.place() === null) setShifts({});
      else moveTo(studio, places);
    }
  }, [given, studio]);
  const shiftsNow = useRef(shifts);
  shiftsNow.current = shifts;

  return (
    <DiagramContext value={tools}>
      <div className={`diagram ${link.active ? "linking" : ""} ${editable ? "" : "readonly"}`} id="diagram"
        onPointerMove={(event) => { studio.pointer = [event.clientX, event.clientY]; }} onPointerLeave={() => { studio.pointer = null; }}>
        <ReactFlow nodes={nodes} edges={edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes} onNodesChange={onNodesChange} onEdgesChange={onEdgesChange}
          nodeOrigin={[0.5, 0.5]} connectionMode={ConnectionMode.Loose} minZoom={0.08} maxZoom={4} snapToGrid snapGrid={[5, 5]}
          selectionOnDrag panOnDrag={[1, 2]} panActivationKeyCode="Alt" selectionMode={SelectionMode.Partial} multiSelectionKeyCode={["Shift", "Control", "Meta"]}
          selectionKeyCode={null} deleteKeyCode={null} disableKeyboardA11y zoomOnDoubleClick={false} zoomOnScroll={!studio.host} preventScrolling={!studio.host} nodesConnectable={false} elevateNodesOnSelect={false}
          onlyRenderVisibleElements={given.length > 150} autoPanOnNodeFocus nodeDragThreshold={2} proOptions={{ hideAttribution: true }}
          onNodeDragStop={drop} onSelectionDragStop={(event, list) => drop(event, null, list as ComponentNode[])}
          onNodeDoubleClick={(_, { data: { node } }) => (node.role === "opened" ? studio.fold([node.path]) : node.composite && studio.enter(node.path))}
          onEdgeDoubleClick={(_, { data }) => plotEdge(studio, data!.edge)}
          onNodeMouseEnter={(_, { data: { node } }) => studio.state.change({ pointed: node.path })} onNodeMouseLeave={() => studio.state.change({ pointed: "" })}
          onMoveStart={() => { document.getElementById("diagram")!.dataset.moving = "true"; }} onMoveEnd={() => { document.getElementById("diagram")!.dataset.moving = "false"; }}
          onMove={(_, { zoom }) => { document.getElementById("diagram")!.dataset.far = String(zoom < 0.4); }}
          onPaneClick={() => { studio.select([]); studio.state.change({ quick: null }); }} aria-label="Diagram of the model">
          <Background variant={BackgroundVariant.Dots} gap={25} size={1} color="var(--grid)" />
          <MiniMap pannable zoomable ariaLabel="Overview map" nodeColor={(node) => miniColor((node as ComponentNode).data.node)} nodeStrokeWidth={0} position="bottom-right" />
          <ViewportPortal>
            <svg className="over" overflow="visible" width="1" height="1" aria-hidden="true">
              <Items items={diagram?.over ?? []} />
              {guides.x !== null && <line className="guide" x1={guides.x} x2={guides.x} y1={-1e4} y2={1e4} />}
              {guides.y !== null && <line className="guide" y1={guides.y} y2={guides.y} x1={-1e4} x2={1e4} />}
              {link.line && <path className="linking-line" d={`M${link.line.from.join(" ")}L${link.line.to.join(" ")}`} />}
              <Halo given={given} shifts={shifts} />
            </svg>
            <svg className="under" overflow="visible" width="1" height="1" aria-hidden="true"><Items items={diagram?.under ?? []} /></svg>
          </ViewportPortal>
          <Tools level={level} />
        </ReactFlow>
        <DropArea studio={studio} />
        {diagram !== null && !given.some(({ kind }) => kind === "component") && <Empty />}
      </div>
    </DiagramContext>
  );
}

function Halo({ given, shifts }: { given: DiagramNode[]; shifts: Shifts }) {
  const studio = use(StudioContext)!;
  const pointed = useStore(studio.state, (state) => state.pointed);
  const node = pointed ? given.find(({ path }) => path === pointed) : undefined;
  if (!node) return null;
  const { width, height } = node.icon, [dx, dy] = shifts[node.key] ?? [0, 0];
  return <rect className="pointed" x={node.x + dx - width / 2 - 6} y={node.y + dy - height / 2 - 6} width={width + 12} height={height + 12} rx="8" />;
}

function Empty() {
  return (
    <div className="empty">
      <h2>An empty model</h2>
      <p>Drag an element from the palette, or press <kbd>/</kbd> and type its name.</p>
      <p>Then drag from port to port, or press <kbd>B</kbd>, to bond. <kbd>Ctrl K</kbd> lists everything else.</p>
    </div>
  );
}

function miniColor(node: DiagramNode): string {
  if (node.kind !== "component") return "transparent";
  return node.severity === "error" ? "var(--danger)" : node.role === "junction" ? "var(--accent)" : "var(--soft)";
}

export function plotEdge(studio: Studio, edge: DiagramEdge): void {
  if (edge.effort || edge.flow) plotNames(studio, [edge.effort, edge.flow].filter(Boolean));
}

/** Takes what React Flow says of its selection into the studio's. */
function choose(studio: Studio, given: DiagramNode[], chosen: Map<string, boolean>, kind: "paths" | "edges"): void {
  const { selection } = studio.value;
  const name = (id: string) => (kind === "paths" ? (given.find(({ key }) => key === id)?.path ?? "") : id);
  const gone = new Set([...chosen].filter(([, on]) => !on).map(([id]) => name(id)));
  const fresh = [...chosen].filter(([, on]) => on).map(([id]) => name(id)).filter(Boolean);
  const list = [...selection[kind].filter((path) => !gone.has(path) && !fresh.includes(path)), ...fresh];
  studio.select(kind === "paths" ? list : selection.paths, kind === "edges" ? list : selection.edges);
}

/** Keeps a dragged component on the lines of the others when it comes near them. */
function snapped(given: DiagramNode[], key: string, shift: [number, number], reach: number, show: (guides: Guides) => void): [number, number] {
  const own = given.find((node) => node.key === key)!;
  const at = [own.x + shift[0], own.y + shift[1]];
  const others = given.filter((node) => node.key !== key && node.kind === "component");
  const near = (value: number, list: number[]) => list.reduce<number | null>((best, x) => (Math.abs(x - value) <= reach && (best === null || Math.abs(x - value) < Math.abs(best - value)) ? x : best), null);
  const x = near(at[0], others.map((node) => node.x)), y = near(at[1], others.map((node) => node.y));
  show({ x, y });
  return [(x ?? at[0]) - own.x, (y ?? at[1]) - own.y];
}

/** Dragging from a port to another component, to another port, or to an empty place for something new. */
function useLinking(studio: Studio, given: DiagramNode[]) {
  const { screenToFlowPosition } = useReactFlow();
  const [line, setLine] = useState<{ from: [number, number]; to: [number, number] } | null>(null);
  const nodes = useRef(given);
  nodes.current = given;
  const start = useCallback((event: ReactPointerEvent, node: DiagramNode, port: string, at: [number, number]) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const from: [number, number] = [node.x + at[0], node.y + at[1]];
    const first = [event.clientX, event.clientY];
    let moved = false;
    const move = (now: PointerEvent) => {
      moved ||= Math.hypot(now.clientX - first[0], now.clientY - first[1]) > 5;
      const { x, y } = screenToFlowPosition({ x: now.clientX, y: now.clientY }, { snapToGrid: false });
      setLine({ from, to: [x, y] });
    };
    const end = (now: PointerEvent) => {
      if (!moved) { // a click: the next click ends it
        moved = true;
        return;
      }
      stop();
      const under = document.elementsFromPoint(now.clientX, now.clientY);
      const part = under.map((element) => element.closest<HTMLElement>(".part")).find(Boolean);
      const dot = under.find((element) => element.classList.contains("dot")) as SVGElement | undefined;
      const target = nodes.current.find(({ key }) => key === part?.dataset.key);
      if (target && target.key !== node.key) connectNodes(studio, node, target, port, dot?.dataset.port ?? null);
      else if (!target && under.some((element) => element.classList.contains("react-flow__pane"))) {
        const { x, y } = screenToFlowPosition({ x: now.clientX, y: now.clientY }, { snapToGrid: false });
        studio.state.change({ quick: { x: now.clientX, y: now.clientY, at: [x, y], from: node.key, port } });
      }
    };
    const key = (now: KeyboardEvent) => { if (now.key === "Escape") stop(); };
    const stop = () => {
      setLine(null);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("keydown", key, true);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("keydown", key, true);
  }, [screenToFlowPosition, studio]);
  return { start, line, active: line !== null };
}

/** Things dragged from the palette arrive here; the studio learns how to find its way on the canvas. */
function DropArea({ studio }: { studio: Studio }) {
  const { screenToFlowPosition, fitBounds, setViewport } = useReactFlow();
  const fitted = useRef(true);
  useEffect(() => {
    const area = document.getElementById("diagram")!;
    const fit = (whole: boolean) => { fitted.current = whole; area.dataset.fitted = String(whole); }; // the map is for what is out of view
    const place = (x: number, y: number): [number, number] => {
      const found = screenToFlowPosition({ x, y }, { snapToGrid: false });
      return [found.x, found.y];
    };
    studio.canvas = {
      toCanvas: place,
      centre: () => { const box = area.getBoundingClientRect(); return place(box.left + box.width / 2, box.top + box.height / 2); },
      fit: () => {
        const found = studio.shown;
        if (!found?.nodes.length) return;
        fit(true);
        void fitBounds(roomFor(found.box, area), { padding: 0.06, duration: 0 });
      },
      home: () => { fit(true); void setViewport({ x: area.clientWidth / 2, y: area.clientHeight / 2, zoom: 1 }); },
      focus: () => area.querySelector<HTMLElement>(".react-flow__node.selected, .react-flow__node")?.focus(),
    };
    const over = (event: globalThis.DragEvent) => { if (event.dataTransfer?.types.includes("application/x-multibond")) event.preventDefault(); };
    const drop = (event: globalThis.DragEvent) => {
      const type = event.dataTransfer?.getData("application/x-multibond");
      if (!type) return;
      event.preventDefault();
      insertType(studio, type, place(event.clientX, event.clientY));
    };
    area.addEventListener("dragover", over);
    area.addEventListener("drop", drop);
    // as long as nobody moved the view, all stays in it
    const free = (event: Event) => { if ((event.target as Element).closest?.(".react-flow__pane, .react-flow__minimap, .canvas-tools") && (event.type === "wheel" || (event as PointerEvent).button > 0 || !(event.target as Element).closest(".react-flow__pane"))) fit(false); };
    area.addEventListener("wheel", free, { passive: true });
    area.addEventListener("pointerdown", free);
    const observer = new ResizeObserver(() => { if (fitted.current && !studio.value.check?.diagram?.exact) requestAnimationFrame(() => studio.canvas?.fit()); });
    observer.observe(area);
    const double = (event: MouseEvent) => {
      if ((event.target as Element).classList.contains("react-flow__pane")) {
        studio.state.change({ quick: { x: event.clientX, y: event.clientY, at: place(event.clientX, event.clientY), from: null, port: null } });
      }
    };
    area.addEventListener("dblclick", double);
    const stop = () => {
      area.removeEventListener("dragover", over);
      area.removeEventListener("drop", drop);
      area.removeEventListener("dblclick", double);
      area.removeEventListener("wheel", free);
      area.removeEventListener("pointerdown", free);
      observer.disconnect();
    };
    if (!studio.nodes.length) studio.canvas.home();
    return stop;
  }, [studio, screenToFlowPosition, fitBounds, setViewport]);
  const diagram = useStore(studio.state, () => studio.shown);
  useEffect(() => {
    if (!diagram?.nodes.length || diagram.level !== studio.value.level) return;
    if (studio.wantsFit || (fitted.current && !diagram.exact)) requestAnimationFrame(() => studio.canvas?.fit());
    studio.wantsFit = false;
  }, [diagram, studio]);
  return null;
}

/** The box of a diagram with all its captions, widened so that a small one is not shown larger than life. */
function roomFor([left, top, right, bottom]: [number, number, number, number], area: HTMLElement): { x: number; y: number; width: number; height: number } {
  const width = Math.max(right - left, area.clientWidth / LARGEST), height = Math.max(bottom - top, area.clientHeight / LARGEST);
  const zoom = Math.min(area.clientWidth / width, area.clientHeight / height), beside = (area.clientWidth - (right - left) * zoom) / 2;
  const tools = beside < TOOLS ? (width * (TOOLS - beside)) / area.clientWidth : 0; // nothing is to stand behind them
  return { x: (left + right - width) / 2 - tools, y: (top + bottom - height) / 2, width: width + tools, height };
}

function Tools({ level }: { level: string }) {
  const studio = use(StudioContext)!;
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <div className="canvas-tools" role="toolbar" aria-label="View" data-level={level}>
      <button type="button" onClick={() => void zoomIn()} aria-label="Zoom in" title="Zoom in (+)">+</button>
      <button type="button" onClick={() => void zoomOut()} aria-label="Zoom out" title="Zoom out (−)">−</button>
      <button type="button" onClick={() => studio.canvas?.fit()} aria-label="Show all" title="Show all (0)">⤢</button>
    </div>
  );
}

export type { DragEvent };
