// The picture: joins what is drawn, renders when something changed and at no other time.
import {
  ACESFilmicToneMapping, Color, DirectionalLight, HemisphereLight, PCFSoftShadowMap, Scene as Stage, Vector2, Vector3,
  WebGLRenderer,
} from "three";
import type { Report } from "../data";
import { PALETTE, type Theme } from "../theme";
import type { Clock } from "../time";
import { Arrows } from "./arrows";
import { Axes } from "./axes";
import { measure, viewDirection, type Extent } from "./bounds";
import { Eye } from "./camera";
import { Ground } from "./ground";
import { Joints } from "./joints";
import { Labels } from "./labels";
import { Lines } from "./lines";
import { Motion } from "./motion";
import { shapeMesh } from "./shapes";
import { Swarm } from "./swarm";
import { TouchingArrows } from "./touching";
import { Trails } from "./trails";

export function bodyColor(body: number): string {
  return body === 0 ? "#a3adb7" : PALETTE[(body - 1) % PALETTE.length]!;
}

/** No graphics hardware: then fewer pixels are better than few pictures a second. */
function drawnInSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  let name = String(gl.getParameter(gl.RENDERER));
  if (/^WebKit/.test(name)) {
    const known = gl.getExtension("WEBGL_debug_renderer_info");
    if (known) name = String(gl.getParameter(known.UNMASKED_RENDERER_WEBGL));
  }
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class View {
  readonly canvas: HTMLCanvasElement;
  readonly eye: Eye;
  readonly arrows: Arrows;
  readonly touching: TouchingArrows;
  readonly trails: Trails;
  readonly ground: Ground;
  readonly joints: Joints;
  readonly axes: Axes;
  readonly labels: Labels;
  private motion: Motion;
  private swarm: Swarm;
  private lines: Lines;
  private stage = new Stage();
  private renderer: WebGLRenderer;
  private sun = new DirectionalLight("#ffffff", 2.4);
  private extent: Extent;
  private up: Vector3;
  private waiting = false;
  private size = new Vector2();   // of the picture in pixels of the page
  private slow: boolean;

  constructor(private report: Report, private clock: Clock, private box: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-label", "The mechanism in 3D. Drag turns, right drag moves, wheel zooms.");
    this.canvas.setAttribute("role", "img");
    this.slow = drawnInSoftware(this.renderer.getContext());
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.05;
    const { scene } = report;
    this.up = new Vector3(...scene.up).normalize();
    if (this.up.lengthSq() < 0.5) this.up.set(0, 0, 1);
    this.motion = new Motion(report);
    this.swarm = new Swarm(scene, bodyColor);
    this.addShapes();
    this.extent = measure(scene, this.motion, (body) => this.swarm.boxOf(body));
    const size = this.extent.size;
    this.lines = new Lines(scene.springs, scene.rods, size);
    this.arrows = new Arrows(scene.arrows, size);
    this.touching = new TouchingArrows(scene, this.motion, size);
    this.trails = new Trails(scene, this.motion, bodyColor);
    this.ground = new Ground(scene, this.motion, this.extent, this.up);
    this.joints = new Joints(scene.joints, this.motion, size);
    this.axes = new Axes(scene, this.motion, size);
    this.labels = new Labels(scene, this.motion);
    this.stage.add(...this.motion.bodies, this.lines.node, this.arrows.node, this.touching.node,
      this.trails.node, this.ground.node, ...this.swarm.meshes);
    this.eye = new Eye(this.canvas, this.motion, this.extent, scene.bodies.map((b) => b.center),
      viewDirection(scene, this.up, this.extent.way), this.up, () => this.request());
    if (this.extent.travels) this.eye.follow(this.heaviest());
    this.light();
    box.append(this.canvas, this.labels.node);
    this.watchPointer();
    new ResizeObserver(() => this.resize()).observe(box);
    this.resize();
    this.fit();
    clock.watch(() => this.request());
  }

  private addShapes(): void {
    this.report.scene.bodies.forEach((body, i) => {
      const node = this.motion.bodies[i]!;
      let shapes = body.shapes;
      // A body without any shape is a ball at its centre, so that it can be seen.
      if (shapes.length === 0 && i > 0)
        shapes = [{ kind: "sphere", radius: 0.03, pose: [...body.center, 1, 0, 0, 0] }];
      for (const shape of shapes) {
        if (this.swarm.has(shape)) continue;
        const mesh = shapeMesh(shape, this.report.scene.meshes, bodyColor(i), i % 6);
        if (!mesh) continue;
        mesh.userData.label = body.name;
        node.add(mesh);
      }
    });
  }

  private heaviest(): number {
    const masses = this.report.scene.bodies.map((b, i) => (i === 0 ? -1 : b.mass));
    return Math.max(0, masses.indexOf(Math.max(...masses)));
  }

  private light(): void {
    const sky = new HemisphereLight("#ffffff", "#8d99a6", 1.7);
    sky.position.copy(this.up);
    const { shadow } = this.sun;
    this.sun.castShadow = true;
    const reach = (this.extent.travels ? this.extent.size
      : this.extent.all.getSize(new Vector3()).length()) * 0.75;
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: reach * 0.1, far: reach * 6 });
    shadow.camera.updateProjectionMatrix();
    shadow.mapSize.setScalar(this.slow ? 1024 : 2048);
    shadow.radius = 5;
    shadow.normalBias = reach * 0.004;
    this.stage.add(sky, this.sun, this.sun.target);
    this.placeSun(reach);
  }

  /** Light comes over the shoulder of the first view, from above. */
  private placeSun(reach: number): void {
    const target = this.eye.followed === null ? this.extent.all.getCenter(new Vector3()) : this.eye.controls.target;
    const side = viewDirection(this.report.scene, this.up, this.extent.way);
    side.addScaledVector(new Vector3().crossVectors(this.up, side), -0.5).addScaledVector(this.up, 1.6).normalize();
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).addScaledVector(side, reach * 3);
  }

  setTheme(theme: Theme): void {
    this.stage.background = new Color(theme === "dark" ? "#171c22" : "#f4f6f8");
    this.ground.setTheme(theme);
    this.request();
  }

  follow(body: number | null): void {
    this.eye.follow(body);
    this.request();
  }

  fit(): void {
    this.motion.apply(this.clock.time);
    this.eye.fit();
    this.request();
  }

  /** Asks for one picture at the next chance; there is none before the page gave it a size. */
  request(): void {
    if (this.waiting || this.size.x === 0) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  private render(): void {
    const time = this.clock.time;
    this.motion.apply(time);
    this.lines.update(this.motion);
    this.arrows.update(this.motion, time);
    this.touching.update(time);
    this.swarm.update(this.motion, time);
    this.trails.update(time);
    this.eye.update();
    if (this.eye.followed !== null && this.extent.travels) this.placeSun(this.extent.size * 0.75);
    const { target } = this.eye.controls;
    this.ground.look(target, this.eye.camera.position.distanceTo(target));
    this.renderer.render(this.stage, this.eye.camera);
    this.labels.update(this.eye.camera, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width === 0 || height === 0 || (width === this.size.x && height === this.size.y)) return;
    this.size.set(width, height);
    this.renderer.setPixelRatio(Math.min(this.slow ? 1 : 2, window.devicePixelRatio));
    this.renderer.setSize(width, height);
    this.eye.resize(width, height);
    this.request();
  }

  private watchPointer(): void {
    const find = (e: MouseEvent) => Labels.pick(e, this.canvas, this.eye.camera, this.stage, this.motion);
    this.canvas.addEventListener("pointermove", (e) => {
      if (e.buttons !== 0 || e.pointerType === "touch") return this.labels.showTip(null);
      const box = this.canvas.getBoundingClientRect();
      this.labels.showTip(find(e)?.label ?? null, e.clientX - box.left, e.clientY - box.top);
    });
    this.canvas.addEventListener("pointerleave", () => this.labels.showTip(null));
  }

  /** The picture as it is now. */
  picture(): Promise<Blob | null> {
    this.render();
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }
}
