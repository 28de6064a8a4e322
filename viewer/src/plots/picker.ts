// The list of all channels: searchable, in groups, with units and a box to tick.
import type { Channel, Report } from "../data";
import { el } from "../dom";
import type { Selection } from "./selection";

const MOST = 500;   // entries drawn at once

export function picker(report: Report, selection: Selection): HTMLElement {
  const groups = new Map<string, Channel[]>();
  for (const channel of report.channels)
    groups.set(channel.group, [...(groups.get(channel.group) ?? []), channel]);
  const search = el("input", { type: "search", placeholder: "Search name, unit or group",
    "aria-label": "Search channels" });
  const list = el("div", { class: "groups" });
  const opened = new Set<string>();
  for (const channel of selection.chosen) opened.add(channel.group);
  if (groups.size === 1) opened.add([...groups.keys()][0]!);

  const entry = (channel: Channel): HTMLElement => {
    const input = el("input", { type: "checkbox", checked: selection.has(channel), "data-channel": channel.name });
    input.addEventListener("change", () => selection.toggle(channel, input.checked));
    return el("label", { class: "check" }, input, el("span", {}, channel.name),
      el("span", { class: "unit" }, channel.unit));
  };
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (c: Channel) => {
      const text = `${c.name} ${c.unit} ${c.group}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    list.replaceChildren();
    let left = MOST;
    for (const [group, all] of groups) {
      const found = all.filter(fits);
      if (found.length === 0) continue;
      const open = words.length > 0 || opened.has(group);
      const ticked = all.filter((c) => selection.has(c)).length;
      const details = el("details", { open },
        el("summary", {}, group, el("span", { class: "count" }, ticked > 0 ? `${ticked} of ${all.length}` : `${all.length}`)));
      const fill = () => {
        details.append(...found.slice(0, left).map(entry));
        if (found.length > left) details.append(el("p", { class: "soft" }, `${found.length - left} more: search for them`));
        left = Math.max(0, left - found.length);
      };
      if (open) fill();
      details.addEventListener("toggle", () => {
        if (details.open) opened.add(group);
        else opened.delete(group);
        if (details.open && details.childElementCount === 1) fill();
      });
      list.append(details);
    }
    if (list.childElementCount === 0) list.append(el("p", { class: "soft" }, "No channel fits."));
  };
  search.addEventListener("input", draw);
  selection.watch(() => {
    for (const input of list.querySelectorAll<HTMLInputElement>("input[data-channel]"))
      input.checked = selection.chosen.some((c) => c.name === input.dataset.channel);
  });
  draw();
  return el("div", { class: "picker" }, search, list,
    el("button", { type: "button", onclick: () => selection.clear() }, "Clear all"));
}
