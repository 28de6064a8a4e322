// A small window into the page for tests: window.treadle.
import type { Report } from "./data";
import { formatTicks } from "./format";
import { valueAt } from "./lookup";
import type { Clock } from "./time";

declare global {
  interface Window {
    treadle?: object;
  }
}

export function installHook(report: Report, clock: Clock): void {
  window.treadle = {
    ready: true,
    get time() { return clock.time; },
    get playing() { return clock.playing; },
    setTime: (t: number) => clock.set(t),
    channels: report.channels.map((c) => c.name),
    valueAt: (name: string, t: number) => {
      const channel = report.channels.find((c) => c.name === name);
      return channel ? valueAt(channel, t) : NaN;
    },
    ticks: formatTicks,
  };
}
