// What nodes and edges of the diagram share.
import { createContext, type PointerEvent } from "react";
import type { DiagramNode } from "../protocol";
import type { Studio } from "../state/studio";
import type { FlowPainter } from "./flow";

export interface DiagramTools {
  flow: FlowPainter;
  editable: boolean;
  startLink: (event: PointerEvent, node: DiagramNode, port: string, at: [number, number]) => void;
}

export const DiagramContext = createContext<DiagramTools | null>(null);
export const StudioContext = createContext<Studio | null>(null);
