// Names of the curves, their values at the clock's time, their units, and a button to take each away.
import type { Channel } from "../data";
import { el, iconButton, svg } from "../dom";
import { formatNumber } from "../format";
import { ICONS } from "../icons";
import { valueAt } from "../lookup";
import type { Pen } from "./plot";

export class Legend {
  readonly node = el("ul", { class: "legend" });
  private values: HTMLElement[] = [];

  constructor(private channels: Channel[], pens: Pen[], remove: (channel: Channel) => void) {
    channels.forEach((channel, i) => {
      const pen = pens[i]!;
      const value = el("output", { class: "value" });
      this.values.push(value);
      this.node.append(el("li", { "data-channel": channel.name },
        svg("svg", { viewBox: "0 0 22 8", class: "pen", "aria-hidden": "true" },
          svg("line", { x1: 0, x2: 22, y1: 4, y2: 4, stroke: pen.color, "stroke-width": 2.5,
            "stroke-dasharray": pen.dash.join(" ") || undefined })),
        el("span", { class: "name", title: `${channel.group}: ${channel.name}` }, channel.name),
        value,
        el("span", { class: "unit" }, channel.unit),
        iconButton(ICONS.close, `Remove ${channel.name}`, () => remove(channel))));
    });
  }

  setTime(time: number): void {
    this.channels.forEach((channel, i) => {
      const text = formatNumber(valueAt(channel, time));
      if (this.values[i]!.textContent !== text) this.values[i]!.textContent = text;
    });
  }
}
