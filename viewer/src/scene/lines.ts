// What is drawn between two points that move: springs as coils which stretch, rods as thin bars.
import { BufferAttribute, BufferGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Vector3 } from "three";
import type { RawLine } from "../report";
import type { Motion } from "./motion";

const TURNS = 8, PER_TURN = 14, AROUND = 6, END = 0.1;
const Z = new Vector3(0, 0, 1);
const a = new Vector3(), b = new Vector3(), d = new Vector3();

/** Turns and places a node so that its z axis leads from a to b; gives the length. */
function span(motion: Motion, line: RawLine, node: Group): number {
  motion.point(line.from.body, line.from.position, a);
  motion.point(line.to.body, line.to.position, b);
  d.subVectors(b, a);
  const length = d.length();
  node.visible = Number.isFinite(length) && length > 0;
  if (!node.visible) return 0;
  node.position.copy(a);
  node.quaternion.setFromUnitVectors(Z, d.divideScalar(length));
  return length;
}

/** Where the middle of the wire is at s in 0..1: radius factor, angle, height factor. */
function wire(s: number): [number, number, number] {
  const inside = (s - END) / (1 - 2 * END);
  const angle = 2 * Math.PI * TURNS * Math.min(1, Math.max(0, inside));
  const fade = Math.min(1, Math.max(0, Math.min(s, 1 - s) / END - 0.35) / 0.65);
  return [fade, angle, s];
}

class Coil {
  readonly node = new Group();
  private geometry = new BufferGeometry();
  private rings = TURNS * PER_TURN + 16;

  constructor(readonly line: RawLine, private radius: number, material: MeshStandardMaterial) {
    const count = (this.rings + 1) * AROUND;
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(count * 3), 3));
    this.geometry.setAttribute("normal", new BufferAttribute(new Float32Array(count * 3), 3));
    const index: number[] = [];
    for (let i = 0; i < this.rings; i++)
      for (let k = 0; k < AROUND; k++) {
        const p = i * AROUND + k, q = i * AROUND + (k + 1) % AROUND;
        index.push(p, q, p + AROUND, q, q + AROUND, p + AROUND);
      }
    this.geometry.setIndex(index);
    const mesh = new Mesh(this.geometry, material);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    mesh.userData.label = line.name;
    this.node.add(mesh);
  }

  update(motion: Motion): void {
    const length = span(motion, this.line, this.node);
    if (length === 0) return;
    const position = this.geometry.getAttribute("position") as BufferAttribute;
    const normal = this.geometry.getAttribute("normal") as BufferAttribute;
    const thick = this.radius * 0.13;
    for (let i = 0; i <= this.rings; i++) {
      const [fade, angle, s] = wire(i / this.rings);
      const c = Math.cos(angle), sn = Math.sin(angle), r = this.radius * fade;
      for (let k = 0; k < AROUND; k++) {
        const t = 2 * Math.PI * k / AROUND, out = Math.cos(t), rise = -Math.sin(t);
        const at = i * AROUND + k;
        position.setXYZ(at, (r + thick * out) * c, (r + thick * out) * sn, s * length + thick * rise);
        normal.setXYZ(at, out * c, out * sn, rise);
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  }
}

export class Lines {
  readonly node = new Group();
  private coils: Coil[];
  private rods: { line: RawLine; node: Group }[];

  constructor(springs: RawLine[], rods: RawLine[], size: number) {
    const steel = new MeshStandardMaterial({ color: "#8f9aa5", roughness: 0.35, metalness: 0.5 });
    const bar = new MeshStandardMaterial({ color: "#5c6773", roughness: 0.5 });
    const sane = (r: number | undefined) => (r && r > 0 ? r : size * 0.02);
    this.coils = springs.map((s) => new Coil(s, sane(s.radius), steel));
    const unit = new CylinderGeometry(size * 0.006, size * 0.006, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.rods = rods.map((line) => {
      const node = new Group(), mesh = new Mesh(unit, bar);
      mesh.castShadow = true;
      mesh.userData.label = line.name;
      node.add(mesh);
      return { line, node };
    });
    for (const { node } of [...this.coils, ...this.rods]) this.node.add(node);
  }

  update(motion: Motion): void {
    for (const coil of this.coils) coil.update(motion);
    for (const { line, node } of this.rods) node.scale.z = span(motion, line, node) || 1;
  }
}
