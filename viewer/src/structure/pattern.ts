// Where a matrix has entries, as a grid. In the factor, entries that the matrix did not have (fill-in)
// have a colour of their own.
import { el } from "../dom";
import { cssColor, type ThemeStore } from "../theme";

interface Entries {
  cells: [number, number][];
  /** Entries not in here are fill-in. */
  before?: [number, number][];
  symmetric: boolean;
}

const key = (row: number, column: number, n: number) => row * n + column;

export function patternView(title: string, labels: string[], entries: Entries, themes: ThemeStore): HTMLElement {
  const n = labels.length;
  const filled = new Set<number>(), old = new Set<number>();
  const mark = (set: Set<number>, cells: [number, number][]) => {
    for (const [r, c] of cells) {
      set.add(key(r, c, n));
      if (entries.symmetric) set.add(key(c, r, n));
    }
  };
  mark(filled, entries.cells);
  mark(old, entries.before ?? entries.cells);
  const fill = [...filled].filter((k) => !old.has(k)).length;
  const canvas = el("canvas", { class: "pattern", role: "img",
    "aria-label": `${title}: ${n} by ${n}, ${filled.size} entries, ${fill} of them fill-in` });
  const said = el("output", { class: "said" });
  const side = Math.min(340, Math.max(120, n * 18));

  const draw = (hover?: [number, number]) => {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.height = Math.round(side * ratio);
    canvas.style.width = `${side}px`;
    const c = canvas.getContext("2d")!;
    const cell = canvas.width / n, gap = cell > 6 ? Math.max(1, cell * 0.1) : 0;
    c.fillStyle = cssColor("--inset");
    c.fillRect(0, 0, canvas.width, canvas.height);
    if (hover) {
      c.fillStyle = cssColor("--line");
      c.fillRect(0, hover[0] * cell, canvas.width, cell);
      c.fillRect(hover[1] * cell, 0, cell, canvas.width);
    }
    const plain = cssColor("--accent"), extra = cssColor("--warm");
    for (const k of filled) {
      c.fillStyle = old.has(k) ? plain : extra;
      c.fillRect((k % n) * cell + gap / 2, Math.floor(k / n) * cell + gap / 2, cell - gap, cell - gap);
    }
  };
  const rest = `${filled.size} of ${n * n} entries` +
    (entries.before ? (fill > 0 ? `, ${fill} of them fill-in` : ", no fill-in") : "");
  said.textContent = rest;
  canvas.addEventListener("pointermove", (e) => {
    const box = canvas.getBoundingClientRect();
    const c = Math.min(n - 1, Math.max(0, Math.floor((e.clientX - box.left) / box.width * n)));
    const r = Math.min(n - 1, Math.max(0, Math.floor((e.clientY - box.top) / box.height * n)));
    const k = key(r, c, n);
    said.textContent = `${labels[r]} × ${labels[c]}: ${!filled.has(k) ? "zero" : old.has(k) ? "entry" : "fill-in"}`;
    draw([r, c]);
  });
  canvas.addEventListener("pointerleave", () => {
    said.textContent = rest;
    draw();
  });
  themes.watch(() => draw());
  return el("figure", {}, el("figcaption", {}, title), canvas, said);
}
