// A bond, joined frames or a signal in the diagram.
import type { Edge, EdgeProps } from "@xyflow/react";
import { memo, use, useCallback, useEffect, useMemo } from "react";
import type { DiagramEdge } from "../protocol";
import { movedEdge } from "../state/bond_mark";
import { useStore } from "../state/store";
import { DiagramContext, StudioContext } from "./context";
import { Items, pathOf } from "./items";

type Shift = [number, number];
export type BondEdge = Edge<{ edge: DiagramEdge; tail: Shift | null; head: Shift | null }, "bond">;

export const BondView = memo(function BondView({ data, selected }: EdgeProps<BondEdge>) {
  const { flow } = use(DiagramContext)!, studio = use(StudioContext)!;
  const { tail, head } = data!;
  const edge = useStore(studio.strokes, (fresh) => fresh[data!.edge.id]) ?? data!.edge;
  const { points, items } = useMemo(() => (tail || head ? movedEdge(edge, tail ?? [0, 0], head ?? [0, 0]) : edge), [edge, tail, head]);
  const way = pathOf(points);
  const register = useCallback((element: SVGPathElement | null) => flow.bond(edge.id, edge.flows, element), [flow, edge.id, edge.flows]);
  useEffect(() => flow.soon(), [flow, way]); // the power follows a bond that is dragged
  return (
    <g className={`link ${edge.kind} ${selected ? "selected" : ""} ${edge.conflict ? "conflict" : ""} ${edge.forced ? "forced" : ""}`} data-edge={edge.id}>
      <title>{edge.title}</title>
      <path ref={register} className="power" data-way={way} />
      <path className="touch" d={way} />
      <path className="shine" d={way} />
      <Items items={items} />
    </g>
  );
});
