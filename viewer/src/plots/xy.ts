// Channels of one unit over another channel: the curve of a coupler, a cycle, a characteristic. Where both are
// lengths, both axes have the same scale, so that shapes are true.
import type { Channel, Report } from "../data";
import { el } from "../dom";
import { formatNumber } from "../format";
import { indexAt, valueAt } from "../lookup";
import { cssColor } from "../theme";
import type { Clock } from "../time";
import { Legend } from "./legend";
import type { Pen, PlotView } from "./plot";
import { drawAxes, niceSpan, type Box, type Span } from "./xy_axes";
import type { TimeRange } from "./zoom";

/** Samples of both channels at common times. */
interface Track {
  time: Float64Array;
  x: Float64Array;
  y: Float64Array;
}

/** Where two samples stand for a stretch of rows, its least and its greatest value, they are not of one moment;
 * the middle of both is near the middle of the stretch for either channel. */
function trackOf(over: Channel, channel: Channel, stretch: number): Track {
  const time = channel.time(), n = time.length;
  const read = (c: Channel) => Float64Array.from(time, (t, i) => (c.time() === time ? c.data()[i] ?? NaN : valueAt(c, t)));
  const whole = { time: Float64Array.from(time), x: read(over), y: read(channel) };
  if (stretch <= 1 || n < 4) return whole;
  const half = Math.floor(n / 2);
  const mean = (a: Float64Array) => Float64Array.from({ length: half }, (_, i) => (a[2 * i]! + a[2 * i + 1]!) / 2);
  return { time: mean(whole.time), x: mean(whole.x), y: mean(whole.y) };
}

export class XyPlot implements PlotView {
  readonly node = el("div", { class: "plot xy" });
  readonly legend: Legend;
  private picture = el("canvas", { role: "img" });
  private area = el("div", { class: "area" });
  private tracks: Track[];
  private box: Box | null = null;
  private height = 180;
  private time = NaN;

  constructor(
    readonly channels: Channel[], readonly pens: Pen[], private over: Channel, report: Report,
    private range: TimeRange, private clock: Clock, remove: (channel: Channel) => void,
  ) {
    this.tracks = channels.map((c) => trackOf(over, c, report.sampleStretch));
    this.legend = new Legend(channels, pens, remove);
    this.picture.setAttribute("aria-label", `${channels.map((c) => c.name).join(", ")} over ${over.name}`);
    this.area.append(this.picture);
    this.node.append(this.legend.node, this.area);
    this.watchPointer();
  }

  readonly canvas = () => this.picture;

  resize(height: number): void {
    this.height = height;
    this.draw();
  }

  zoomed(): void {
    this.draw();
  }

  setTime(time: number): void {
    this.legend.setTime(time);
    if (this.time === time) return;
    this.time = time;
    this.draw();
  }

  destroy(): void {
    this.node.remove();
  }

  /** First and last sample of a track in the stretch of time that is shown. */
  private shown(track: Track): [number, number] {
    const [from, to] = this.range.current;
    return [indexAt(track.time, from), Math.min(track.time.length - 1, indexAt(track.time, to))];
  }

  private spans(): [Span, Span] {
    const x: Span = [Infinity, -Infinity], y: Span = [Infinity, -Infinity];
    const take = (span: Span, v: number) => {
      if (!Number.isFinite(v)) return;
      span[0] = Math.min(span[0], v);
      span[1] = Math.max(span[1], v);
    };
    for (const track of this.tracks) {
      const [first, last] = this.shown(track);
      for (let i = first; i <= last; i++) {
        take(x, track.x[i]!);
        take(y, track.y[i]!);
      }
    }
    return [niceSpan(x), niceSpan(y)];
  }

  private draw(): void {
    const width = this.area.clientWidth;
    if (width < 40) return;
    const ratio = window.devicePixelRatio || 1;
    const canvas = this.picture;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(this.height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${this.height}px`;
    const c = canvas.getContext("2d")!;
    c.scale(ratio, ratio);
    const [x, y] = this.spans();
    const unit = this.channels[0]?.unit ?? "";
    const box = drawAxes(c, { width, height: this.height, x, y, same: unit === "m" && this.over.unit === "m",
      across: `${this.over.name} [${this.over.unit || "1"}]`, up: unit || "–" });
    this.box = box;
    c.save();
    c.beginPath();
    c.rect(box.left - 1, box.top - 1, box.width + 2, box.height + 2);
    c.clip();
    this.tracks.forEach((track, k) => this.curve(c, box, track, this.pens[k]!));
    this.channels.forEach((channel, k) => {
      const px = box.px(valueAt(this.over, this.time)), py = box.py(valueAt(channel, this.time));
      if (!Number.isFinite(px) || !Number.isFinite(py)) return;
      c.fillStyle = this.pens[k]!.color;
      c.strokeStyle = cssColor("--panel");
      c.lineWidth = 1.5;
      c.beginPath();
      c.arc(px, py, 5, 0, 2 * Math.PI);
      c.fill();
      c.stroke();
    });
    c.restore();
  }

  /** Through all samples, bent as between the neighbours of each; gaps stay gaps. */
  private curve(c: CanvasRenderingContext2D, box: Box, track: Track, pen: Pen): void {
    const [first, last] = this.shown(track);
    const at = (i: number): [number, number] => [box.px(track.x[i]!), box.py(track.y[i]!)];
    const good = (i: number) => i >= first && i <= last && Number.isFinite(track.x[i]) && Number.isFinite(track.y[i]);
    c.strokeStyle = pen.color;
    c.lineWidth = 1.6;
    c.setLineDash(pen.dash);
    c.lineJoin = "round";
    c.beginPath();
    for (let i = first; i <= last; i++) {
      if (!good(i)) continue;
      const here = at(i);
      if (!good(i - 1)) {
        c.moveTo(...here);
        continue;
      }
      const before = at(i - 1), earlier = good(i - 2) ? at(i - 2) : before, next = good(i + 1) ? at(i + 1) : here;
      c.bezierCurveTo(before[0] + (here[0] - earlier[0]) / 6, before[1] + (here[1] - earlier[1]) / 6,
        here[0] - (next[0] - before[0]) / 6, here[1] - (next[1] - before[1]) / 6, ...here);
    }
    c.stroke();
    c.setLineDash([]);
  }

  /** A drag along the curve moves time to the nearest moment. */
  private watchPointer(): void {
    let moving = false;
    const go = (e: PointerEvent) => {
      const place = this.picture.getBoundingClientRect(), box = this.box;
      if (!box) return;
      const [mx, my] = [e.clientX - place.left, e.clientY - place.top];
      let best = Infinity, time = NaN;
      for (const track of this.tracks) {
        const [first, last] = this.shown(track);
        for (let i = first; i <= last; i++) {
          const away = (box.px(track.x[i]!) - mx) ** 2 + (box.py(track.y[i]!) - my) ** 2;
          if (away < best) [best, time] = [away, track.time[i]!];
        }
      }
      if (Number.isFinite(time)) this.clock.set(time);
    };
    this.picture.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      this.picture.setPointerCapture(e.pointerId);
      moving = true;
      this.clock.play(false);
      go(e);
    });
    this.picture.addEventListener("pointermove", (e) => {
      if (moving) go(e);
      const box = this.box, place = this.picture.getBoundingClientRect();
      if (box) this.picture.title =
        `${formatNumber(box.vx(e.clientX - place.left), 4)}, ${formatNumber(box.vy(e.clientY - place.top), 4)}`;
    });
    for (const end of ["pointerup", "pointercancel"]) this.picture.addEventListener(end, () => (moving = false));
  }
}
