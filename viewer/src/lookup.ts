// Where a time lies among sorted times, and values between samples.
import type { Channel } from "./data";

/** Largest i with times[i] <= t, kept inside the array; 0 for an empty one. */
export function indexAt(times: ArrayLike<number>, t: number): number {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index below t and how far t is on the way to the next one, from 0 to 1. */
export function placeAt(times: ArrayLike<number>, t: number): { index: number; part: number } {
  const index = indexAt(times, t);
  const here = times[index], next = times[index + 1];
  if (here === undefined || next === undefined || !(next > here)) return { index, part: 0 };
  return { index, part: Math.min(1, Math.max(0, (t - here) / (next - here))) };
}

/** A channel's value at a time, straight between samples; NaN in a gap and where there is nothing. */
export function valueAt(channel: Channel, t: number): number {
  const data = channel.data();
  const { index, part } = placeAt(channel.time(), t);
  const here = data[index] ?? NaN;
  if (part === 0) return here;
  const next = data[index + 1] ?? NaN;
  if (part === 1) return next;
  return here + part * (next - here);
}
