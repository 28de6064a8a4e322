// Names of bodies over the picture, and the name of what is under the pointer.
import { Camera, Object3D, Raycaster, Vector2, Vector3 } from "three";
import { el } from "../dom";
import type { Scene } from "../data";
import type { Motion } from "./motion";

export class Labels {
  readonly node = el("div", { class: "labels", "aria-hidden": "true" });
  private names: HTMLElement[] = [];
  private tip = el("div", { class: "tip" });
  private on = false;

  constructor(private scene: Scene, private motion: Motion) {
    this.node.append(this.tip);
  }

  show(on: boolean): void {
    this.on = on;
    if (on && this.names.length === 0) {
      this.names = this.scene.bodies.map((body) => el("span", { class: "label" }, body.name));
      this.node.append(...this.names);
    }
    for (const name of this.names) name.hidden = !on;
  }

  update(camera: Camera, width: number, height: number): void {
    if (!this.on) return;
    const at = new Vector3();
    this.names.forEach((name, i) => {
      this.motion.point(i, this.scene.bodies[i]!.center, at).project(camera);
      name.hidden = !(Math.abs(at.x) < 1 && Math.abs(at.y) < 1 && at.z < 1);
      name.style.transform =
        `translate(${((at.x + 1) / 2 * width).toFixed(1)}px, ${((1 - at.y) / 2 * height).toFixed(1)}px)`;
    });
  }

  /** What is under a point of the canvas: its label, and its body. */
  static pick(e: PointerEvent | MouseEvent, canvas: HTMLCanvasElement, camera: Camera, root: Object3D, motion: Motion):
      { label: string; body: number } | null {
    const box = canvas.getBoundingClientRect();
    const at = new Vector2((e.clientX - box.left) / box.width * 2 - 1, 1 - (e.clientY - box.top) / box.height * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, camera);
    for (const hit of ray.intersectObject(root, true)) {
      let shown = true;
      hit.object.traverseAncestors((up) => (shown &&= up.visible));
      if (!hit.object.visible || !shown) continue;
      if (hit.instanceId !== undefined && hit.object.userData.named) return hit.object.userData.named(hit.instanceId);
      if (typeof hit.object.userData.label !== "string") continue;
      let node: Object3D | null = hit.object;
      while (node && !motion.bodies.includes(node)) node = node.parent;
      return { label: hit.object.userData.label, body: node ? motion.bodies.indexOf(node) : -1 };
    }
    return null;
  }

  showTip(text: string | null, x = 0, y = 0): void {
    this.tip.hidden = text === null;
    this.tip.textContent = text ?? "";
    this.tip.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
  }
}
