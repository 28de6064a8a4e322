// The 3D part of the page: picture, its buttons, and what to show. Without WebGL, a message.
import { download, el, fileName, iconButton } from "../dom";
import type { Report } from "../data";
import { ICONS } from "../icons";
import type { ThemeStore } from "../theme";
import type { Clock } from "../time";
import { View } from "./view";

const MOST_LISTED = 300;   // bodies in lists to choose from

export interface ScenePanel {
  node: HTMLElement;
  /** Follows the next body, at last none. */
  followNext: () => void;
}

function check(label: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  const input = el("input", { type: "checkbox", checked: on });
  input.addEventListener("change", () => change(input.checked));
  return el("label", { class: "check" }, input, el("span", {}, label));
}

function options(view: View, report: Report, followed: HTMLSelectElement): HTMLElement {
  const redraw = (act: (on: boolean) => void) => (on: boolean) => {
    act(on);
    view.request();
  };
  const shown = el("fieldset", {}, el("legend", {}, "Show"),
    check("Grid and planes", true, redraw((on) => view.ground.show(on))),
    check("Joints", true, redraw((on) => view.joints.show(on))),
    check("Body axes", false, redraw((on) => view.axes.show(on))),
    check("Names", false, redraw((on) => view.labels.show(on))));
  for (const kind of ["force", "moment"] as const) {
    const count = view.arrows.count(kind);
    if (count === 0) continue;
    const label = `${kind === "force" ? "Forces" : "Moments"} (${count})`;
    shown.append(check(label, view.arrows.shown[kind], redraw((on) => view.arrows.show(kind, on))));
  }
  if (view.touching.any)
    shown.append(check("Forces of contacts", view.touching.shown, redraw((on) => (view.touching.shown = on))));
  const parts: HTMLElement[] = [el("label", { class: "row" }, "Follow", followed), shown];
  if (report.scene.arrows.length > 0 || view.touching.any) {
    const slider = el("input", { type: "range", min: -1.5, max: 1.5, step: 0.05, value: 0, "aria-label": "Length of arrows" });
    slider.addEventListener("input", () => {
      view.arrows.scale = view.touching.scale = 10 ** Number(slider.value);
      view.request();
    });
    parts.push(el("label", { class: "row" }, "Arrow length", slider));
  }
  const { points, named } = view.trails;
  const paths = (title: string, from: number, to: number) => {
    if (from >= to) return;
    parts.push(el("fieldset", { class: "scroll" }, el("legend", {}, title), ...points.slice(from, to).map((p, k) =>
      check(p.name, p.shown, redraw((on) => view.trails.toggle(from + k, on))))));
  };
  paths("Paths of points", 0, named);
  paths("Paths of centres of mass", named + 1, Math.min(points.length, named + 1 + MOST_LISTED));   // the ground has none
  return el("div", { class: "popover", hidden: true }, ...parts);
}

export function scenePanel(report: Report, clock: Clock, themes: ThemeStore): ScenePanel {
  const box = el("div", { class: "stage" });
  const node = el("section", { class: "scene", id: "motion", "aria-label": "Motion", tabindex: -1 }, box);
  let view: View;
  try {
    view = new View(report, clock, box);
  } catch (error) {
    console.info("no 3D:", error);
    box.replaceChildren(el("p", { class: "notice" },
      "This browser shows no 3D (WebGL is missing or switched off). Plots, summary and structure work without it."));
    return { node, followNext: () => undefined };
  }
  themes.watch((theme) => view.setTheme(theme));
  const followed = el("select", { "aria-label": "Body to follow" }, el("option", { value: "" }, "nothing"));
  report.scene.bodies.forEach((body, i) => {
    if (i > 0 && i <= MOST_LISTED) followed.append(el("option", { value: i }, body.name));
  });
  const follow = (body: number | null) => {
    view.follow(body);
    followed.value = body === null ? "" : String(body);
  };
  followed.addEventListener("change", () => follow(followed.value === "" ? null : Number(followed.value)));
  followed.value = view.eye.followed === null ? "" : String(view.eye.followed);
  const popover = options(view, report, followed);
  const opener = iconButton(ICONS.sliders, "What to show", () => toggle());
  const toggle = (on = popover.hidden) => {
    popover.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
  };
  toggle(false);
  popover.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      toggle(false);
      opener.focus();
    }
  });
  view.canvas.addEventListener("pointerdown", () => toggle(false));
  node.append(
    el("div", { class: "tools" }, opener,
      iconButton(ICONS.frame, "Fit the view", () => view.fit()),
      iconButton(ICONS.camera, "Save the picture (PNG)", async () => {
        const picture = await view.picture();
        if (picture) download(`${fileName(report.name)}.png`, picture);
      })),
    popover,
    el("div", { class: "corner" }, `grid ${Number(view.ground.cell.toPrecision(3))} m`));
  const followNext = () => {
    const next = (view.eye.followed ?? 0) + 1;
    follow(next < report.scene.bodies.length ? next : null);
  };
  return { node, followNext };
}
