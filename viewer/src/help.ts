// The overlay with keys and gestures.
import { el, iconButton } from "./dom";
import { ICONS } from "./icons";
import { KEYS } from "./keyboard";

const GESTURES: [string, string][] = [
  ["Drag in 3D", "turn; right button or two fingers: move; wheel or pinch: zoom"],
  ["Drag in a plot", "move time; with Shift: zoom to a stretch"],
  ["Ctrl and wheel in a plot", "zoom; double click: the whole run"],
];

export function helpOverlay(): { node: HTMLDialogElement; toggle: (on?: boolean) => void } {
  const rows = (pairs: [string, string][]) => el("dl", {}, ...pairs.flatMap(([key, text]) =>
    [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)]));
  const node = el("dialog", { class: "help", "aria-label": "Help" },
    el("h2", {}, "Keys"), rows(KEYS), el("h2", {}, "Pointer"), rows(GESTURES));
  const toggle = (on = !node.open) => {
    if (on && !node.open) node.showModal();
    else if (!on && node.open) node.close();
  };
  node.prepend(iconButton(ICONS.close, "Close", () => toggle(false)));
  node.addEventListener("click", (e) => {
    if (e.target === node) toggle(false);
  });
  return { node, toggle };
}
