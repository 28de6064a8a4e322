// Joints as small signs: a pin along the axis, a ball, a block; cut joints wear a ring.
import {
  BoxGeometry, BufferGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Object3D, SphereGeometry,
  TorusGeometry, Vector3,
} from "three";
import { vec3 } from "../data";
import type { RawJoint } from "../report";
import type { Motion } from "./motion";

const Z = new Vector3(0, 0, 1);

export class Joints {
  private signs: Object3D[] = [];

  constructor(joints: RawJoint[], motion: Motion, size: number) {
    const r = size * 0.011;
    const plain = new MeshStandardMaterial({ color: "#39434d", roughness: 0.5 });
    const cut = new MeshStandardMaterial({ color: "#e69f00", roughness: 0.5 });
    const pin = new CylinderGeometry(r, r, r * 5, 24).rotateX(Math.PI / 2);
    const ball = new SphereGeometry(r * 1.35, 24, 16);
    const block = new BoxGeometry(r * 1.8, r * 1.8, r * 5);
    const ring = new TorusGeometry(r * 1.9, r * 0.5, 12, 32);
    const geometry: Record<string, BufferGeometry> = {
      revolute: pin, cylindrical: pin, screw: pin, prismatic: block, planar: block, fixed: block,
    };
    for (const joint of joints) {
      // A joint with six freedoms holds nothing.
      if (joint.type === "free") continue;
      const sign = new Group();
      sign.add(new Mesh(geometry[joint.type ?? ""] ?? ball, joint.cut ? cut : plain));
      if (joint.cut) sign.add(new Mesh(ring, cut));
      sign.position.set(...vec3(joint.position));
      sign.quaternion.setFromUnitVectors(Z, new Vector3(...vec3(joint.axis, [0, 0, 1])).normalize());
      for (const mesh of sign.children)
        mesh.userData.label = `${joint.name ?? ""} (${joint.type ?? "joint"}${joint.cut ? ", cut" : ""})`;
      motion.bodies[joint.parent]!.add(sign);
      this.signs.push(sign);
    }
  }

  show(on: boolean): void {
    for (const sign of this.signs) sign.visible = on;
  }
}
