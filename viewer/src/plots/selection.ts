// Which channels are plotted, in which order, and in which plot: one plot for each unit.
import type { Channel, Report } from "../data";

const AT_START = 4;

export class Selection {
  readonly chosen: Channel[];
  /** What the others are plotted over; null: time. */
  over: Channel | null = null;
  private listeners: (() => void)[] = [];

  constructor(report: Report) {
    const marked = report.channels.filter((c) => c.isDefault);
    this.chosen = marked.length > 0 ? marked : Selection.sensible(report.channels);
  }

  /** Without a word from the program: the first channels that change. */
  private static sensible(channels: Channel[]): Channel[] {
    const found: Channel[] = [];
    for (const channel of channels.slice(0, 60)) {
      if (found.length === AT_START) break;
      const data = channel.data();
      const first = data[0];
      if (data.some((v) => !Number.isNaN(v) && v !== first)) found.push(channel);
    }
    return found.length > 0 ? found : channels.slice(0, 1);
  }

  watch(listener: () => void): void {
    this.listeners.push(listener);
  }

  has(channel: Channel): boolean {
    return this.chosen.includes(channel);
  }

  toggle(channel: Channel, on = !this.has(channel)): void {
    if (on === this.has(channel)) return;
    if (on) this.chosen.push(channel);
    else this.chosen.splice(this.chosen.indexOf(channel), 1);
    if (!on && this.over === channel) this.over = null;
    this.tell();
  }

  clear(): void {
    this.chosen.length = 0;
    this.over = null;
    this.tell();
  }

  /** One of the chosen channels becomes the horizontal axis of the others; null: time again. */
  plotOver(channel: Channel | null): void {
    this.over = channel;
    this.tell();
  }

  /** Chosen channels by unit, in the order of choice, without the one that they are plotted over. */
  byUnit(): Channel[][] {
    const groups = new Map<string, Channel[]>();
    for (const channel of this.chosen) {
      if (channel === this.over) continue;
      const group = groups.get(channel.unit) ?? [];
      group.push(channel);
      groups.set(channel.unit, group);
    }
    return [...groups.values()];
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
