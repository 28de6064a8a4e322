// Base64 to numbers. Each array is decoded when it is first asked for, and once.
import type { Packed } from "./report";

export type Numbers = Float32Array | Float64Array;

function bytesOf(text: string): Uint8Array {
  const fast = (Uint8Array as unknown as { fromBase64?: (t: string) => Uint8Array }).fromBase64;
  if (fast) return fast(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** A buffer of its own whose length is a whole number of items. */
function bufferOf(text: string, itemSize: number): ArrayBuffer {
  const bytes = bytesOf(text);
  const length = bytes.length - (bytes.length % itemSize);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length) as ArrayBuffer;
}

export function decodeNumbers(packed: Packed | undefined): Numbers {
  if (packed?.f64 !== undefined) return new Float64Array(bufferOf(packed.f64, 8));
  if (packed?.f32 !== undefined) return new Float32Array(bufferOf(packed.f32, 4));
  return new Float32Array(0);
}

export function decodeTimes(packed: Packed | undefined): Float64Array {
  const numbers = decodeNumbers(packed);
  return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
}

export function decodeIndices(packed: Packed | undefined): Uint32Array {
  return packed?.u32 === undefined ? new Uint32Array(0) : new Uint32Array(bufferOf(packed.u32, 4));
}

export function decodeWords(packed: Packed | undefined): Uint16Array {
  return packed?.u16 === undefined ? new Uint16Array(0) : new Uint16Array(bufferOf(packed.u16, 2));
}

/** Seven numbers for each frame: position, quaternion w x y z. */
export function decodePoses(packed: Packed | undefined): Numbers {
  if (packed?.u16 === undefined) return decodeNumbers(packed);
  const words = decodeWords(packed), count = Math.floor(words.length / 6);
  const out = new Float32Array(count * 7);
  const { low = [0, 0, 0], high = [0, 0, 0] } = packed;
  for (let i = 0; i < count; i++) {
    const from = i * 6, to = i * 7;
    for (let k = 0; k < 3; k++) out[to + k] = low[k]! + (words[from + k]! / 65535) * (high[k]! - low[k]!);
    // The three smaller numbers of the quaternion, from -sqrt(1/2) to sqrt(1/2); two bits say which one is missing.
    const largest = (words[from + 3]! >> 15) * 2 + (words[from + 4]! >> 15);
    let rest = 1;
    for (let k = 0, place = 0; k < 4; k++) {
      if (k === largest) continue;
      const value = ((words[from + 3 + place++]! & 32767) / 32767 * 2 - 1) * Math.SQRT1_2;
      out[to + 3 + k] = value;
      rest -= value * value;
    }
    out[to + 3 + largest] = Math.sqrt(Math.max(0, rest));
  }
  return out;
}

/** A value computed at its first use. */
export function lazy<T>(make: () => T): () => T {
  let value: { it: T } | null = null;
  return () => (value ??= { it: make() }).it;
}
