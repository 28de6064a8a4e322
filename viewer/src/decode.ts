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

/** A value computed at its first use. */
export function lazy<T>(make: () => T): () => T {
  let value: { it: T } | null = null;
  return () => (value ??= { it: make() }).it;
}
