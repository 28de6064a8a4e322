// Poses of all bodies at a time: straight between frames in position, by slerp in direction.
import { Object3D, Quaternion, Vector3 } from "three";
import type { Report } from "../data";
import { placeAt } from "../lookup";

const p0 = new Vector3(), p1 = new Vector3();
const q0 = new Quaternion(), q1 = new Quaternion();

/** Reads one stored pose; false where it is missing or not a number. */
function readPose(poses: ArrayLike<number>, frame: number, p: Vector3, q: Quaternion): boolean {
  const k = frame * 7;
  if (!Number.isFinite(poses[k]) || !Number.isFinite(poses[k + 6])) return false;
  p.set(poses[k]!, poses[k + 1]!, poses[k + 2]!);
  q.set(poses[k + 4]!, poses[k + 5]!, poses[k + 6]!, poses[k + 3]!).normalize();
  return true;
}

export class Motion {
  readonly bodies: Object3D[];

  constructor(private report: Report) {
    this.bodies = report.scene.bodies.map((body) => {
      const node = new Object3D();
      node.name = body.name;
      node.matrixAutoUpdate = false;
      return node;
    });
  }

  get frameCount(): number {
    return this.report.frameTimes.length;
  }

  place(time: number): { index: number; part: number } {
    return placeAt(this.report.frameTimes, time);
  }

  /** Moves the node of each body to where it is at this time. */
  apply(time: number): void {
    const { index, part } = this.place(time);
    this.bodies.forEach((node, i) => {
      this.poseInto(i, index, part, node.position, node.quaternion);
      node.updateMatrix();
      node.matrixWorld.copy(node.matrix);   // bodies stand in the world
      for (const child of node.children) child.updateMatrixWorld(true);
    });
  }

  poseInto(body: number, index: number, part: number, p: Vector3, q: Quaternion): void {
    const poses = this.report.scene.bodies[body]!.poses();
    if (!readPose(poses, index, p0, q0)) return;
    if (part > 0 && readPose(poses, index + 1, p1, q1)) {
      p0.lerp(p1, part);
      q0.slerp(q1, part);
    }
    p.copy(p0);
    q.copy(q0);
  }

  /** A point of a body, in the world, from where the bodies are now. */
  point(body: number, local: ArrayLike<number>, out: Vector3): Vector3 {
    out.set(local[0] ?? 0, local[1] ?? 0, local[2] ?? 0);
    return out.applyMatrix4(this.bodies[body]!.matrixWorld);
  }
}
