// The grid under the mechanism, the shadow on it, and the planes of the model.
import { DoubleSide, Group, Mesh, MeshStandardMaterial, PlaneGeometry, Quaternion, ShadowMaterial, Vector3 } from "three";
import { vec3, type Scene } from "../data";
import type { RawPlane } from "../report";
import type { Theme } from "../theme";
import type { Extent } from "./bounds";
import { Grid } from "./grid";
import type { Motion } from "./motion";

const Z = new Vector3(0, 0, 1);

/** 1, 2 or 5 times a power of ten, about a tenth of the size. */
function cellFor(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size / 8));
  const times = size / 8 / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

const normalOf = (plane: RawPlane) => new Vector3(...vec3(plane.normal, [0, 0, 1])).normalize();

/** Lowest height of the run; the world's own zero where that is almost the same. */
function lowest(extent: Extent, up: Vector3): number {
  const { min, max } = extent.all;
  let height = Infinity;
  for (const x of [min.x, max.x])
    for (const y of [min.y, max.y])
      for (const z of [min.z, max.z]) height = Math.min(height, up.dot(new Vector3(x, y, z)));
  return height > -0.02 * extent.size && height < extent.size ? Math.min(0, height) : height;
}

export class Ground {
  readonly node = new Group();
  readonly cell: number;
  private grid: Grid;
  private shadow = new ShadowMaterial();
  private planes: Mesh[] = [];

  constructor(scene: Scene, motion: Motion, extent: Extent, up: Vector3) {
    const reach = extent.all.getSize(new Vector3()).length();
    const center = extent.all.getCenter(new Vector3());
    this.cell = cellFor(extent.size);
    // A level plane of the ground is the grid itself.
    const level = scene.planes.find((p) => p.body === 0 && normalOf(p).dot(up) > 0.999);
    const height = level ? up.dot(new Vector3(...vec3(level.point))) : lowest(extent, up);
    const side = 40 * Math.max(reach, extent.size);
    this.grid = new Grid(this.cell, 1.6 * extent.size, side);
    this.grid.quaternion.setFromUnitVectors(Z, up);
    // Lines go through whole multiples of the cell.
    const local = center.applyQuaternion(this.grid.quaternion.clone().invert());
    local.set(Math.round(local.x / this.cell) * this.cell, Math.round(local.y / this.cell) * this.cell, height);
    this.grid.position.copy(local.applyQuaternion(this.grid.quaternion));
    const floor = new Mesh(new PlaneGeometry(3 * reach, 3 * reach), this.shadow);
    this.shadow.depthWrite = false;
    floor.position.copy(this.grid.position);
    floor.quaternion.copy(this.grid.quaternion);
    floor.receiveShadow = true;
    floor.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.node.add(floor, this.grid);
    for (const plane of scene.planes) if (plane !== level) this.addPlane(plane, motion, extent, reach);
  }

  private addPlane(plane: RawPlane, motion: Motion, extent: Extent, reach: number): void {
    const sheet = new Mesh(new PlaneGeometry(reach * 1.2, reach * 1.2), new MeshStandardMaterial(
      { color: "#56b4e9", transparent: true, opacity: 0.18, side: DoubleSide, depthWrite: false }));
    sheet.userData.label = plane.name;
    const normal = normalOf(plane), point = new Vector3(...vec3(plane.point));
    // Middle of the sheet: the foot of the mechanism's centre.
    const center = extent.all.getCenter(new Vector3());
    const middle = center.addScaledVector(normal, normal.dot(point.clone().sub(center)));
    sheet.position.copy(plane.body === 0 ? middle : point);
    sheet.quaternion.copy(new Quaternion().setFromUnitVectors(Z, normal));
    sheet.receiveShadow = true;
    motion.bodies[plane.body]!.add(sheet);
    this.planes.push(sheet);
  }

  show(on: boolean): void {
    this.node.visible = on;
    for (const plane of this.planes) plane.visible = on;
  }

  look(target: Vector3, distance: number): void {
    this.grid.look(target, distance);
  }

  setTheme(theme: Theme): void {
    const dark = theme === "dark";
    this.grid.setColor(dark ? "#7f8d9b" : "#8796a5", dark ? 0.55 : 0.75);
    this.shadow.opacity = dark ? 0.45 : 0.18;
  }
}
