// Pointer on a plot: a drag moves time, with Shift it chooses a stretch to zoom to, a double click
// shows all, the wheel with Ctrl zooms.
import { el } from "../dom";
import type { Clock } from "../time";
import type { Plot } from "./plot";
import type { TimeRange } from "./zoom";

export function handlePointer(plot: Plot, clock: Clock, range: TimeRange): void {
  const over = plot.over;
  let from: { time: number; x: number } | null = null;
  let moving = false;
  const band = el("div", { class: "band", hidden: true });
  over.append(band);
  over.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    over.setPointerCapture(e.pointerId);
    if (e.shiftKey) from = { time: plot.timeAt(e), x: e.clientX };
    else {
      moving = true;
      clock.play(false);
      clock.set(plot.timeAt(e));
    }
  });
  over.addEventListener("pointermove", (e) => {
    if (moving) clock.set(plot.timeAt(e));
    if (!from) return;
    const left = Math.min(from.x, e.clientX) - over.getBoundingClientRect().left;
    band.hidden = false;
    Object.assign(band.style, { left: `${left}px`, width: `${Math.abs(e.clientX - from.x)}px` });
  });
  const finish = (e: PointerEvent) => {
    if (from && Math.abs(e.clientX - from.x) > 4) range.set(from.time, plot.timeAt(e));
    from = null;
    moving = false;
    band.hidden = true;
  };
  over.addEventListener("pointerup", finish);
  over.addEventListener("pointercancel", finish);
  over.addEventListener("dblclick", () => range.reset());
  over.addEventListener("wheel", (e) => {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    range.scale(Math.exp(e.deltaY * 0.002), plot.timeAt(e));
  }, { passive: false });
}
