// Light and dark, and colours that stay apart for colour-blind eyes (Okabe and Ito).

export const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const DARK_PALETTE = ["#56b4e9", "#e69f00", "#2fc79a", "#e79bc4", "#ff8a3d", "#4f9ddb"];
export const DASHES: number[][] = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

export type Theme = "light" | "dark";
type Listener = (theme: Theme) => void;

export class ThemeStore {
  current: Theme;
  private listeners: Listener[] = [];

  constructor() {
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    this.current = system.matches ? "dark" : "light";
    system.addEventListener("change", () => this.set(system.matches ? "dark" : "light"));
    document.documentElement.dataset.theme = this.current;
  }

  watch(listener: Listener): void {
    this.listeners.push(listener);
    listener(this.current);
  }

  toggle(): void {
    this.set(this.current === "dark" ? "light" : "dark");
  }

  private set(theme: Theme): void {
    if (theme === this.current) return;
    this.current = theme;
    document.documentElement.dataset.theme = theme;
    for (const listener of this.listeners) listener(theme);
  }
}

/** Line colour of the n-th curve; the dash changes when the colours are used up. */
export function seriesStyle(n: number, theme: Theme): { color: string; dash: number[] } {
  const colors = theme === "dark" ? DARK_PALETTE : PALETTE;
  return {
    color: colors[n % colors.length]!,
    dash: DASHES[Math.floor(n / colors.length) % DASHES.length]!,
  };
}

export function eventColor(kind: string, theme: Theme): string {
  const dark = theme === "dark";
  if (kind === "singular" || kind === "trouble") return dark ? "#ff8a3d" : "#d55e00";
  if (kind === "switch") return dark ? "#e79bc4" : "#a5487d";
  return dark ? "#56b4e9" : "#0072b2";
}

/** A colour of the style sheet. */
export function cssColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
