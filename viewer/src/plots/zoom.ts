// The stretch of time that all plots show.

export class TimeRange {
  current: [number, number];
  private listeners: (() => void)[] = [];

  constructor(private start: number, private end: number) {
    this.current = this.whole();
  }

  /** The whole run; one sample alone gets a second around it. */
  private whole(): [number, number] {
    return this.end > this.start ? [this.start, this.end] : [this.start - 0.5, this.end + 0.5];
  }

  watch(listener: () => void): void {
    this.listeners.push(listener);
  }

  reset(): void {
    this.set(...this.whole());
  }

  set(from: number, to: number): void {
    const [first, last] = this.whole();
    const low = Math.max(first, Math.min(from, to)), high = Math.min(last, Math.max(from, to));
    if (!(high - low > (last - first) * 1e-7)) return;
    this.current = [low, high];
    for (const listener of this.listeners) listener();
  }

  /** Factor below one: closer, around a time. */
  scale(factor: number, around: number): void {
    const [low, high] = this.current;
    const [first, last] = this.whole();
    const wide = Math.min(last - first, (high - low) * factor);
    const from = Math.min(last - wide, Math.max(first, around - (around - low) * wide / (high - low)));
    this.set(from, from + wide);
  }
}
