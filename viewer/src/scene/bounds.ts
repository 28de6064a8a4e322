// How large the mechanism is, where it goes, and from where it is best seen.
import { Box3, Matrix4, Mesh, Quaternion, Vector3 } from "three";
import type { Scene } from "../data";
import { vec3 } from "../data";
import type { Motion } from "./motion";

const LOOKS = 60;   // frames looked at
const FEW = 200;    // bodies: of more the corners of the whole count, and fewer frames

export interface Extent {
  start: Box3;      // at the first frame
  all: Box3;        // over the whole run
  points: Vector3[]; // what the first view has to show
  size: number;     // length of the diagonal at the first frame
  travels: boolean; // goes much farther than it is large
  way: Vector3 | null; // where it sets out to, if it travels
}

/** Boxes of the bodies' own meshes in their body frames. */
function localBox(motion: Motion, body: number, others: Box3 | null): Box3 {
  const node = motion.bodies[body]!;
  const toBody = node.matrixWorld.clone().invert();
  const box = others?.clone() ?? new Box3();
  node.traverse((child) => {
    if (!(child instanceof Mesh)) return;
    child.geometry.computeBoundingBox();
    const own = child.geometry.boundingBox!.clone();
    box.union(own.applyMatrix4(new Matrix4().multiplyMatrices(toBody, child.matrixWorld)));
  });
  return box;
}

function corners({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))));
}

/** `others`: round what is drawn of a body elsewhere. */
export function measure(scene: Scene, motion: Motion, others: (body: number) => Box3 | null): Extent {
  motion.apply(-Infinity);
  const boxes = scene.bodies.map((_, i) => localBox(motion, i, others(i)));
  const few = boxes.length <= FEW;
  scene.joints.forEach((j) => boxes[j.parent]!.expandByPoint(new Vector3(...vec3(j.position))));
  for (const line of [...scene.springs, ...scene.rods])
    for (const end of [line.from, line.to]) boxes[end.body]!.expandByPoint(new Vector3(...vec3(end.position)));
  const count = Math.max(1, motion.frameCount);
  const step = Math.max(1, Math.floor(count / (few ? LOOKS : LOOKS / 6)));
  // What stands on the ground is left out of the picture where the rest travels past it.
  const start = new Box3(), all = new Box3(), moving = new Box3(), ways = new Box3();
  const first: Vector3[] = [], every: Vector3[] = [], middles: Vector3[] = [];
  const p = new Vector3(), q = new Quaternion(), one = new Vector3(1, 1, 1), matrix = new Matrix4();
  for (let frame = 0; frame < count; frame += step) {
    const now = new Box3();
    boxes.forEach((box, body) => {
      if (box.isEmpty()) return;
      p.set(0, 0, 0);
      q.identity();
      motion.poseInto(body, frame, 0, p, q);
      const placed = box.clone().applyMatrix4(matrix.compose(p, q, one));
      if (!Number.isFinite(placed.min.x + placed.max.z)) return;
      all.union(placed);
      const points = few ? corners(box).map((c) => c.applyMatrix4(matrix)) : [];
      every.push(...points);
      if (body > 0) {
        ways.union(placed);
        now.union(placed);
      }
      if (frame > 0) return;
      start.union(placed);
      if (body === 0) return;
      moving.union(placed);
      first.push(...points);
    });
    if (!now.isEmpty()) middles.push(now.getCenter(new Vector3()));
  }
  if (!few) {
    first.push(...corners(moving));
    every.push(...corners(all));
  }
  if (start.isEmpty()) start.setFromCenterAndSize(new Vector3(), one);
  if (all.isEmpty()) all.copy(start);
  const size = scene.extent ?? Math.max(start.getSize(p).length(), 1e-6);
  const travels = ways.getSize(p).length() > 4 * size;
  const points = travels ? first : every;
  const away = middles.find((m) => m.distanceTo(middles[0]!) > size / 2);
  const way = travels && away ? away.clone().sub(middles[0]!) : null;
  return { start: travels ? moving : start, all, size, travels, way, points: points.length > 0 ? points : corners(start) };
}

/** Towards the eye: from behind what travels over the ground, along the common axis of a planar mechanism, else from
 * the front and above. */
export function viewDirection(scene: Scene, up: Vector3, way: Vector3 | null): Vector3 {
  if (way) {
    const ahead = way.clone().addScaledVector(up, -way.dot(up));
    if (ahead.length() > 0.7 * way.length()) {
      const aside = new Vector3().crossVectors(ahead.normalize(), up);
      return ahead.multiplyScalar(-1).addScaledVector(aside, 0.35).addScaledVector(up, 0.55).normalize();
    }
  }
  const forward = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  forward.addScaledVector(up, -forward.dot(up)).normalize();
  const left = new Vector3().crossVectors(up, forward);
  const axes = scene.joints.filter((j) => j.axis && j.type !== "prismatic")
    .map((j) => new Vector3(...vec3(j.axis, [0, 0, 1])).normalize());
  const first = axes[0];
  const planar = first && axes.length > 1 && scene.joints.every((j) => j.axis) &&
    axes.every((a) => Math.abs(a.dot(first)) > 0.99) && Math.abs(first.dot(up)) < 0.5;
  if (!planar) return forward.multiplyScalar(0.8).addScaledVector(left, -1).addScaledVector(up, 0.55).normalize();
  // The side of the page from which x goes to the right.
  const side = first.clone();
  if (side.dot(left) > 0 || (Math.abs(side.dot(left)) < 1e-6 && side.dot(forward) < 0)) side.negate();
  const across = new Vector3().crossVectors(up, side);
  return side.addScaledVector(across, 0.4).addScaledVector(up, 0.3).normalize();
}
