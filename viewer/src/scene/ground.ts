// The grid under the mechanism, the shadow on it, and the planes of the model.
import {
  Color, DoubleSide, GridHelper, Group, LineBasicMaterial, Mesh, MeshStandardMaterial, PlaneGeometry, Quaternion,
  ShadowMaterial, Vector3,
} from "three";
import { vec3, type Scene } from "../data";
import type { Theme } from "../theme";
import type { Extent } from "./bounds";
import type { Motion } from "./motion";

const Y = new Vector3(0, 1, 0), Z = new Vector3(0, 0, 1);

/** 1, 2 or 5 times a power of ten, about a tenth of the size. */
function cell(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size / 8));
  const times = size / 8 / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

export class Ground {
  readonly node = new Group();
  readonly cell: number;
  private grid: GridHelper;
  private shadow: ShadowMaterial;
  private planes: Mesh[] = [];

  constructor(scene: Scene, motion: Motion, extent: Extent, up: Vector3) {
    const reach = extent.all.getSize(new Vector3()).length();
    this.cell = cell(extent.size);
    const cells = Math.min(400, 2 * Math.ceil(Math.max(extent.size, reach * 0.75) / this.cell));
    this.grid = new GridHelper(cells * this.cell, cells);
    const turn = new Quaternion().setFromUnitVectors(Y, up);
    const center = extent.all.getCenter(new Vector3());
    // Lowest height of the run; the world's own zero where that is almost the same.
    let height = Infinity;
    for (const x of [extent.all.min.x, extent.all.max.x])
      for (const y of [extent.all.min.y, extent.all.max.y])
        for (const z of [extent.all.min.z, extent.all.max.z]) height = Math.min(height, up.dot(new Vector3(x, y, z)));
    if (height > -0.02 * extent.size && height < extent.size) height = Math.min(0, height);
    // A level plane of the model carries the grid.
    const level = scene.planes.find((p) => p.body === 0 &&
      new Vector3(...vec3(p.normal, [0, 0, 1])).normalize().dot(up) > 0.999);
    if (level) height = up.dot(new Vector3(...vec3(level.point)));
    const origin = center.clone().addScaledVector(up, height - up.dot(center));
    // Lines of the grid go through whole multiples of the cell.
    const local = origin.clone().applyQuaternion(turn.clone().invert());
    local.x = Math.round(local.x / this.cell) * this.cell;
    local.z = Math.round(local.z / this.cell) * this.cell;
    this.grid.position.copy(local.applyQuaternion(turn));
    this.grid.quaternion.copy(turn);
    this.shadow = new ShadowMaterial({ opacity: 0.16 });
    const floor = new Mesh(new PlaneGeometry(cells * this.cell, cells * this.cell), this.shadow);
    floor.position.copy(this.grid.position).addScaledVector(up, -extent.size * 0.001);
    floor.quaternion.setFromUnitVectors(Z, up);
    floor.receiveShadow = true;
    this.node.add(this.grid, floor);
    for (const plane of scene.planes) {
      const mesh = new Mesh(new PlaneGeometry(reach * 1.4, reach * 1.4),
        new MeshStandardMaterial({ color: "#56b4e9", transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }));
      mesh.userData.label = plane.name;
      const normal = new Vector3(...vec3(plane.normal, [0, 0, 1])).normalize();
      const point = new Vector3(...vec3(plane.point));
      // Middle of the sheet: the foot of the mechanism's centre.
      const middle = center.clone().addScaledVector(normal, normal.dot(point.clone().sub(center)));
      // A little behind the plane, so that the grid on it is not hidden.
      mesh.position.copy(plane.body === 0 ? middle : point).addScaledVector(normal, -0.002 * extent.size);
      mesh.quaternion.setFromUnitVectors(Z, normal);
      mesh.receiveShadow = true;
      motion.bodies[plane.body]!.add(mesh);
      this.planes.push(mesh);
    }
  }

  show(on: boolean): void {
    this.node.visible = on;
    for (const plane of this.planes) plane.visible = on;
  }

  setTheme(theme: Theme): void {
    const material = this.grid.material as LineBasicMaterial;
    material.vertexColors = false;
    material.color = new Color(theme === "dark" ? "#38424d" : "#c9d1d9");
    material.needsUpdate = true;
    this.shadow.opacity = theme === "dark" ? 0.4 : 0.16;
  }
}
