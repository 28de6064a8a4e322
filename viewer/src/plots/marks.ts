// Events and singular times as dashed lines over a plot.
import type uPlot from "uplot";
import type { ReportEvent } from "../report";
import { eventColor, type ThemeStore } from "../theme";

const MOST = 400;   // lines; beyond that a plot would be all lines

export function eventMarks(events: ReportEvent[], themes: ThemeStore): uPlot.Plugin {
  return {
    hooks: {
      drawClear: (u: uPlot) => {
        const { ctx, bbox } = u;
        ctx.save();
        ctx.lineWidth = devicePixelRatio;
        ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
        for (const event of events.slice(0, MOST)) {
          const x = Math.round(u.valToPos(event.time, "x", true));
          if (x < bbox.left || x > bbox.left + bbox.width) continue;
          ctx.strokeStyle = eventColor(event.kind, themes.current);
          ctx.globalAlpha = 0.65;
          ctx.beginPath();
          ctx.moveTo(x, bbox.top);
          ctx.lineTo(x, bbox.top + bbox.height);
          ctx.stroke();
        }
        ctx.restore();
      },
    },
  };
}

/** The event nearest to a place on the plot, within a few pixels. */
export function eventNear(u: uPlot, events: ReportEvent[], left: number): ReportEvent | null {
  let best: ReportEvent | null = null, nearest = 5;
  for (const event of events) {
    const away = Math.abs(u.valToPos(event.time, "x") - left);
    if (away < nearest) [best, nearest] = [event, away];
  }
  return best;
}
