// Directions of the body frames, drawn at the centres of mass, and the frames of markers.
import { ArrowHelper, Group, Vector3 } from "three";
import { vec3, type Scene } from "../data";
import type { Motion } from "./motion";

const X = new Vector3(1, 0, 0), Y = new Vector3(0, 1, 0), Z = new Vector3(0, 0, 1);

function triad(length: number): Group {
  const node = new Group(), origin = new Vector3();
  const parts: [Vector3, string][] = [[X, "#d55e00"], [Y, "#009e73"], [Z, "#0072b2"]];
  for (const [direction, color] of parts)
    node.add(new ArrowHelper(direction, origin, length, color, length * 0.25, length * 0.14));
  return node;
}

export class Axes {
  private nodes: Group[] = [];

  constructor(private scene: Scene, private motion: Motion, private size: number) {}

  show(on: boolean): void {
    if (on && this.nodes.length === 0) this.make();
    for (const node of this.nodes) node.visible = on;
  }

  private make(): void {
    this.scene.bodies.forEach((body, i) => {
      const node = triad(this.size * 0.09);
      node.position.set(...vec3(body.center));
      this.add(i, node);
    });
    for (const marker of this.scene.markers) {
      const node = triad(this.size * 0.05);
      const [x, y, z, qw, qx, qy, qz] = marker.pose;
      node.position.set(x ?? 0, y ?? 0, z ?? 0);
      node.quaternion.set(qx ?? 0, qy ?? 0, qz ?? 0, qw ?? 1);
      this.add(marker.body, node);
    }
  }

  private add(body: number, node: Group): void {
    this.motion.bodies[body]!.add(node);
    this.nodes.push(node);
  }
}
