// The plots of the page: one for each unit among the chosen channels, above them the buttons.
import type { Channel, Report } from "../data";
import { download, el, fileName, iconButton } from "../dom";
import { ICONS } from "../icons";
import { seriesStyle, type ThemeStore } from "../theme";
import type { Clock } from "../time";
import { plotsImage } from "./image";
import { picker } from "./picker";
import { Plot, type PlotView } from "./plot";
import { handlePointer } from "./pointer";
import { Selection } from "./selection";
import { toCsv } from "./table";
import { XyPlot } from "./xy";
import { TimeRange } from "./zoom";

const LEAST_HEIGHT = 150, LEGEND_ROW = 26;

export function plotsPanel(report: Report, clock: Clock, themes: ThemeStore): HTMLElement {
  const selection = new Selection(report);
  const range = new TimeRange(clock.start, clock.end);
  const stack = el("div", { class: "stack" });
  let plots: PlotView[] = [];

  const choose = el("div", { class: "popover wide", hidden: true });
  const opener = el("button", { type: "button", class: "main", "aria-expanded": "false" }, "Channels");
  const toggle = (on = choose.hidden) => {
    if (on && choose.childElementCount === 0) choose.append(picker(report, selection));
    choose.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
    if (on) choose.querySelector("input")?.focus();
  };
  opener.addEventListener("click", () => toggle());
  choose.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      toggle(false);
      opener.focus();
    }
  });

  const over = el("select", { "aria-label": "Plot over" });
  const fillOver = () => {
    const option = (value: string, name: string) => el("option", { value, selected: value === (selection.over?.name ?? "") }, name);
    over.replaceChildren(option("", "time"), ...selection.chosen.map((c) => option(c.name, c.name)));
  };
  over.addEventListener("change", () => selection.plotOver(selection.chosen.find((c) => c.name === over.value) ?? null));

  const heights = () => {
    const rows = selection.chosen.length * LEGEND_ROW + plots.length * 22;
    const each = plots.length > 0 ? (stack.clientHeight - rows) / plots.length : 0;
    return Math.max(LEAST_HEIGHT, Math.min(560, Math.floor(each)));
  };
  const resize = () => {
    const height = heights();
    for (const plot of plots) {
      plot.resize(height);
      plot.setTime(clock.time);
    }
  };
  const draw = () => {
    for (const plot of plots) plot.destroy();
    let pen = 0;
    plots = selection.byUnit().map((channels) => {
      const pens = channels.map(() => seriesStyle(pen++, themes.current));
      const remove = (c: Channel) => selection.toggle(c, false);
      if (selection.over) return new XyPlot(channels, pens, selection.over, report, range, clock, remove);
      const plot = new Plot(channels, pens, report, themes, range, remove);
      handlePointer(plot, clock, range);
      return plot;
    });
    stack.replaceChildren(...plots.map((p) => p.node));
    if (plots.length === 0)
      stack.append(el("p", { class: "notice" }, report.channels.length === 0 ? "This run has no channels."
        : selection.over ? `Choose a channel to plot over ${selection.over.name}.` : "No channel is chosen."));
    fillOver();
    resize();
  };

  selection.watch(draw);
  range.watch(() => {
    for (const plot of plots) {
      plot.zoomed();
      plot.setTime(clock.time);
    }
  });
  clock.watch(() => {
    for (const plot of plots) plot.setTime(clock.time);
  });
  new ResizeObserver(resize).observe(stack);
  stack.addEventListener("pointerdown", () => toggle(false));

  const name = fileName(report.name);
  const saveCsv = () => download(`${name}.csv`, new Blob([toCsv(selection.chosen)], { type: "text/csv" }));
  const savePng = async () => {
    const image = await plotsImage(plots, report.name, report.program);
    if (image) download(`${name}_plots.png`, image);
  };
  const node = el("section", { class: "plots", id: "plots", "aria-label": "Plots", tabindex: -1 },
    el("div", { class: "bar" }, opener, el("label", { class: "over" }, "over", over), el("span", { class: "space" }),
      iconButton(ICONS.plus, "Zoom in (also Ctrl and wheel, or Shift and drag)", () => range.scale(0.5, clock.time)),
      iconButton(ICONS.minus, "Zoom out", () => range.scale(2, clock.time)),
      iconButton(ICONS.frame, "Show the whole run (also double click)", () => range.reset()),
      iconButton(ICONS.table, "Save the plotted channels (CSV)", saveCsv),
      iconButton(ICONS.picture, "Save the plots (PNG)", () => void savePng())),
    choose, stack);
  // The first drawing waits for the style sheet's colours; later ones follow the theme.
  themes.watch(draw);
  return node;
}
