// The report, checked and ready to use: every list exists, indices are in range, arrays are lazy.
import { decodeIndices, decodeNumbers, decodePoses, decodeTimes, decodeWords, lazy, type Numbers } from "./decode";
import type {
  Anchor, GraphEdge, RawArrow, RawBody, RawJoint, RawLine, RawMarker, RawMesh, RawPath, RawPlane, RawReport, RawShape, RawTouching,
  ReportEvent, SummaryRow, Vec3,
} from "./report";

export interface Channel {
  name: string;
  unit: string;
  group: string;
  isDefault: boolean;
  time: () => Float64Array;
  data: () => Numbers;
}

export interface Body {
  name: string;
  mass: number;
  center: Vec3;
  shapes: RawShape[];
  poses: () => Numbers;   // frames x 7; empty for a body at rest
}

export interface Arrow extends RawArrow {
  name: string;
  kind: "force" | "moment";
  unit: string;
  numbers: () => Numbers;   // frames x 3
}

/** Points of contact: of frame f those from first[f] to first[f + 1]. */
export interface Touching {
  first: number[];
  all: Uint32Array;      // of each frame, how many touched
  bodies: Uint32Array;   // of each point: whom the force acts on, and who exerts it
  places: Float32Array;
  forces: Float32Array;
}

export interface Scene {
  up: Vec3;
  extent: number | null;   // size of the mechanism in metres, where the program says it
  bodies: Body[];
  springs: RawLine[];
  rods: RawLine[];
  joints: RawJoint[];
  markers: RawMarker[];
  paths: RawPath[];
  arrows: Arrow[];
  planes: RawPlane[];
  meshes: RawMesh[];
  touching: (() => Touching) | null;
}

export interface Graph {
  bodies: string[];
  edges: (GraphEdge & { parent: number; child: number })[];
}

export interface Patterns {
  labels: string[];
  inertia: [number, number][];
  factor: [number, number][];
  skipped: string;   // why there is no pattern
}

export interface Report {
  name: string;
  text: string;
  source: string;
  hash: string;
  program: string;
  created: string;
  options: { name: string; value: string }[];
  summary: SummaryRow[];
  messages: string[];
  events: ReportEvent[];
  frameTimes: Float64Array;
  start: number;
  end: number;
  scene: Scene;
  channels: Channel[];
  sampleCount: number;
  sampleTotal: number;
  sampleStretch: number;   // rows for each pair of samples; 1: samples are rows
  graph: Graph;
  patterns: Patterns;
}

export class DataError extends Error {}

const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

function list<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value : [];
}

export function vec3(value: number[] | null | undefined, otherwise: Vec3 = [0, 0, 0]): Vec3 {
  if (!Array.isArray(value) || value.length < 3 || !value.slice(0, 3).every(Number.isFinite))
    return [...otherwise];
  return [value[0]!, value[1]!, value[2]!];
}

function readBody(raw: RawBody, index: number): Body {
  return {
    name: text(raw.name) || `body ${index}`,
    mass: Number(raw.mass ?? 0),
    center: vec3(raw.center),
    shapes: list(raw.shapes),
    poses: lazy(() => decodePoses(raw.poses)),
  };
}

function readTouching(raw: RawTouching): Touching {
  const first = [0];
  for (const n of decodeIndices(raw.kept)) first.push(first[first.length - 1]! + n);
  const words = decodeWords(raw.words), largest = decodeNumbers(raw.largest);
  const count = first[first.length - 1]!;
  const places = new Float32Array(count * 3), forces = new Float32Array(count * 3);
  for (let f = 0; f + 1 < first.length; f++)
    for (let i = first[f]!; i < first[f + 1]!; i++)
      for (let k = 0; k < 3; k++) {
        const low = raw.low[k] ?? 0, high = raw.high[k] ?? 0;
        places[i * 3 + k] = low + ((words[i * 6 + k] ?? 0) / 65535) * (high - low);
        const root = (words[i * 6 + 3 + k] ?? 0) / 65535 * 2 - 1;
        forces[i * 3 + k] = (largest[f] ?? 0) * root * Math.abs(root);
      }
  return { first, all: decodeIndices(raw.all), bodies: decodeIndices(raw.bodies), places, forces };
}

function readScene(raw: RawReport["scene"]): Scene {
  const bodies = list(raw?.bodies).map(readBody);
  if (bodies.length === 0) bodies.push(readBody({ name: "ground" }, 0));
  const there = (index: number) => Number.isInteger(index) && index >= 0 && index < bodies.length;
  const anchored = (a: Anchor | undefined) => a !== undefined && there(a.body);
  const line = (x: RawLine) => anchored(x.from) && anchored(x.to);
  return {
    up: vec3(raw?.up, [0, 0, 1]),
    extent: raw?.extent !== undefined && raw.extent > 0 && Number.isFinite(raw.extent) ? raw.extent : null,
    bodies,
    springs: list(raw?.springs).filter(line),
    rods: list(raw?.rods).filter(line),
    joints: list(raw?.joints).filter((j) => there(j.parent) && there(j.child)),
    markers: list(raw?.markers).filter((m) => there(m.body)),
    paths: list(raw?.paths).filter((p) => there(p.body)),
    planes: list(raw?.planes).filter((p) => there(p.body)),
    meshes: list(raw?.meshes),
    touching: raw?.touching ? lazy(() => readTouching(raw.touching!)) : null,
    arrows: list(raw?.arrows).filter((a) => there(a.body)).map((a) => ({
      ...a,
      name: text(a.name),
      kind: a.kind === "moment" ? "moment" as const : "force" as const,
      unit: text(a.unit),
      numbers: lazy(() => decodeNumbers(a.vectors)),
    })),
  };
}

function readGraph(raw: RawReport["graph"]): Graph {
  const bodies = list(raw?.bodies).map(text);
  const find = (end: number | string) => (typeof end === "number" ? end : bodies.indexOf(end));
  const edges = list(raw?.edges)
    .map((e) => ({ ...e, name: text(e.name), parent: find(e.parent), child: find(e.child) }))
    .filter((e) => bodies[e.parent] !== undefined && bodies[e.child] !== undefined);
  return { bodies, edges };
}

function readPatterns(raw: RawReport["patterns"]): Patterns {
  const labels = list(raw?.labels).map(text);
  const inside = ([r, c]: [number, number]) => labels[r] !== undefined && labels[c] !== undefined;
  return {
    labels,
    inertia: list(raw?.inertia).filter(inside),
    factor: list(raw?.factor).filter(inside),
    skipped: text(raw?.skipped),
  };
}

/** First and last finite time of everything that has times. */
function span(times: Float64Array[]): [number, number] {
  let start = Infinity, end = -Infinity;
  for (const t of times) {
    if (t.length === 0) continue;
    start = Math.min(start, t[0]!);
    end = Math.max(end, t[t.length - 1]!);
  }
  return Number.isFinite(start) && Number.isFinite(end) ? [start, end] : [0, 0];
}

export function readReport(raw: RawReport | null): Report {
  if (raw === null || typeof raw !== "object")
    throw new DataError("This page has no data in it: it is the empty viewer. " +
      "`treadle run MODEL --report out.html` writes a page with data.");
  if (raw.format !== "treadle-report") throw new DataError("The data are not a Treadle report.");
  if (raw.version !== 1)
    throw new DataError(`The data have version ${raw.version}; this page reads version 1.`);
  const frameTimes = decodeTimes(raw.frames?.time);
  const sampleTime = lazy(() => decodeTimes(raw.samples?.time));
  const channels = list(raw.channels).map((c): Channel => ({
    name: text(c.name),
    unit: text(c.unit),
    group: text(c.group) || "other",
    isDefault: c.default === true,
    time: c.time ? lazy(() => decodeTimes(c.time)) : sampleTime,
    data: lazy(() => decodeNumbers(c.data)),
  }));
  const [start, end] = span([frameTimes, sampleTime()]);
  return {
    name: text(raw.model?.name) || "model",
    text: text(raw.model?.text),
    source: text(raw.model?.source),
    hash: text(raw.model?.hash),
    program: `${text(raw.program?.name) || "treadle"} ${text(raw.program?.version)}`.trim(),
    created: text(raw.created),
    options: list(raw.options),
    summary: list(raw.summary),
    messages: list(raw.messages).map(text),
    events: list(raw.events).filter((e) => Number.isFinite(e.time)),
    frameTimes, start, end,
    scene: readScene(raw.scene),
    channels,
    sampleCount: sampleTime().length,
    sampleTotal: Number(raw.samples?.total ?? sampleTime().length),
    sampleStretch: Number(raw.samples?.stretch ?? 1),
    graph: readGraph(raw.graph),
    patterns: readPatterns(raw.patterns),
  };
}
