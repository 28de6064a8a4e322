// Keys of the page. Fields and sliders keep the keys that they use themselves.
import type { Report } from "./data";
import type { Clock } from "./time";

export const SECTIONS = [
  { id: "motion", name: "Motion" }, { id: "plots", name: "Plots" },
  { id: "summary", name: "Summary" }, { id: "structure", name: "Structure" },
];

export const KEYS: [string, string][] = [
  ["Space", "play or pause"],
  ["← →", "one frame back or on; with Shift ten"],
  ["Home End", "start or end"],
  ["+ −", "faster or slower"],
  ["l", "loop on or off"],
  ["f", "follow the next body"],
  ["1 2 3 4", "motion, plots, summary, structure"],
  ["d", "light or dark"],
  ["?", "this help; Esc closes it"],
];

export interface Actions {
  followNext: () => void;
  toggleTheme: () => void;
  toggleHelp: (on?: boolean) => void;
}

export function goTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start", behavior: "auto" });
  section?.focus({ preventScroll: true });
}

function step(report: Report, clock: Clock, frames: number): void {
  clock.play(false);
  const count = Math.max(report.frameTimes.length, 2);
  clock.set(clock.time + frames * clock.duration / (count - 1));
}

export function handleKeys(report: Report, clock: Clock, actions: Actions): void {
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const at = e.target instanceof HTMLElement ? e.target : document.body;
    if (at.matches("select, textarea, input[type=search], input[type=text]")) return;
    if (e.key === " " && at.matches("button, summary, input[type=checkbox]")) return;
    if (/^(Arrow|Home|End)/.test(e.key) && at.matches("input[type=range]:not([aria-label=Time])")) return;
    const far = e.shiftKey ? 10 : 1;
    const act: Record<string, () => void> = {
      " ": () => clock.play(!clock.playing),
      ArrowRight: () => step(report, clock, far),
      ArrowLeft: () => step(report, clock, -far),
      Home: () => clock.set(clock.start),
      End: () => clock.set(clock.end),
      "+": () => clock.changeSpeed(1),
      "=": () => clock.changeSpeed(1),
      "-": () => clock.changeSpeed(-1),
      l: () => clock.setLoop(!clock.loop),
      f: actions.followNext,
      d: actions.toggleTheme,
      "?": () => actions.toggleHelp(),
      Escape: () => actions.toggleHelp(false),
    };
    SECTIONS.forEach(({ id }, i) => (act[String(i + 1)] = () => goTo(id)));
    const chosen = act[e.key];
    if (!chosen) return;
    if (e.key !== "Escape") e.preventDefault();
    chosen();
  });
}
