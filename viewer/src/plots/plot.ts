// One plot: the chosen channels of one unit over time, with the clock's time as a line.
import uPlot from "uplot";
import type { Channel, Report } from "../data";
import { el } from "../dom";
import { formatNumber, formatTicks } from "../format";
import { cssColor, type ThemeStore } from "../theme";
import { Legend } from "./legend";
import { eventMarks, eventNear } from "./marks";
import { commonTable } from "./table";
import type { TimeRange } from "./zoom";

const MOST_BENT = 4000;   // samples
const FONT = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

export interface Pen {
  color: string;
  dash: number[];
}

/** What the panel does with a plot, over time or over another channel. */
export interface PlotView {
  node: HTMLElement;
  channels: Channel[];
  pens: Pen[];
  canvas: () => HTMLCanvasElement;
  setTime: (time: number) => void;
  zoomed: () => void;
  resize: (height: number) => void;
  destroy: () => void;
}

export class Plot implements PlotView {
  readonly node = el("div", { class: "plot" });
  readonly canvas = () => this.u.ctx.canvas;
  readonly legend: Legend;
  private u: uPlot;
  private line = el("div", { class: "now" });
  private tip = el("div", { class: "tip", hidden: true });
  private area = el("div", { class: "area" });
  private table: uPlot.AlignedData;
  private time = NaN;

  constructor(
    readonly channels: Channel[], readonly pens: Pen[], private report: Report, themes: ThemeStore,
    private range: TimeRange, remove: (channel: Channel) => void,
  ) {
    this.table = commonTable(channels);
    this.legend = new Legend(channels, pens, remove);
    this.node.append(this.legend.node, this.area);
    this.u = new uPlot(this.options(themes), this.table, this.area);
    this.u.over.append(this.line, this.tip);
    this.u.over.addEventListener("pointermove", (e) => this.showTip(e));
    this.u.over.addEventListener("pointerleave", () => (this.tip.hidden = true));
  }

  private options(themes: ThemeStore): uPlot.Options {
    const text = cssColor("--soft"), lines = cssColor("--line");
    const unit = this.channels[0]?.unit ?? "";
    const axis = (label?: string): uPlot.Axis => ({
      stroke: text, font: FONT, label, labelFont: FONT, labelSize: 18, labelGap: 2,
      grid: { stroke: lines, width: 1 }, ticks: { stroke: lines, width: 1, size: 4 },
    });
    const single = this.table[0].length < 2;
    return {
      width: 300, height: 180,
      legend: { show: false },
      padding: [8, 20, 0, 0],
      cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false }, y: false },
      scales: {
        x: { time: false, range: () => this.range.current },
        y: { range: (_u, low, high) => niceRange(low, high) },
      },
      axes: [
        { ...axis(), size: 26, gap: 4, values: (_u, splits) => formatTicks(splits) },
        { ...axis(unit === "" ? "–" : unit), size: (_u, splits) => widthOf(splits),
          values: (_u, splits) => formatTicks(splits) },
      ],
      series: [{}, ...this.channels.map((channel, i): uPlot.Series => ({
        label: channel.name, stroke: this.pens[i]!.color, dash: this.pens[i]!.dash, width: 1.6,
        points: { show: single, size: 7 }, pxAlign: 0,   // no steps of whole pixels
        // few samples are joined by a smooth curve that stays between them; many are, at this size, one already
        paths: this.table[0].length <= MOST_BENT ? uPlot.paths.spline!() : undefined,
      }))],
      plugins: [eventMarks(this.report.events, themes)],
      // The scale is there only after the drawing; then the line of time goes to its place.
      hooks: { draw: [() => this.setTime(this.time)] },
    };
  }

  /** The x of the pointer as a time. */
  timeAt(e: PointerEvent | WheelEvent): number {
    const box = this.u.over.getBoundingClientRect();
    return this.u.posToVal(e.clientX - box.left, "x");
  }

  get over(): HTMLElement {
    return this.u.over;
  }

  setTime(time: number): void {
    this.time = time;
    if (!this.u) return;   // first drawing, inside the constructor
    const left = this.u.valToPos(time, "x");
    const inside = Number.isFinite(left) && left >= -1 && left <= this.u.over.clientWidth + 1;
    this.line.hidden = !inside;
    if (inside) this.line.style.transform = `translateX(${left.toFixed(1)}px)`;
    this.legend.setTime(time);
  }

  zoomed(): void {
    const [min, max] = this.range.current;
    this.u.setScale("x", { min, max });
  }

  resize(height: number): void {
    const width = this.area.clientWidth;
    if (width > 40 && (this.u.width !== width || this.u.height !== height)) this.u.setSize({ width, height });
  }

  destroy(): void {
    this.u.destroy();
    this.node.remove();
  }

  private showTip(e: PointerEvent): void {
    const box = this.u.over.getBoundingClientRect();
    const left = e.clientX - box.left;
    const event = eventNear(this.u, this.report.events, left);
    this.tip.hidden = false;
    this.tip.textContent = event
      ? `${event.label} (${event.kind}) at ${formatNumber(event.time)} s`
      : `${formatNumber(this.u.posToVal(left, "x"), 4)} s`;
    const far = left > box.width / 2;
    this.tip.style.transform = `translate(${left + (far ? -8 : 8)}px, 4px) translateX(${far ? -100 : 0}%)`;
  }
}

/** Of an axis with these numbers, in pixels; null before there are any. */
function widthOf(labels: string[] | null): number {
  return Math.max(56, 14 + 7 * Math.max(0, ...(labels ?? []).map((text) => text.length)));
}

/** Room above and below; a constant gets a band around it. */
function niceRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = high - low;
  const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-6;
  if (size <= least) {
    const band = Math.max(Math.abs(high) * 0.1, 1e-12);
    return high === 0 && low === 0 ? [-1, 1] : [low - band, high + band];
  }
  return [low - 0.06 * size, high + 0.06 * size];
}
