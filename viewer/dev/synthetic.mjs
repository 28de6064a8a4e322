// Data of a four-bar linkage made up from its geometry, to work on the viewer without the program.
//
//     synthetic.mjs OUT.html [bare | single | names | gaps | travel | coarse | crowd | pile]
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { f32, f64, fill, u16, u32 } from "./pack.mjs";

const CRANK = 0.3, COUPLER = 1, ROCKER = 0.9, FIXED = 0.8;

/** Angles of crank, coupler and rocker against x, by the cosine law. */
function angles(t) {
  const crank = Math.PI / 2 + 2 * Math.PI * t;
  const x = CRANK * Math.cos(crank), z = CRANK * Math.sin(crank);
  const dx = FIXED - x, dz = -z, d = Math.hypot(dx, dz);
  const inner = Math.acos((COUPLER ** 2 + d * d - ROCKER ** 2) / (2 * COUPLER * d));
  const coupler = Math.atan2(dz, dx) + inner;
  const rocker = Math.atan2(z + COUPLER * Math.sin(coupler), x + COUPLER * Math.cos(coupler) - FIXED);
  return { crank, coupler, rocker, pin: [x, 0, z] };
}

/** A pose with its x axis at an angle in the plane of x and z. */
const pose = (p, angle) => [...p, Math.cos(angle / 2), 0, -Math.sin(angle / 2), 0];

const link = (length) => [
  { kind: "box", size: [length, 0.03, 0.05], pose: [length / 2, 0, 0, 1, 0, 0, 0], automatic: true },
];

export function fourBar({ frames = 400, samples = 2000, duration = 5, names = (n) => n, gaps = false, drift = 0 } = {}) {
  const times = (n) => Array.from({ length: n }, (_, i) => (n > 1 ? i * duration / (n - 1) : 0));
  const ft = times(frames), st = times(samples);
  const track = (of) => f32(ft.flatMap((t) => {
    const p = of(angles(t));
    p[0] += drift * t;
    return p;
  }));
  const body = (name, poses, shapes, length) =>
    ({ name: names(name), mass: 1, center: [length / 2, 0, 0], poses, shapes });
  const channel = (name, unit, group, of, isDefault = false) =>
    ({ name: names(name), unit, group, data: f32(st.map((t, i) => (gaps && i % 300 > 240 ? NaN : of(t)))), default: isDefault });
  const wheel = { kind: "tube", radius: 0.12, inner_radius: 0.07, length: 0.05,
    pose: [0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0], color: "#e69f00", automatic: false };
  const tetra = { kind: "mesh", points: f32([0, 0, 0, 0.12, 0, 0, 0, 0.12, 0, 0, 0, 0.12]),
    triangles: u32([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]), pose: [0.45, -0.03, 0.03, 1, 0, 0, 0], automatic: false };
  const y = [0, -1, 0];
  const joint = (name, parent, child, position, cut) =>
    ({ name: names(name), type: "revolute", parent, child, position, axis: y, cut });
  const edge = (name, parent, child, kind, type = "revolute") => ({ name: names(name), type, parent, child, kind });
  return {
    format: "treadle-report", version: 1,
    model: { name: names("four_bar"), text: names("A crank-rocker made up for the viewer."), source: "made up", hash: "0f1e2d3c" },
    program: { name: "treadle", version: "0.0.0" }, created: "",
    options: [{ name: "integrator", value: "rk4" }, { name: "step", value: "0.001 s" }],
    summary: [
      { label: "Energy drift", value: "3.1e-9", note: "over the largest kinetic energy", level: "ok" },
      { label: "Position violation", value: "2.4e-12", unit: "m", note: names("rocker_pivot"), level: "ok" },
      { label: "Step sizes", value: "0.001", unit: "s", note: "fixed" },
      { label: "Solver", value: "topology", note: "the loop has two cut equations, the tree no fill-in" },
      { label: "Redundant equations", value: "3", note: "left out, named below", level: "warn" },
    ],
    messages: [names("rocker_pivot: three equations say what others say already; they are left out.")],
    events: [{ time: 0.3 * duration, label: names("rocker near its end"), kind: "singular" },
      { time: 0.7 * duration, label: "partition changed", kind: "switch" }].filter(() => duration > 0),
    frames: { count: frames, time: f64(ft) },
    scene: {
      gravity: [0, 0, -9.80665], up: [0, 0, 1],
      bodies: [
        { name: "ground", mass: 0, center: [0, 0, 0], shapes: [{ kind: "box", size: [0.95, 0.08, 0.04], pose: [0.4, 0, -0.06, 1, 0, 0, 0], automatic: true }] },
        body("crank", track((a) => pose([0, 0, 0], a.crank)), [...link(CRANK), wheel], CRANK),
        body("coupler", track((a) => pose([...a.pin], a.coupler)), [...link(COUPLER), tetra], COUPLER),
        body("rocker", track((a) => pose([FIXED, 0, 0], a.rocker)), link(ROCKER), ROCKER),
      ],
      springs: [{ name: names("return spring"), from: { body: 0, position: [1.5, 0, 0.5] }, to: { body: 3, position: [0.5, 0, 0] }, radius: 0.035 }],
      rods: [{ name: names("guide"), from: { body: 0, position: [0, -0.3, 0] }, to: { body: 2, position: [0.5, 0, 0] } }],
      joints: [joint("crank_pivot", 0, 1, [0, 0, 0], false), joint("crank_pin", 1, 2, [CRANK, 0, 0], false),
        joint("rocker_pin", 2, 3, [COUPLER, 0, 0], true), joint("rocker_pivot", 0, 3, [FIXED, 0, 0], false)],
      markers: [{ name: "tip", body: 2, pose: [COUPLER, 0, 0, 1, 0, 0, 0] }],
      paths: [{ name: names("tip"), body: 2, point: [COUPLER, 0, 0], shown: true }, { name: names("eye"), body: 2, point: [0.5, 0, 0.3] }],
      arrows: [
        { name: names("rocker_pivot"), kind: "force", unit: "N", body: 3, point: [0, 0, 0], vectors: f32(ft.flatMap((t) => [8 * Math.cos(6 * t), 0, 14 + 4 * Math.sin(6 * t)])) },
        { name: names("motor"), kind: "moment", unit: "N m", body: 1, point: [0, 0, 0], vectors: f32(ft.flatMap((t) => [0, 2 + Math.sin(3 * t), 0])) },
      ],
      planes: [{ name: "floor", body: 0, point: [0, 0, -0.4], normal: [0, 0, 1] }],
    },
    samples: { count: samples, time: f64(st), total: samples * 10 },
    channels: [
      channel("crank_pivot.q", "rad", "joints", (t) => angles(t).crank),
      channel("rocker_pivot.q", "rad", "joints", (t) => angles(t).rocker, true),
      channel("rocker_pin.q", "rad", "joints", (t) => angles(t).rocker - angles(t).coupler, true),
      channel("coupler.z", "m", "bodies", (t) => angles(t).pin[2] + COUPLER * Math.sin(angles(t).coupler), true),
      channel("coupler.x", "m", "bodies", (t) => angles(t).pin[0] + COUPLER * Math.cos(angles(t).coupler)),
      channel("energy.kinetic", "J", "energy", (t) => 3 + Math.sin(4 * Math.PI * t)),
      channel("energy.potential", "J", "energy", (t) => -Math.sin(4 * Math.PI * t)),
      channel("energy.total", "J", "energy", () => 3),
    ],
    graph: {
      bodies: ["ground", "crank", "coupler", "rocker"].map(names),
      edges: [edge("crank_pivot", 0, 1, "tree"), edge("crank_pin", 1, 2, "tree"), edge("rocker_pin", 2, 3, "cut"),
        edge("rocker_pivot", 0, 3, "tree"), edge("guide", 0, 2, "constraint", "distance"), edge("return spring", 0, 3, "force", "spring")],
    },
    patterns: { labels: ["crank_pin", "crank_pivot", "rocker_pivot"].map(names), inertia: [[0, 0], [1, 0], [1, 1], [2, 2]],
      factor: [[0, 0], [1, 0], [1, 1], [2, 2], [2, 1]] },
  };
}

/** A graph that is wide and has several lines between the same bodies. */
function crowd() {
  const data = fourBar();
  const bodies = Array.from({ length: 16 }, (_, i) => (i === 0 ? "ground" : `link ${i}`));
  const edge = (name, parent, child, kind) => ({ name, type: "revolute", parent, child, kind });
  const edges = bodies.slice(1).map((_, i) => edge(`joint ${i}`, i, i + 1, "tree"));
  for (let k = 0; k < 6; k++) edges.push(edge(`side ${k}`, 14, 15, "force"), edge(`cut ${k}`, 0, 15, "cut"));
  return { ...data, graph: { bodies, edges } };
}

/** Balls and wedges on a grid that sink a little, with forces between layers: equal shapes, short poses, arrows. */
function pile({ count = 400, frames = 20 } = {}) {
  const data = fourBar({ frames });
  const at = (i) => [0.1 * (i % 8), 0.1 * (Math.floor(i / 8) % 8), 0.1 * Math.floor(i / 64)];
  const bodies = Array.from({ length: count }, (_, i) => {
    const p = at(i), still = Math.round(32767 / 2);
    const words = Array.from({ length: frames }, (_, f) => [0, 0, 65535 - 3000 * f, still + 32768, still + 32768, still]);
    return { name: `stone_${i + 1}`, mass: 1, center: [0, 0, 0], poses: { ...u16(words.flat()), low: [p[0], p[1], p[2] - 0.05], high: p },
      shapes: [i % 2 ? { kind: "sphere", radius: 0.04 + 0.0001 * (i % 90), pose: [0, 0, 0, 1, 0, 0, 0], color: "#808080" }
        : { kind: "mesh", mesh: 0, scale: 0.05 + 0.0001 * (i % 90), pose: [0, 0, 0, 1, 0, 0, 0], color: "#8a8378" }] };
  });
  const points = Array.from({ length: count }, (_, i) => i);
  const many = (of) => Array.from({ length: frames }, of).flat();
  return { ...data, graph: { bodies: ["ground"], edges: [] }, scene: { gravity: [0, 0, -9.81], up: [0, 0, 1], extent: 1.4,
    bodies: [{ name: "ground" }, ...bodies],
    meshes: [{ points: f32([-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1]), triangles: u32([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]) }],
    touching: { kept: u32(many(() => count)), all: u32(many(() => count)), largest: f32(many(() => 20)),
      bodies: u32(many(() => points.flatMap((i) => [i + 1, 0]))), low: [0, 0, 0], high: [0.8, 0.8, 0.7],
      words: u16(many(() => points.flatMap((i) => [...at(i).map((x, k) => Math.round(x / [0.8, 0.8, 0.7][k] * 65535)),
        32768, 32768, 32768 + Math.round(32767 * (i % 7) / 7)]))) } } };
}

export const CASES = {
  plain: () => fourBar(),
  bare: () => ({ format: "treadle-report", version: 1 }),
  single: () => fourBar({ frames: 1, samples: 1, duration: 0 }),
  names: () => fourBar({ names: (n) => `<b>${n}</b><img src=x onerror="window.broken=1">` }),
  gaps: () => fourBar({ gaps: true }),
  travel: () => fourBar({ drift: 4 }),
  coarse: () => fourBar({ frames: 24, samples: 24, duration: 1 }),
  crowd: () => crowd(),
  pile: () => pile(),
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [out, name = "plain"] = process.argv.slice(2);
  if (!out || !CASES[name]) {
    console.error(`synthetic.mjs OUT.html [${Object.keys(CASES).join(" | ")}]`);
    process.exit(2);
  }
  const page = readFileSync(new URL("../dist/index.html", import.meta.url), "utf8");
  writeFileSync(out, fill(page, CASES[name]()));
}
