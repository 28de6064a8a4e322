// The way of a point through space, the centre of mass of a body or a point that the model names: what lies
// behind strongly, the rest faintly, smooth between the frames.
import { Group, Quaternion, Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { vec3, type Scene, type Body } from "../data";
import type { Vec3 } from "../report";
import { smoothPoints } from "./curve";
import type { Motion } from "./motion";

/** A point that has a way. */
export interface Tracked {
  name: string;
  body: number;
  point: Vec3;
  shown: boolean;
}

interface Trail {
  past: Line2;
  whole: Line2;
}

const SMOOTH = 1500;   // points of a line, about: a few frames get more between them

export class Trails {
  readonly node = new Group();
  /** Points of the model first, then centres of mass by body. */
  readonly points: Tracked[];
  readonly named: number;
  private chosen = new Set<number>();
  private made = new Map<number, Trail>();
  private between: number;

  constructor(scene: Scene, private motion: Motion, private color: (body: number) => string) {
    const center = (body: Body, i: number): Tracked => ({ name: body.name, body: i, point: vec3(body.center), shown: false });
    const named = scene.paths.map((p): Tracked =>
      ({ name: p.name ?? "", body: p.body, point: vec3(p.point), shown: p.shown === true }));
    this.named = named.length;
    this.points = [...named, ...scene.bodies.map(center)];
    this.between = Math.min(8, Math.max(1, Math.ceil(SMOOTH / Math.max(1, motion.frameCount))));
    if (motion.frameCount < 2) return;
    this.points.forEach((p, i) => p.shown && this.toggle(i, true));
  }

  toggle(index: number, on: boolean): void {
    if (this.motion.frameCount < 2) return;   // no way yet
    if (on) this.chosen.add(index);
    else this.chosen.delete(index);
    if (on && !this.made.has(index)) this.make(index);
    for (const [key, trail] of this.made) trail.past.visible = trail.whole.visible = this.chosen.has(key);
  }

  /** Through the places at all frames. */
  private make(index: number): void {
    const { body, point } = this.points[index]!;
    const p = new Vector3(), q = new Quaternion(), at = new Vector3();
    const places = new Float32Array(this.motion.frameCount * 3);
    for (let frame = 0; frame < this.motion.frameCount; frame++) {
      this.motion.poseInto(body, frame, 0, p, q);
      at.set(...point).applyQuaternion(q).add(p).toArray(places, frame * 3);
    }
    const numbers = smoothPoints(places, this.between);
    // what the model names stands out against the body that carries it
    const color = index < this.named ? "#d1495b" : this.color(body);
    const line = (linewidth: number, opacity: number) => {
      const node = new Line2(new LineGeometry().setPositions(numbers),
        new LineMaterial({ color, linewidth, opacity, transparent: opacity < 1 }));
      node.frustumCulled = false;
      this.node.add(node);
      return node;
    };
    this.made.set(index, { past: line(2.6, 1), whole: line(1.6, 0.4) });
  }

  /** What lies behind ends at the present place, to a part of a frame. */
  update(time: number): void {
    const { index, part } = this.motion.place(time);
    const last = Math.round((index + part) * this.between);
    for (const key of this.chosen) {
      const { past } = this.made.get(key)!;
      past.geometry.instanceCount = last;
      past.visible = last > 0;
    }
  }
}
