// Places of the bodies in the graph: columns by distance from the ground along tree joints, rows
// ordered so that few lines cross.
import type { Graph } from "../data";

export interface Placed {
  x: number[];
  y: number[];
  widths: number[];
  width: number;
  height: number;
}

const ROW = 44, GAP = 96, CHAR = 7.2, MARGIN = 16;
export const NODE_HEIGHT = 28;

function depths(graph: Graph): number[] {
  const depth: number[] = graph.bodies.map((_, i) => (i === 0 ? 0 : -1));
  const spread = (kinds: string[]) => {
    for (let changed = true; changed;) {
      changed = false;
      for (const { parent, child, kind } of graph.edges) {
        if (!kinds.includes(kind)) continue;
        for (const [from, to] of [[parent, child], [child, parent]] as const)
          if (depth[from]! >= 0 && depth[to]! < 0) {
            depth[to] = depth[from]! + 1;
            changed = true;
          }
      }
    }
  };
  spread(["tree"]);
  spread(["tree", "cut", "constraint", "force"]);
  return depth.map((d) => (d < 0 ? 1 : d));
}

export function layout(graph: Graph): Placed {
  const depth = depths(graph);
  const columns: number[][] = [];
  depth.forEach((d, i) => (columns[d] ??= []).push(i));
  for (let d = 0; d < columns.length; d++) columns[d] ??= [];
  const row = graph.bodies.map(() => 0);
  const count = () => columns.forEach((column) => column.forEach((body, i) => (row[body] = i - (column.length - 1) / 2)));
  count();
  // Several sweeps, there and back, to the mean place of the neighbours.
  for (let sweep = 0; sweep < 8; sweep++) {
    const order = sweep % 2 === 0 ? columns : [...columns].reverse();
    for (const column of order) {
      const mean = new Map(column.map((body) => {
        let sum = 0, weight = 0;
        for (const { parent, child, kind } of graph.edges) {
          if (parent !== body && child !== body) continue;
          const w = kind === "tree" ? 3 : 1;
          sum += w * row[parent === body ? child : parent]!;
          weight += w;
        }
        return [body, weight > 0 ? sum / weight : row[body]!];
      }));
      column.sort((a, b) => mean.get(a)! - mean.get(b)!);
      column.forEach((body, i) => (row[body] = i - (column.length - 1) / 2));
    }
    count();
  }
  const widths = graph.bodies.map((name) => Math.min(190, Math.max(48, name.length * CHAR + 20)));
  const x = graph.bodies.map(() => 0);
  let left = MARGIN;
  for (const column of columns) {
    const wide = Math.max(0, ...column.map((b) => widths[b]!));
    for (const body of column) x[body] = left + wide / 2;
    left += wide + GAP;
  }
  const most = Math.max(1, ...columns.map((c) => c.length));
  const height = most * ROW + 2 * MARGIN + 16;
  const y = row.map((r) => height / 2 + r * ROW);
  return { x, y, widths, width: left - GAP + MARGIN, height };
}
