// The one clock of the page: time, playing, speed, loop. Everything that shows time listens to it.

export const SPEEDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const SHORTEST_SHOW = 3;   // seconds; shorter runs start slowed down

export class Clock {
  time: number;
  playing = false;
  speed = 1;
  loop = true;
  private listeners: ((clock: Clock) => void)[] = [];
  private last = 0;

  constructor(readonly start: number, readonly end: number) {
    this.time = start;
    const slow = SPEEDS.filter((s) => s <= 1 && this.duration / s >= SHORTEST_SHOW);
    if (this.duration > 0) this.speed = slow[slow.length - 1] ?? SPEEDS[0]!;
  }

  get duration(): number {
    return this.end - this.start;
  }

  /** Calls back now and after every change. */
  watch(listener: (clock: Clock) => void): void {
    this.listeners.push(listener);
    listener(this);
  }

  set(time: number): void {
    if (!Number.isFinite(time)) return;
    const inside = Math.min(this.end, Math.max(this.start, time));
    if (inside === this.time) return;
    this.time = inside;
    this.tell();
  }

  play(on: boolean): void {
    if (on === this.playing || (on && this.duration <= 0)) return;
    if (on && this.time >= this.end) this.time = this.start;
    this.playing = on;
    if (on) {
      this.last = performance.now();
      requestAnimationFrame(this.tick);
    }
    this.tell();
  }

  setSpeed(speed: number): void {
    if (!(speed > 0)) return;
    this.speed = speed;
    this.tell();
  }

  /** One step up or down the list of speeds. */
  changeSpeed(direction: 1 | -1): void {
    const faster = SPEEDS.find((s) => s > this.speed * 1.001);
    const slower = [...SPEEDS].reverse().find((s) => s < this.speed * 0.999);
    this.setSpeed((direction > 0 ? faster : slower) ?? this.speed);
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.tell();
  }

  private tick = (now: number): void => {
    if (!this.playing) return;
    const passed = Math.min(0.25, Math.max(0, (now - this.last) / 1000)) * this.speed;
    this.last = now;
    let next = this.time + passed;
    if (next >= this.end) {
      if (this.loop) next = this.start + ((next - this.start) % this.duration);
      else {
        next = this.end;
        this.playing = false;
      }
    }
    this.time = next;
    if (this.playing) requestAnimationFrame(this.tick);
    this.tell();
  };

  private tell(): void {
    for (const listener of this.listeners) listener(this);
  }
}
