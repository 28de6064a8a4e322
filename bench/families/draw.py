"""Time of an evaluation and memory of a run over the number of coordinates, solver by solver, for six families of
mechanisms, as measure.py found them: four pictures of six diagrams each.

    draw.py FAMILIES.json FOLDER        make families, make pictures
"""
import json
import math
import sys
from pathlib import Path

STYLES = {"clustered": ("#d55e00", ""), "topology": ("#000000", ""), "topology-ldl": ("#999999", "2 3"),
          "sparse": ("#009e73", ""), "sparse-symmetric": ("#cc79a7", ""), "dense": ("#0072b2", "9 6"),
          "dense-cholmod": ("#0072b2", "2 3"), "symmetric": ("#56b4e9", "9 6"), "gauss": ("#e69f00", "9 6")}
FAMILIES = ("tree", "chain", "closed chain", "ladder", "vehicles", "rings")
KINDS = {"ns": ("time", "time of an evaluation"), "mb": ("memory", "memory of a run")}
COLUMNS, PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, GAP_X, GAP_Y = 3, 200, 170, 52, 78, 52, 56
WIDTH = LEFT + COLUMNS * PANEL_WIDTH + (COLUMNS - 1) * GAP_X + 26
HEIGHT = TOP + 2 * PANEL_HEIGHT + GAP_Y + 44


def unit(kind, k):
    """A power of ten as a person says it."""
    if kind == "mb":
        return {0: "1 MB", 1: "10 MB", 2: "100 MB", 3: "1 GB", 4: "10 GB"}.get(k, f"1e{k} MB")
    return {2: "0.1 µs", 3: "1 µs", 4: "10 µs", 5: "0.1 ms", 6: "1 ms", 7: "10 ms", 8: "0.1 s", 9: "1 s"}.get(k, f"1e{k} ns")


def ends(numbers):
    low, high = math.floor(math.log10(min(numbers))), math.ceil(math.log10(max(numbers)))
    return low, max(high, low + 1)


def panel(rows, kind, left, top, title, across_ends, up_ends):
    """One diagram, both axes by powers of ten."""
    (low, high), (bottom, highest) = across_ends, up_ends
    across = lambda x: left + PANEL_WIDTH * (math.log10(x) - low) / (high - low)
    up = lambda y: top + PANEL_HEIGHT * (1 - (math.log10(y) - bottom) / (highest - bottom))
    parts = [f'<text x="{left + PANEL_WIDTH / 2:.0f}" y="{top - 6}" text-anchor="middle" font-weight="bold">{title}</text>']
    for k in range(bottom, highest + 1):
        y = up(10.0 ** k)
        parts.append(f'<line x1="{left}" x2="{left + PANEL_WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{unit(kind, k)}</text>')
    for k in range(low, high + 1):
        x = across(10.0 ** k)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{top + PANEL_HEIGHT}" stroke="#eee"/>'
                     f'<text x="{x:.1f}" y="{top + PANEL_HEIGHT + 14}" text-anchor="middle">{10 ** k}</text>')
    for name, (color, dashes) in reversed(STYLES.items()):
        curve = [(row["n"], row["solvers"][name][kind]) for row in rows if row["solvers"].get(name, {}).get(kind)]
        line = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in curve)
        if len(curve) > 1:
            parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.7" stroke-dasharray="{dashes}"/>')
        elif curve:
            parts.append(f'<circle cx="{line.split(",")[0]}" cy="{line.split(",")[1]}" r="2" fill="{color}"/>')
    if kind == "ns":  # what auto takes
        for row in rows:
            taken = row["solvers"].get(row["auto"])
            if taken:
                parts.append(f'<circle cx="{across(row["n"]):.1f}" cy="{up(taken[kind]):.1f}" r="4" fill="none" stroke="#d00"/>')
    return parts


def figure(families, kind, redundant):
    chosen = {name: families.get(name + (", redundant" if redundant else ""), []) for name in FAMILIES}
    numbers = [(row["n"], entry[kind]) for rows in chosen.values() for row in rows
               for name, entry in row["solvers"].items() if name in STYLES and entry.get(kind)]
    across_ends, up_ends = ends([n for n, _ in numbers]), ends([value for _, value in numbers])
    words = KINDS[kind][1] + ", over coordinates" + ("; with redundant joints" if redundant else "")
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="10"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<text x="{LEFT}" y="15" font-weight="bold" font-size="12">{words}'
             + ("; circles: what auto takes" if kind == "ns" else "") + "</text>"]
    for k, (solver, (color, dashes)) in enumerate(STYLES.items()):
        x, y = LEFT + 140 * (k % 5), 31 + 15 * (k // 5)
        parts.append(f'<line x1="{x}" x2="{x + 16}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" '
                     f'stroke-dasharray="{dashes}"/><text x="{x + 19}" y="{y + 3}" font-size="10">{solver}</text>')
    for k, (name, rows) in enumerate(chosen.items()):
        if rows:
            parts += panel(rows, kind, LEFT + (k % COLUMNS) * (PANEL_WIDTH + GAP_X), TOP + (k // COLUMNS) * (PANEL_HEIGHT + GAP_Y),
                           name, across_ends, up_ends)
    return "\n".join(parts) + "\n</svg>\n"


def main():
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    families = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for kind, (word, _) in KINDS.items():
        for redundant in (False, True):
            path = folder / f"families_{word}{'_redundant' if redundant else ''}.svg"
            path.write_text(figure(families, kind, redundant), encoding="utf-8")


if __name__ == "__main__":
    main()
