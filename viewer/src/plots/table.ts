// Channels as columns over one common time, for plots and for CSV. Gaps are null; where a channel has
// no sample at a time of another one, undefined.
import uPlot from "uplot";
import type { Channel } from "../data";
import type { Numbers } from "../decode";

type Column = Numbers | (number | null)[];

function column(data: Numbers, length: number): Column {
  let whole = data.length === length;
  for (let i = 0; whole && i < length; i++) whole = Number.isFinite(data[i]!);
  if (whole) return data;
  return Array.from({ length }, (_, i) => {
    const value = data[i];
    return value !== undefined && Number.isFinite(value) ? value : null;
  });
}

export function commonTable(channels: Channel[]): uPlot.AlignedData {
  const times = [...new Set(channels.map((c) => c.time()))];
  const tables = times.map((time): uPlot.AlignedData => [
    time,
    ...channels.filter((c) => c.time() === time).map((c) => column(c.data(), time.length)),
  ] as unknown as uPlot.AlignedData);
  if (tables.length <= 1) return tables[0] ?? [[]];
  const joined = uPlot.join(tables);
  // join puts columns in the order of tables; give them back in the order of channels.
  const order = times.flatMap((time) => channels.filter((c) => c.time() === time));
  return [joined[0], ...channels.map((c) => joined[order.indexOf(c) + 1]!)] as uPlot.AlignedData;
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

export function toCsv(channels: Channel[]): string {
  const table = commonTable(channels);
  const head = ["time [s]", ...channels.map((c) => `${c.name} [${c.unit || "1"}]`)].map(quoted).join(",");
  const rows = Array.from(table[0], (t, i) =>
    [t, ...table.slice(1).map((values, k) => cell(values?.[i], channels[k]!))].join(","));
  return [head, ...rows].join("\n") + "\n";
}

/** Numbers stored with 32 bits carry about eight digits; more would be noise. */
function cell(value: number | null | undefined, channel: Channel): string {
  if (value === null || value === undefined) return "";
  return String(channel.data() instanceof Float32Array ? Number(value.toPrecision(9)) : value);
}
