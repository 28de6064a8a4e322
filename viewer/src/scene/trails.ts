// The way of a body's centre of mass: what lies behind strongly, the rest faintly.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Quaternion, Vector3 } from "three";
import { vec3, type Scene } from "../data";
import type { Motion } from "./motion";

interface Trail {
  past: Line;
  whole: Line;
  points: BufferAttribute;
}

export class Trails {
  readonly node = new Group();
  readonly chosen = new Set<number>();
  private made = new Map<number, Trail>();

  constructor(private scene: Scene, private motion: Motion, private color: (body: number) => string) {}

  toggle(body: number, on: boolean): void {
    if (on) this.chosen.add(body);
    else this.chosen.delete(body);
    if (on && !this.made.has(body)) this.make(body);
    for (const [key, trail] of this.made) trail.past.visible = trail.whole.visible = this.chosen.has(key);
  }

  /** Places of the centre at all frames; the extra last one is where it is now. */
  private make(body: number): void {
    const count = this.motion.frameCount;
    const center = vec3(this.scene.bodies[body]!.center);
    const numbers = new Float32Array((count + 1) * 3);
    const p = new Vector3(), q = new Quaternion(), at = new Vector3();
    for (let frame = 0; frame < count; frame++) {
      this.motion.poseInto(body, frame, 0, p, q);
      at.set(...center).applyQuaternion(q).add(p).toArray(numbers, frame * 3);
    }
    const points = new BufferAttribute(numbers.slice(), 3);
    const past = new BufferGeometry().setAttribute("position", points);
    const whole = new BufferGeometry().setAttribute("position", new BufferAttribute(numbers, 3));
    whole.setDrawRange(0, count);
    const color = this.color(body);
    const trail = {
      points,
      past: new Line(past, new LineBasicMaterial({ color })),
      whole: new Line(whole, new LineBasicMaterial({ color, transparent: true, opacity: 0.25 })),
    };
    for (const line of [trail.past, trail.whole]) {
      line.frustumCulled = false;
      this.node.add(line);
    }
    this.made.set(body, trail);
  }

  update(time: number): void {
    const { index } = this.motion.place(time);
    const now = new Vector3();
    for (const body of this.chosen) {
      const { past, points, whole } = this.made.get(body)!;
      const source = whole.geometry.getAttribute("position").array as Float32Array;
      const target = points.array as Float32Array;
      target.set(source.subarray(0, (index + 1) * 3));
      this.motion.point(body, this.scene.bodies[body]!.center, now).toArray(target, (index + 1) * 3);
      points.needsUpdate = true;
      past.geometry.setDrawRange(0, index + 2);
    }
  }
}
