// A smooth curve through points at equal distances in time (Catmull and Rom): it passes each of them, and its
// direction there is that of the line between the neighbours.

/** `between` points for each one that is given; x, y, z one after the other. */
export function smoothPoints(places: Float32Array, between: number): Float32Array {
  const count = places.length / 3;
  if (between <= 1 || count < 3) return places.slice();
  const out = new Float32Array(((count - 1) * between + 1) * 3);
  const at = (i: number, k: number) => places[Math.min(count - 1, Math.max(0, i)) * 3 + k]!;
  for (let i = 0; i + 1 < count; i++)
    for (let b = 0; b < between; b++)
      for (let k = 0; k < 3; k++) {
        const t = b / between, p1 = at(i, k), p2 = at(i + 1, k);
        // at both ends the curve goes on straight
        const p0 = i === 0 ? 2 * p1 - p2 : at(i - 1, k), p3 = i + 2 === count ? 2 * p2 - p1 : at(i + 2, k);
        const m1 = (p2 - p0) / 2, m2 = (p3 - p1) / 2;
        out[(i * between + b) * 3 + k] =
          p1 + t * (m1 + t * (3 * (p2 - p1) - 2 * m1 - m2 + t * (2 * (p1 - p2) + m1 + m2)));
      }
  for (let k = 0; k < 3; k++) out[out.length - 3 + k] = at(count - 1, k);
  return out;
}
