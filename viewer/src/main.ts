// Joins the parts of the page.
import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/parts.css";
import { DataError, readReport, type Report } from "./data";
import { el, iconButton } from "./dom";
import { helpOverlay } from "./help";
import { installHook } from "./hook";
import { ICONS } from "./icons";
import { goTo, handleKeys, SECTIONS } from "./keyboard";
import { plotsPanel } from "./plots/panel";
import { scenePanel } from "./scene/panel";
import { structurePanel } from "./structure/panel";
import { summaryPanel } from "./summary";
import { ThemeStore } from "./theme";
import { Clock } from "./time";
import { transport } from "./transport";

function header(report: Report, themes: ThemeStore, help: () => void): HTMLElement {
  return el("header", {},
    el("h1", {}, report.name),
    el("span", { class: "program" }, report.program),
    el("nav", { "aria-label": "Parts of the report" }, ...SECTIONS.map(({ id, name }, i) =>
      el("button", { type: "button", title: `${name} (${i + 1})`, onclick: () => goTo(id) }, name))),
    iconButton(ICONS.theme, "Light or dark (d)", () => themes.toggle()),
    iconButton(ICONS.help, "Help (?)", help));
}

function build(app: HTMLElement, report: Report): void {
  document.title = `${report.name} – Treadle`;
  const clock = new Clock(report.start, report.end);
  const themes = new ThemeStore();
  const help = helpOverlay();
  const top = el("div", { class: "top" });
  app.append(header(report, themes, () => help.toggle()), el("main", {}, top), transport(report, clock), help.node);
  const scene = scenePanel(report, clock, themes);
  top.append(scene.node, plotsPanel(report, clock, themes));
  handleKeys(report, clock, {
    followNext: scene.followNext, toggleTheme: () => themes.toggle(), toggleHelp: help.toggle,
  });
  // What lies below the first screen comes after the first picture.
  requestAnimationFrame(() => setTimeout(() => {
    app.querySelector("main")!.append(el("div", { class: "below" }, summaryPanel(report, clock), structurePanel(report, themes)));
    installHook(report, clock);
  }));
}

const app = document.getElementById("app")!;
try {
  const raw = document.getElementById("treadle-data")?.textContent ?? "null";
  build(app, readReport(JSON.parse(raw)));
} catch (error) {
  const known = error instanceof DataError;
  if (!known) console.error(error);
  app.replaceChildren(el("p", { class: "notice" },
    known ? error.message : `The report cannot be shown: ${String(error)}`));
}
