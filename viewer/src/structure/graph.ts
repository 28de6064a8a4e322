// The graph of bodies and joints. Cut joints are dashed and crossed out; names show on hover.
import type { Graph } from "../data";
import { el, svg } from "../dom";
import { layout, NODE_HEIGHT, type Placed } from "./layout";

const EDGE = 12;        // beside curves
const SMALLEST = 0.6;   // of its own size

const WORDS: Record<string, string> = {
  tree: "joint of the tree", cut: "cut joint", constraint: "constraint", force: "force",
};

function short(name: string, width: number): string {
  const most = Math.floor((width - 18) / 7.2);
  return name.length <= most ? name : `…${name.slice(name.length - most + 1)}`;
}

interface Curve {
  d: string;
  mx: number;
  my: number;
  right: number;    // the curve lies left of this
  bottom: number;   // and above this
}

/** From the side of one body to the side of another, and the middle of the way. */
function curve(at: Placed, a: number, b: number, nth: number): Curve {
  const [from, to] = at.x[a]! <= at.x[b]! ? [a, b] : [b, a];
  const same = Math.abs(at.x[a]! - at.x[b]!) < 1;
  const x1 = at.x[from]! + at.widths[from]! / 2, y1 = at.y[from]!;
  const x2 = at.x[to]! + at.widths[to]! / 2 * (same ? 1 : -1), y2 = at.y[to]!;
  // Within a column the curve goes out to the right; further edges of the same two bodies go lower.
  const out = same ? 34 + 14 * nth : (x2 - x1) / 2;
  const low = same ? 0 : nth * 18 + (x2 - x1 > 200 && Math.abs(y1 - y2) < 30 ? 40 : 0);
  const d = `M${x1} ${y1} C${x1 + out} ${y1 + low} ${same ? x2 + out : x2 - out} ${y2 + low} ${x2} ${y2}`;
  return { d, mx: (x1 + x2) / 2 + (same ? 0.75 * out : 0), my: (y1 + y2) / 2 + 0.75 * low,
    right: Math.max(x1, x2 + (same ? out : 0)), bottom: Math.max(y1, y2) + low };
}

export function graphView(graph: Graph): HTMLElement {
  if (graph.bodies.length === 0) return el("p", { class: "soft" }, "This report has no graph.");
  const at = layout(graph);
  const said = el("output", { class: "said" }, "Point at a body or a joint for its name.");
  const picture = svg("svg", { class: "graph", role: "img",
    "aria-label": `Graph of ${graph.bodies.length} bodies and ${graph.edges.length} joints, constraints and forces` });
  let { width, height } = at;
  const edges: SVGElement[] = [];
  const used = new Map<string, number>();
  graph.edges.forEach((edge) => {
    const { parent: a, child: b, kind } = edge;
    // Edges between the same two bodies bend away from each other.
    const pair = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const nth = used.get(pair) ?? 0;
    used.set(pair, nth + 1);
    const { d, mx, my, right, bottom } = curve(at, a, b, nth);
    width = Math.max(width, right + EDGE);
    height = Math.max(height, bottom + EDGE);
    const text = `${edge.name}: ${[edge.type, WORDS[kind] ?? kind].filter(Boolean).join(", ")}, ` +
      `${graph.bodies[a]} – ${graph.bodies[b]}`;
    const group = svg("g", { class: `edge ${/^\w+$/.test(kind) ? kind : "force"}` },
      svg("path", { d, class: "wide" }), svg("path", { d }));
    if (kind === "cut")
      group.append(svg("circle", { cx: mx, cy: my, r: 8 }),
        svg("path", { d: `M${mx - 4} ${my - 4}l8 8M${mx + 4} ${my - 4}l-8 8`, class: "cross" }));
    else if (kind === "tree") group.append(svg("circle", { cx: mx, cy: my, r: 4 }));
    group.append(svg("title", {}, text));
    group.addEventListener("pointerenter", () => (said.textContent = text));
    edges.push(group);
    picture.append(group);
  });
  graph.bodies.forEach((name, i) => {
    const w = at.widths[i]!;
    const node = svg("g", { class: i === 0 ? "node ground" : "node",
      transform: `translate(${at.x[i]! - w / 2} ${at.y[i]! - NODE_HEIGHT / 2})` },
      svg("rect", { width: w, height: NODE_HEIGHT, rx: 7 }),
      svg("text", { x: w / 2, y: NODE_HEIGHT / 2 + 4.5, "text-anchor": "middle" }, short(name, w)),
      svg("title", {}, name));
    const light = (on: boolean) => graph.edges.forEach((e, k) =>
      edges[k]!.classList.toggle("lit", on && (e.parent === i || e.child === i)));
    node.addEventListener("pointerenter", () => {
      said.textContent = name;
      light(true);
    });
    node.addEventListener("pointerleave", () => light(false));
    picture.append(node);
  });
  // As large as there is room for, but not so small that it could not be read: then it is scrolled.
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  Object.assign(picture.style, { width: `${width}px`, minWidth: `${Math.round(SMALLEST * width)}px` });
  const kinds = [...new Set(graph.edges.map((e) => e.kind))];
  const key = el("ul", { class: "key" }, ...kinds.map((kind) => el("li", {},
    svg("svg", { viewBox: "0 0 30 12", class: "graph sample" },
      svg("g", { class: `edge ${/^\w+$/.test(kind) ? kind : "force"}` }, svg("path", { d: "M1 6H29" }))),
    `${WORDS[kind] ?? kind} (${graph.edges.filter((e) => e.kind === kind).length})`)));
  return el("div", {}, el("div", { class: "sheet", tabindex: 0, role: "region", "aria-label": "Graph" }, picture), key, said);
}
