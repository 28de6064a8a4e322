// Structure: the graph, the patterns, and the joints as a table.
import type { Report } from "../data";
import { el } from "../dom";
import type { ThemeStore } from "../theme";
import { graphView } from "./graph";
import { patternView } from "./pattern";

function edgeTable(report: Report): HTMLElement {
  const { bodies, edges } = report.graph;
  const row = (cells: string[], cell: "td" | "th") => el("tr", {}, ...cells.map((c) => el(cell, {}, c)));
  return el("details", {}, el("summary", {}, "All joints, constraints and forces"),
    el("div", { class: "sheet" }, el("table", {},
      el("thead", {}, row(["Name", "Type", "Between", "Kind"], "th")),
      el("tbody", {}, ...edges.map((e) =>
        row([e.name, e.type ?? "", `${bodies[e.parent]} – ${bodies[e.child]}`, e.kind], "td"))))));
}

export function structurePanel(report: Report, themes: ThemeStore): HTMLElement {
  const { labels, inertia, factor, skipped } = report.patterns;
  const many = report.graph.bodies.length > 6;
  const node = el("section", { class: many ? "structure stacked" : "structure", id: "structure", "aria-label": "Structure", tabindex: -1 },
    el("h2", {}, "Structure"),
    el("div", { class: "card" }, el("h3", {}, "Bodies and joints"), graphView(report.graph),
      report.graph.edges.length > 0 && edgeTable(report)));
  if (labels.length > 0)
    node.append(el("div", { class: "card" }, el("h3", {}, "Patterns"), el("div", { class: "patterns" },
      patternView("Composite inertia matrix", labels, { cells: inertia, symmetric: true }, themes),
      factor.length > 0 &&
        patternView("Its factor", labels, { cells: factor, before: inertia, symmetric: false }, themes))));
  else if (skipped !== "") node.append(el("div", { class: "card" }, el("h3", {}, "Patterns"), el("p", { class: "soft" }, skipped)));
  return node;
}
