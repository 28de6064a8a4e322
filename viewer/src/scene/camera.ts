// The eye: where it starts, how it is turned, and following a body.
import { Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Extent } from "./bounds";
import type { Motion } from "./motion";

const FOV = 32;

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
    const box = extent.travels ? extent.start : extent.all;
    const shift = new Vector3();
    if (this.followed !== null) {
      // The box of the start, carried along with the followed body.
      const now = this.center(this.followed, new Vector3());
      this.motion.apply(-Infinity);
      shift.subVectors(now, this.center(this.followed, new Vector3()));
    }
    const target = box.getCenter(new Vector3()).add(extent.travels ? shift : new Vector3());
    const distance = this.distanceFor(box);
    camera.position.copy(target).addScaledVector(this.direction, distance);
    camera.near = distance / 200;
    camera.far = distance * 200;
    camera.updateProjectionMatrix();
    this.controls.target.copy(target);
    this.controls.update();
  }

  /** So far away that each corner of the box is inside the picture, with a margin. */
  private distanceFor(box: Box3): number {
    const center = box.getCenter(new Vector3());
    const right = new Vector3().crossVectors(this.up, this.direction).normalize();
    const over = new Vector3().crossVectors(this.direction, right);
    const half = Math.tan(FOV * Math.PI / 360);
    let distance = this.extent.size * 0.1;
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z]) {
          const corner = new Vector3(x, y, z).sub(center);
          const toEye = corner.dot(this.direction);
          const wide = Math.abs(corner.dot(right)) / (half * Math.max(0.1, this.camera.aspect));
          distance = Math.max(distance, toEye + wide * 1.12, toEye + Math.abs(corner.dot(over)) * 1.16 / half);
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
