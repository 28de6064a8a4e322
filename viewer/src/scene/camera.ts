// The eye: where it starts, how it is turned, and following a body.
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Extent } from "./bounds";
import type { Motion } from "./motion";

const FOV = 32;

/** Half way between the least and the greatest place along an axis, seen from a point. */
function middle(points: Vector3[], from: Vector3, axis: Vector3): number {
  let low = Infinity, high = -Infinity;
  for (const point of points) {
    const at = point.dot(axis) - from.dot(axis);
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  return (low + high) / 2;
}

export class Eye {
  readonly camera = new PerspectiveCamera(FOV, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  followed: number | null = null;
  private last = new Vector3();

  constructor(
    canvas: HTMLCanvasElement, private motion: Motion, private extent: Extent, private centers: number[][],
    private direction: Vector3, private up: Vector3, changed: () => void,
  ) {
    this.camera.up.copy(up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", changed);
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  }

  /** The whole way of the mechanism in the picture, or, when it travels, the mechanism itself. */
  fit(): void {
    const { extent, camera } = this;
    const right = new Vector3().crossVectors(this.up, this.direction).normalize();
    const over = new Vector3().crossVectors(this.direction, right);
    const target = (extent.travels ? extent.start : extent.all).getCenter(new Vector3());
    for (const axis of [right, over]) target.addScaledVector(axis, middle(extent.points, target, axis));
    const distance = this.distanceFor(target, right, over) * (extent.way ? 1.5 : 1);   // some of the way too
    if (this.followed !== null) {
      // What is framed at the start moves along with the followed body.
      this.center(this.followed, this.last);
      this.motion.apply(-Infinity);
      if (extent.travels) target.add(this.last).sub(this.center(this.followed, new Vector3()));
    }
    camera.position.copy(target).addScaledVector(this.direction, distance);
    camera.near = distance / 200;
    camera.far = distance * 200;
    camera.updateProjectionMatrix();
    this.controls.target.copy(target);
    this.controls.update();
  }

  /** So far away that each point is inside the picture, with a margin. */
  private distanceFor(target: Vector3, right: Vector3, over: Vector3): number {
    const half = Math.tan(FOV * Math.PI / 360);
    let distance = this.extent.size * 0.3;
    for (const point of this.extent.points) {
      const from = point.clone().sub(target);
      const toEye = from.dot(this.direction);
      const wide = Math.abs(from.dot(right)) / (half * Math.max(0.1, this.camera.aspect));
      distance = Math.max(distance, toEye + wide * 1.15, toEye + Math.abs(from.dot(over)) * 1.22 / half);
    }
    return distance;
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  private center(body: number, out: Vector3): Vector3 {
    return this.motion.point(body, this.centers[body]!, out);
  }

  follow(body: number | null): void {
    this.followed = body;
    if (body !== null) this.center(body, this.last);
  }

  /** After the bodies moved: the eye moves as the followed body did. */
  update(): void {
    if (this.followed === null) return;
    const now = this.center(this.followed, new Vector3());
    const moved = now.clone().sub(this.last);
    if (!Number.isFinite(moved.lengthSq())) return;
    this.camera.position.add(moved);
    this.controls.target.add(moved);
    this.last.copy(now);
    this.controls.update();
  }
}
