// Numbers as base64, and a page filled with data, as the program does it.
export const f32 = (numbers) => ({ f32: Buffer.from(Float32Array.from(numbers).buffer).toString("base64") });
export const f64 = (numbers) => ({ f64: Buffer.from(Float64Array.from(numbers).buffer).toString("base64") });
export const u32 = (numbers) => ({ u32: Buffer.from(Uint32Array.from(numbers).buffer).toString("base64") });
export const u16 = (numbers) => ({ u16: Buffer.from(Uint16Array.from(numbers).buffer).toString("base64") });

const PLACE = '<script type="application/json" id="treadle-data">null</script>';

/** The page with the data in it. */
export function fill(page, data) {
  const parts = page.split(PLACE);
  if (parts.length !== 2) throw new Error("the place of the data is not there exactly once");
  const json = (typeof data === "string" ? data : JSON.stringify(data)).replace(/</g, "\\u003c");
  return parts[0] + PLACE.replace("null", () => json) + parts[1];
}
