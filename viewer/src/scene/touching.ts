// Forces where bodies touch, as arrows that are seen through the bodies: at each frame those of its points. A force that
// one of a hundred points of a usual frame exceeds is a twelfth of the mechanism; the slider scales all.
import {
  ConeGeometry, CylinderGeometry, InstancedMesh, Matrix4, MeshStandardMaterial, Object3D, Quaternion, Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Scene } from "../data";
import { formatNumber } from "../format";
import type { Motion } from "./motion";

const Z = new Vector3(0, 0, 1), HEAD = 0.28;
const LONGEST = 2.5;   // what is larger is drawn as long as this many of them

function arrow() {
  const shaft = new CylinderGeometry(0.3, 0.3, 1 - HEAD, 8).rotateX(Math.PI / 2).translate(0, 0, (1 - HEAD) / 2);
  const head = new ConeGeometry(1, HEAD, 10).rotateX(Math.PI / 2).translate(0, 0, 1 - HEAD / 2);
  return mergeGeometries([shaft, head]);
}

export class TouchingArrows {
  readonly node = new Object3D();
  scale = 1;
  shown: boolean;
  private mesh: InstancedMesh | null = null;
  private usual = 0;
  private drawn = "";
  private visible: number[] = [];   // points of the frame that have an arrow

  constructor(private scene: Scene, private motion: Motion, private size: number) {
    this.shown = scene.touching !== null;
  }

  get any(): boolean {
    return this.scene.touching !== null;
  }

  private make(): InstancedMesh {
    const { first, forces } = this.scene.touching!();
    let most = 1;
    const large: number[] = [];
    for (let f = 0; f + 1 < first.length; f++) {
      most = Math.max(most, first[f + 1]! - first[f]!);
      const sizes: number[] = [];
      for (let i = first[f]!; i < first[f + 1]!; i++)
        sizes.push(Math.hypot(forces[i * 3]!, forces[i * 3 + 1]!, forces[i * 3 + 2]!));
      sizes.sort((a, b) => b - a);
      const force = sizes[Math.floor(sizes.length / 100)] ?? 0;
      if (force > 0) large.push(force);
    }
    large.sort((a, b) => a - b);
    this.usual = large[Math.floor(large.length / 2)] ?? 0;
    const mesh = new InstancedMesh(arrow(),
      new MeshStandardMaterial({ color: "#d55e00", roughness: 0.6, depthTest: false, transparent: true }), most);
    mesh.renderOrder = 10;
    mesh.frustumCulled = false;
    mesh.userData.named = (k: number) => ({ label: this.label(this.visible[k]!), body: -1 });
    this.node.add(mesh);
    return mesh;
  }

  private label(point: number): string {
    const { bodies, forces } = this.scene.touching!();
    const name = (k: number) => this.scene.bodies[bodies[point * 2 + k]!]?.name ?? "?";
    const amount = Math.hypot(forces[point * 3]!, forces[point * 3 + 1]!, forces[point * 3 + 2]!);
    return `${name(1)} on ${name(0)}: ${formatNumber(amount, 3)} N`;
  }

  update(time: number): void {
    this.node.visible = this.shown;
    if (!this.shown) return;
    this.mesh ??= this.make();
    const touching = this.scene.touching!();
    const { index, part } = this.motion.place(time);
    const frame = Math.min(index + (part > 0.5 ? 1 : 0), touching.first.length - 2);
    const wanted = `${frame} ${this.scale}`;
    if (wanted === this.drawn) return;
    this.drawn = wanted;
    this.visible = [];
    const at = new Vector3(), along = new Vector3(), turn = new Quaternion(), scale = new Vector3(), matrix = new Matrix4();
    for (let i = touching.first[frame] ?? 0; i < (touching.first[frame + 1] ?? 0); i++) {
      along.fromArray(touching.forces, i * 3);
      const share = this.usual > 0 ? Math.min(along.length() / this.usual, LONGEST) * this.scale : 0;
      const length = share * this.size * 0.08;
      if (!(length > this.size * 0.002)) continue;
      const thick = Math.min(0.1 * length, this.size * 0.008);
      matrix.compose(at.fromArray(touching.places, i * 3), turn.setFromUnitVectors(Z, along.normalize()),
        scale.set(thick, thick, length));
      this.mesh.setMatrixAt(this.visible.push(i) - 1, matrix);
    }
    this.mesh.count = this.visible.length;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}
