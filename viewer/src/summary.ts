// What came out, in words and numbers: summary with levels, messages, events, options, origin.
import type { Report } from "./data";
import { el } from "./dom";
import { timeFormat } from "./format";
import type { SummaryRow } from "./report";
import type { Clock } from "./time";

const SIGNS = { ok: ["✓", "fine"], warn: ["!", "look at this"], bad: ["✕", "bad"] } as const;

function sign(level: SummaryRow["level"]): HTMLElement {
  const known = level && SIGNS[level];
  return known
    ? el("span", { class: `sign ${level}`, role: "img", "aria-label": known[1], title: known[1] }, known[0])
    : el("span", { class: "sign" });
}

function summaryTable(rows: SummaryRow[]): HTMLElement {
  return el("table", { class: "summary-table" }, el("tbody", {}, ...rows.map((row) => el("tr", {},
    el("td", {}, sign(row.level)),
    el("th", { scope: "row" }, row.label),
    el("td", { class: "number" }, String(row.value), row.unit ? el("span", { class: "unit" }, ` ${row.unit}`) : null),
    el("td", { class: "soft" }, row.note ?? "")))));
}

function pairs(rows: [string, string][]): HTMLElement {
  return el("dl", {}, ...rows.filter(([, value]) => value !== "").flatMap(([name, value]) =>
    [el("dt", {}, name), el("dd", {}, value)]));
}

function eventList(report: Report, clock: Clock): HTMLElement {
  const show = timeFormat(clock.duration);
  const rows = report.events.slice(0, 200).map((event) => el("li", {},
    el("button", { type: "button", class: "link", onclick: () => clock.set(event.time) }, `${show(event.time)} s`),
    el("span", {}, event.label), el("span", { class: `kind ${/^\w+$/.test(event.kind) ? event.kind : ""}` }, event.kind)));
  const more = report.events.length - rows.length;
  return el("ul", { class: "events" }, ...rows, more > 0 && el("li", { class: "soft" }, `and ${more} more`));
}

/** The description in words; the model file itself can be unfolded. */
function modelText(text: string): HTMLElement[] {
  let description = "";
  try {
    const model: unknown = JSON.parse(text);
    if (model !== null && typeof model === "object" && "description" in model) description = String(model.description);
  } catch {
    if (text !== "" && text.length < 1000) return [el("p", { class: "text" }, text)];
  }
  const parts: HTMLElement[] = [];
  if (description !== "") parts.push(el("p", { class: "text" }, description));
  if (text !== "")
    parts.push(el("details", { class: "source" }, el("summary", {}, "Model file"), el("pre", { tabindex: 0 }, text)));
  return parts;
}

export function summaryPanel(report: Report, clock: Clock): HTMLElement {
  const card = (title: string, ...children: HTMLElement[]) => el("div", { class: "card" }, el("h3", {}, title), ...children);
  const samples = report.sampleTotal > report.sampleCount && report.sampleCount > 0
    ? `${report.sampleTotal} in the run, ${report.sampleCount} drawn: least and greatest of each stretch` : String(report.sampleTotal);
  const left = el("div", { class: "column" });
  if (report.messages.length > 0)
    left.append(el("div", { class: "card messages" }, el("h3", {}, "Messages"),
      el("ul", {}, ...report.messages.map((m) => el("li", {}, m)))));
  left.append(card("Run", report.summary.length > 0 ? summaryTable(report.summary) : el("p", { class: "soft" }, "No summary.")));
  const right = el("div", { class: "column" });
  if (report.events.length > 0) right.append(card("Events and singular times", eventList(report, clock)));
  right.append(card("Model", ...modelText(report.text), pairs([
    ["Name", report.name], ["File", report.source], ["Hash", report.hash], ["Program", report.program],
    ["Made", report.created], ["Samples", samples]])));
  if (report.options.length > 0)
    right.append(card("Options", pairs(report.options.map((o) => [o.name, String(o.value)]))));
  return el("section", { class: "summary", id: "summary", "aria-label": "Summary", tabindex: -1 },
    el("h2", {}, "Summary"), el("div", { class: "columns" }, left, right));
}
