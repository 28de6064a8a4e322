// Two axes with their numbers and lines, and where a value lies between them.
import { formatTicks } from "../format";
import { cssColor } from "../theme";

export type Span = [number, number];

/** The field between the axes, in pixels of the page. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  px: (x: number) => number;
  py: (y: number) => number;
  vx: (px: number) => number;
  vy: (py: number) => number;
}

const FONT = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const LEFT = 74, RIGHT = 20, TOP = 8, BOTTOM = 44;

/** Room on both sides; a constant gets a band around it. */
export function niceSpan([low, high]: Span): Span {
  if (!(high >= low)) return [-1, 1];
  const size = high - low, least = Math.max(Math.abs(low), Math.abs(high)) * 1e-6;
  if (size <= least) {
    const band = low === 0 && high === 0 ? 1 : Math.max(Math.abs(high) * 0.1, 1e-12);
    return [low - band, high + band];
  }
  return [low - 0.06 * size, high + 0.06 * size];
}

/** Round numbers in a span, about as many as fit. */
export function ticks([low, high]: Span, most: number): number[] {
  const rough = (high - low) / Math.max(1, most), power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((f) => f * power >= rough) ?? 10);
  const out: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) out.push(Number((k * step).toPrecision(12)));
  return out;
}

/** The same pixels for a unit on both axes: the shorter span grows around its middle. */
function alike(x: Span, y: Span, width: number, height: number): [Span, Span] {
  const unit = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
  const grow = ([low, high]: Span, pixels: number): Span => {
    const middle = (low + high) / 2, half = unit * pixels / 2;
    return [middle - half, middle + half];
  };
  return [grow(x, width), grow(y, height)];
}

export interface Frame {
  width: number;
  height: number;
  x: Span;
  y: Span;
  same: boolean;   // one scale for both
  across: string;
  up: string;
}

export function drawAxes(c: CanvasRenderingContext2D, frame: Frame): Box {
  const width = Math.max(10, frame.width - LEFT - RIGHT), height = Math.max(10, frame.height - TOP - BOTTOM);
  const [x, y] = frame.same ? alike(frame.x, frame.y, width, height) : [frame.x, frame.y];
  const box: Box = {
    left: LEFT, top: TOP, width, height,
    px: (v) => LEFT + (v - x[0]) / (x[1] - x[0]) * width,
    py: (v) => TOP + (y[1] - v) / (y[1] - y[0]) * height,
    vx: (p) => x[0] + (p - LEFT) / width * (x[1] - x[0]),
    vy: (p) => y[1] - (p - TOP) / height * (y[1] - y[0]),
  };
  c.clearRect(0, 0, frame.width, frame.height);
  c.font = FONT;
  c.lineWidth = 1;
  c.strokeStyle = cssColor("--line");
  c.fillStyle = cssColor("--soft");
  c.textAlign = "center";
  c.textBaseline = "top";
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
  };
  const across = ticks(x, width / 80), acrossText = formatTicks(across);
  across.forEach((v, k) => {
    const p = Math.round(box.px(v)) + 0.5;
    line(p, TOP, p, TOP + height + 4);
    c.fillText(acrossText[k]!, p, TOP + height + 7);
  });
  c.textAlign = "right";
  c.textBaseline = "middle";
  const upwards = ticks(y, height / 45), upwardsText = formatTicks(upwards);
  upwards.forEach((v, k) => {
    const p = Math.round(box.py(v)) + 0.5;
    line(LEFT - 4, p, LEFT + width, p);
    c.fillText(upwardsText[k]!, LEFT - 8, p);
  });
  c.textAlign = "center";
  c.fillText(frame.across, LEFT + width / 2, frame.height - 9);
  c.save();
  c.translate(10, TOP + height / 2);
  c.rotate(-Math.PI / 2);
  c.fillText(frame.up, 0, 0);
  c.restore();
  return box;
}
