// Forces and moments as arrows. A moment has two heads. The longest arrow of a kind is a fifth of
// the mechanism; the slider scales all.
import {
  type BufferGeometry, ConeGeometry, CylinderGeometry, GreaterDepth, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, Vector3,
} from "three";
import type { Arrow } from "../data";
import { formatNumber, withUnit } from "../format";
import type { Motion } from "./motion";

const Z = new Vector3(0, 0, 1);
const COLORS = { force: "#d55e00", moment: "#aa4499" };

interface Drawn {
  arrow: Arrow;
  node: Group;
  shaft: Mesh;
  heads: Mesh[];
}

function largest(arrows: Arrow[]): number {
  let most = 0;
  for (const arrow of arrows) {
    const v = arrow.numbers();
    for (let i = 0; i + 2 < v.length; i += 3) {
      const length = Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!);
      if (length > most && Number.isFinite(length)) most = length;
    }
  }
  return most;
}

export class Arrows {
  readonly node = new Group();
  readonly shown = { force: true, moment: false };
  scale = 1;
  private onlyMain = false;   // of many forces those of tyres, until a person asks for all
  private drawn: Drawn[] = [];
  private perUnit = { force: 0, moment: 0 };

  constructor(private arrows: Arrow[], private size: number) {
    const many = arrows.filter((a) => a.kind === "force").length > 16;
    this.onlyMain = many && arrows.some((a) => a.main);
    this.shown.force = !many || this.onlyMain;
  }

  show(kind: "force" | "moment", on: boolean): void {
    this.shown[kind] = on;
    if (kind === "force" && !on) this.onlyMain = false;
  }

  count(kind: "force" | "moment"): number {
    return this.arrows.filter((a) => a.kind === kind).length;
  }

  /** Meshes and scales are made when arrows are first seen. */
  private make(): void {
    const thick = this.size * 0.0045;
    const shaft = new CylinderGeometry(thick, thick, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const head = new ConeGeometry(thick * 2.8, thick * 8, 16).rotateX(Math.PI / 2).translate(0, 0, -thick * 4);
    for (const kind of ["force", "moment"] as const) {
      const most = largest(this.arrows.filter((a) => a.kind === kind));
      this.perUnit[kind] = most > 0 ? this.size * 0.2 / most : 0;
    }
    const materials = {
      force: new MeshStandardMaterial({ color: COLORS.force, roughness: 0.6 }),
      moment: new MeshStandardMaterial({ color: COLORS.moment, roughness: 0.6 }),
    };
    // what bodies hide shines through them
    const hidden = (color: string) =>
      new MeshBasicMaterial({ color, transparent: true, opacity: 0.5, depthFunc: GreaterDepth, depthWrite: false });
    const ghosts = { force: hidden(COLORS.force), moment: hidden(COLORS.moment) };
    for (const arrow of this.arrows) {
      const mesh = (shape: BufferGeometry) => {
        const made = new Mesh(shape, materials[arrow.kind]), ghost = new Mesh(shape, ghosts[arrow.kind]);
        ghost.raycast = () => undefined;
        return made.add(ghost) as Mesh;
      };
      const parts = { shaft: mesh(shaft), heads: [mesh(head)] };
      if (arrow.kind === "moment") parts.heads.push(mesh(head));
      const node = new Group();
      node.add(parts.shaft, ...parts.heads);
      this.node.add(node);
      this.drawn.push({ arrow, node, ...parts });
    }
  }

  update(motion: Motion, time: number): void {
    if (!this.shown.force && !this.shown.moment) {
      this.node.visible = false;
      return;
    }
    if (this.drawn.length === 0) this.make();
    this.node.visible = true;
    const { index, part } = motion.place(time);
    for (const one of this.drawn) this.draw(one, motion, index, part);
  }

  private draw({ arrow, node, shaft, heads }: Drawn, motion: Motion, index: number, part: number): void {
    const v = arrow.numbers(), k = index * 3;
    const value = [0, 1, 2].map((i) => {
      const here = v[k + i] ?? NaN;
      return part > 0 ? here + part * ((v[k + 3 + i] ?? here) - here) : here;
    });
    const along = new Vector3(value[0], value[1], value[2]), amount = along.length();
    const length = amount * this.perUnit[arrow.kind] * this.scale;
    const first = !this.onlyMain || arrow.main === true || arrow.kind === "moment";
    node.visible = first && this.shown[arrow.kind] && Number.isFinite(length) && length > this.size * 0.004;
    if (!node.visible) return;
    motion.point(arrow.body, arrow.point, node.position);
    node.quaternion.setFromUnitVectors(Z, along.normalize());
    const headLength = this.size * 0.036;
    shaft.scale.z = Math.max(length - headLength * 0.8, length * 0.2);
    const small = Math.min(1, length / (headLength * 1.6));
    heads.forEach((head, i) => {
      head.position.z = length - i * headLength * 0.7 * small;
      head.scale.setScalar(small);
    });
    const label = `${arrow.name}: ${withUnit(formatNumber(amount, 4), arrow.unit)}`;
    for (const mesh of [shaft, ...heads]) mesh.userData.label = label;
  }
}
