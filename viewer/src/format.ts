// Numbers as people read them.

/** About five digits, powers of ten only where the number is very large or small. */
export function formatNumber(value: number, digits = 5): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const plain = size >= 1e-3 && size < 1e6;
  const text = plain
    ? trim(value.toPrecision(Math.max(digits, Math.floor(Math.log10(size)) + 1)))
    : value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return text.replace("-", "−").replace("e-", "e−");
}

function trim(text: string): string {
  return text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * Numbers of an axis: as many digits as it takes to tell neighbours apart, the same for all. Beyond nine digits they
 * are alike to the eye.
 */
export function formatTicks(values: number[]): string[] {
  const finite = values.filter(Number.isFinite);
  const most = Math.max(0, ...finite.map(Math.abs));
  let least = Infinity;
  for (let i = 1; i < finite.length; i++) least = Math.min(least, Math.abs(finite[i]! - finite[i - 1]!) || Infinity);
  const known = most > 0 && Number.isFinite(least);
  const digits = known
    ? Math.ceil(Math.log10(most)) - Math.floor(Math.log10(least * (1 + 1e-9))) + 1 : 4;
  // a sum of steps that should be zero is not
  return values.map((v) => formatNumber(known && Math.abs(v) < least * 1e-6 ? 0 : v, Math.min(9, Math.max(4, digits))));
}

/** Time with as many decimals as the length of the run asks for. */
export function timeFormat(duration: number): (t: number) => string {
  const decimals = duration > 0
    ? Math.min(6, Math.max(2, 3 - Math.floor(Math.log10(duration)))) : 3;
  return (t) => t.toFixed(decimals).replace("-", "−");
}

export function withUnit(text: string, unit: string): string {
  return unit === "" || unit === "1" ? text : `${text} ${unit}`;
}
