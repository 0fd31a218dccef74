// A component in the diagram: its icon as multibond draw paints it, its ports, its marks.
import { Handle, Position, type Node, type NodeProps } from "@xyflow/react";
import { memo, use, useCallback } from "react";
import type { DiagramNode, NodePort } from "../protocol";
import type { ShownNode } from "../state/unfolding";
import { DiagramContext, StudioContext } from "./context";
import { Items } from "./items";

export type ComponentNode = Node<{ node: DiagramNode }, "component">;

/** Where the dots of a port are: at its place, or around a junction. */
function dots(node: DiagramNode, port: NodePort): [number, number][] {
  const { width, height } = node.icon;
  if (!port.many || port.kind !== "bond") {
    const [ox, oy] = port.outward;
    if (port.kind === "frame") return [[port.x, port.y]];
    return [[port.x + 7 * ox, port.y + 7 * oy]];
  }
  return [[width / 2 + 8, 0], [-width / 2 - 8, 0], [0, height / 2 + 8], [0, -height / 2 - 8]];
}

function portTitle(node: DiagramNode, port: NodePort): string {
  const what = { bond: "bond", frame: "frame", in: "input", out: "signal" }[port.kind];
  return `${what} ${node.name}.${port.name}${port.domain ? ` (${port.domain})` : ""}: drag to connect`;
}

export const ComponentView = memo(function ComponentView({ data: { node }, selected }: NodeProps<ComponentNode>) {
  const { flow, startLink, editable } = use(DiagramContext)!, studio = use(StudioContext)!;
  const { width, height, outline, items, captions } = node.icon;
  const opened = node.role === "opened";
  const register = useCallback((element: SVGGElement | null) => {
    if (node.path) flow.node(node.path, opened ? null : element); // what is inside of an opened one shows itself
  }, [flow, node.path, opened]);
  const component = node.kind === "component", within = Boolean((node as ShownNode).frame);
  const free = component && editable && !within ? node.ports.filter((port) => port.free || port.many || port.kind === "frame" || port.kind === "out") : [];
  return (
    <div className={`part ${node.kind} ${opened ? "opened" : ""} ${node.severity} ${selected ? "selected" : ""}`} style={{ width: Math.max(10, width), height: Math.max(10, height) }} data-key={node.key}>
      <Handle type="source" position={Position.Right} isConnectable={false} className="anchor" />
      <svg width={Math.max(10, width)} height={Math.max(10, height)} viewBox={`${-Math.max(10, width) / 2} ${-Math.max(10, height) / 2} ${Math.max(10, width)} ${Math.max(10, height)}`} overflow="visible" aria-hidden="true">
        {component && <rect className="aura" x={-width / 2 - 5} y={-height / 2 - 5} width={width + 10} height={height + 10} rx={outline === "round" ? Math.min(width, height) / 2 + 5 : 7} />}
        <g ref={register} data-width={width} data-height={height} />
        <g className="picture"><Items items={items} /><Items items={captions} /></g>
        {node.severity && (node.severity as string) !== "task" && <g className="flag" transform={`translate(${width / 2 + 4} ${-height / 2 - 4})`}><circle r="7" /><text y="3.6">!</text></g>}
        {free.map((port) => dots(node, port).map(([x, y], i) => (
          <circle key={`${port.kind}${port.name}${i}`} className={`dot ${port.kind} nodrag nopan`} cx={x} cy={y} r="4.5" data-port={port.name}
            onPointerDown={(event) => startLink(event, node, port.name, [x, y])}><title>{portTitle(node, port)}</title></circle>
        )))}
      </svg>
      {opened && <button type="button" className="fold nodrag nopan" aria-label={`Fold ${node.name}`} title={`Fold ${node.name} (O)`} onClick={() => studio.fold([node.path])}>−</button>}
    </div>
  );
});
