// Shapes that many bodies have: one geometry for all, drawn at once, so that thousands of stones move smoothly.
import { Box3, Color, InstancedMesh, Matrix4, MeshStandardMaterial, Object3D } from "three";
import type { Scene } from "../data";
import type { RawShape } from "../report";
import type { Motion } from "./motion";
import { geometryOf, place, ROUND, shapeColor, sized } from "./shapes";

const LEAST = 12;         // equal shapes that are drawn together
const MOST_SHADOWS = 6000;

interface One {
  body: number;
  shape: RawShape;
  local: Matrix4;   // from the geometry to the body
}

interface Group {
  mesh: InstancedMesh;
  ones: One[];
}

/** Fewer sides where there are many: the eye has less of each. */
function sides(count: number): number {
  return count < 100 ? ROUND : count < 1500 ? 24 : count < 6000 ? 16 : 12;
}

export class Swarm {
  readonly meshes: InstancedMesh[] = [];
  private groups: Group[] = [];
  private taken = new Set<RawShape>();
  private boxes = new Map<number, Box3>();
  private drawn = NaN;

  constructor(private scene: Scene, color: (body: number) => string) {
    const alike = new Map<string, { unit: RawShape; ones: One[] }>();
    scene.bodies.forEach((body, i) => body.shapes.forEach((shape) => {
      const { unit, scale } = sized(shape), key = JSON.stringify(unit);
      if (!alike.has(key)) alike.set(key, { unit, ones: [] });
      const node = new Object3D();
      place(node, shape, scale);
      node.updateMatrix();
      alike.get(key)!.ones.push({ body: i, shape, local: node.matrix });
    }));
    for (const { unit, ones } of alike.values()) if (ones.length >= LEAST) this.add(unit, ones, color);
  }

  private add(unit: RawShape, ones: One[], color: (body: number) => string): void {
    const geometry = geometryOf(unit, this.scene.meshes, sides(ones.length));
    if (!geometry) return;
    geometry.computeBoundingBox();
    const mesh = new InstancedMesh(geometry, new MeshStandardMaterial({ roughness: 0.6, metalness: 0.03 }), ones.length);
    mesh.frustumCulled = false;
    mesh.castShadow = mesh.receiveShadow = ones.length <= MOST_SHADOWS;
    const tint = new Color();
    ones.forEach(({ body, shape, local }, k) => {
      mesh.setColorAt(k, tint.set(shapeColor(shape, color(body))));
      this.taken.add(shape);
      const box = this.boxes.get(body) ?? new Box3();
      this.boxes.set(body, box.union(geometry.boundingBox!.clone().applyMatrix4(local)));
    });
    mesh.userData.named = (k: number) => ({ label: this.scene.bodies[ones[k]!.body]!.name, body: ones[k]!.body });
    this.meshes.push(mesh);
    this.groups.push({ mesh, ones });
  }

  has(shape: RawShape): boolean {
    return this.taken.has(shape);
  }

  /** Round what it draws of a body, in the body's frame. */
  boxOf(body: number): Box3 | null {
    return this.boxes.get(body) ?? null;
  }

  /** Every shape to where its body is. */
  update(motion: Motion, time: number): void {
    if (time === this.drawn) return;
    this.drawn = time;
    const at = new Matrix4();
    for (const { mesh, ones } of this.groups) {
      ones.forEach(({ body, local }, k) => {
        at.multiplyMatrices(motion.bodies[body]!.matrixWorld, local).toArray(mesh.instanceMatrix.array, k * 16);
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;   // for the pointer
    }
  }
}
