// The data of a report as the program writes them, before decoding. Everything that a run may lack is
// optional here; data.ts fills the gaps.

export type Vec3 = [number, number, number];
export type Pose = [number, number, number, number, number, number, number];

/** Little-endian numbers in base64. */
export interface Packed {
  f32?: string;
  f64?: string;
  u32?: string;
  u16?: string;
  low?: number[];    // of poses in words: the range of each coordinate
  high?: number[];
}

export interface RawShape {
  kind: string;
  pose?: number[];
  color?: string;
  automatic?: boolean;
  size?: number[];
  radius?: number;
  inner_radius?: number;
  length?: number;
  outline?: [number, number][];
  points?: Packed;
  triangles?: Packed;
  mesh?: number;    // a mesh of the scene instead of points and triangles, this many times as large
  scale?: number;
}

export interface RawMesh {
  points?: Packed;
  triangles?: Packed;
}

/** Points of contact at all frames, one frame after the other. */
export interface RawTouching {
  kept: Packed;      // points of each frame
  all: Packed;       // how many touched
  largest: Packed;   // force of each frame
  bodies: Packed;    // two of each point: whom the force acts on, and who exerts it
  words: Packed;     // six of each point: place and force
  low: number[];
  high: number[];
}

export interface RawBody {
  name?: string;
  poses?: Packed;
  mass?: number;
  center?: number[];
  shapes?: RawShape[];
}

export interface Anchor {
  body: number;
  position: number[];
}

export interface RawLine {
  name?: string;
  from: Anchor;
  to: Anchor;
  radius?: number;
}

export interface RawJoint {
  name?: string;
  type?: string;
  parent: number;
  child: number;
  position: number[];
  axis?: number[] | null;
  cut?: boolean;
}

/** A point whose way through space can be drawn. */
export interface RawPath {
  name?: string;
  body: number;
  point: number[];
  shown?: boolean;
}

export interface RawMarker {
  name?: string;
  body: number;
  pose: number[];
}

export interface RawArrow {
  name?: string;
  kind?: "force" | "moment";
  unit?: string;
  body: number;
  point: number[];
  vectors: Packed;
  main?: boolean;
}

export interface RawPlane {
  name?: string;
  body: number;
  point: number[];
  normal: number[];
}

export interface RawChannel {
  name: string;
  unit?: string;
  group?: string;
  data: Packed;
  time?: Packed;
  default?: boolean;
}

export interface SummaryRow {
  label: string;
  value: string;
  unit?: string;
  note?: string;
  level?: "ok" | "warn" | "bad";
}

export interface ReportEvent {
  time: number;
  label: string;
  kind: string;
}

export interface GraphEdge {
  name: string;
  type?: string;
  parent: number | string;
  child: number | string;
  kind: string;
}

export interface RawReport {
  format?: string;
  version?: number;
  model?: { name?: string; text?: string; source?: string; hash?: string };
  program?: { name?: string; version?: string };
  created?: string;
  options?: { name: string; value: string }[];
  summary?: SummaryRow[];
  messages?: string[];
  events?: ReportEvent[];
  frames?: { count?: number; time?: Packed };
  scene?: {
    gravity?: number[];
    up?: number[];
    extent?: number;
    bodies?: RawBody[];
    springs?: RawLine[];
    rods?: RawLine[];
    joints?: RawJoint[];
    markers?: RawMarker[];
    paths?: RawPath[];
    arrows?: RawArrow[];
    planes?: RawPlane[];
    meshes?: RawMesh[];
    touching?: RawTouching;
  };
  samples?: { count?: number; time?: Packed; total?: number; stretch?: number };
  channels?: RawChannel[];
  graph?: { bodies?: string[]; edges?: GraphEdge[] };
  patterns?: { labels?: string[]; inertia?: [number, number][]; factor?: [number, number][]; skipped?: string };
}
