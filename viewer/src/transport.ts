// The bar under everything: play, time, slider with events on it, speed, loop.
import type { Report } from "./data";
import { el, iconButton, setIcon } from "./dom";
import { formatNumber, timeFormat } from "./format";
import { ICONS } from "./icons";
import { SPEEDS, type Clock } from "./time";

function ticks(report: Report, clock: Clock): HTMLElement {
  const node = el("div", { class: "ticks" });
  if (clock.duration <= 0) return node;
  for (const event of report.events.slice(0, 400)) {
    const text = `${event.label} (${event.kind}) at ${formatNumber(event.time)} s`;
    const tick = el("button", { type: "button", class: `tick ${event.kind === "event" || event.kind === "switch" ? event.kind : "singular"}`,
      title: text, "aria-label": `Go to ${text}`, onclick: () => clock.set(event.time), tabindex: -1 });
    tick.style.left = `${(event.time - clock.start) / clock.duration * 100}%`;
    node.append(tick);
  }
  return node;
}

export function transport(report: Report, clock: Clock): HTMLElement {
  const show = timeFormat(clock.duration);
  const play = iconButton(ICONS.play, "Play (space)", () => clock.play(!clock.playing));
  play.classList.add("play");
  const slider = el("input", { type: "range", min: clock.start, max: clock.end, step: "any", "aria-label": "Time" });
  slider.addEventListener("input", () => {
    clock.play(false);
    clock.set(Number(slider.value));
  });
  const time = el("output", { class: "time", "aria-live": "off" });
  const speed = el("select", { "aria-label": "Speed", title: "Speed (+ and −)" },
    ...SPEEDS.map((s) => el("option", { value: s }, `${s}×`)));
  speed.addEventListener("change", () => clock.setSpeed(Number(speed.value)));
  const loop = iconButton(ICONS.loop, "Loop", () => clock.setLoop(!clock.loop));
  if (clock.duration <= 0) for (const part of [play, slider, speed, loop]) part.disabled = true;
  const end = el("span", { class: "end" }, ` / ${show(clock.end)} s`);
  let wasPlaying: boolean | null = null;
  clock.watch(() => {
    time.textContent = show(clock.time);
    slider.value = String(clock.time);
    slider.setAttribute("aria-valuetext", `${show(clock.time)} s`);
    slider.style.setProperty("--part", clock.duration > 0 ? `${(clock.time - clock.start) / clock.duration * 100}%` : "0%");
    if (speed.value !== String(clock.speed)) speed.value = String(clock.speed);
    loop.setAttribute("aria-pressed", String(clock.loop));
    if (wasPlaying === clock.playing) return;
    wasPlaying = clock.playing;
    setIcon(play, clock.playing ? ICONS.pause : ICONS.play);
    play.setAttribute("aria-label", clock.playing ? "Pause (space)" : "Play (space)");
    play.title = clock.playing ? "Pause (space)" : "Play (space)";
  });
  return el("footer", { class: "transport", "aria-label": "Time" }, play,
    el("div", { class: "clock" }, time, end),
    el("div", { class: "rail" }, slider, ticks(report, clock)), speed, loop);
}
