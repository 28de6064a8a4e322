"""Time of an evaluation and memory of a run over the number of coordinates, solver by solver, for six families of
mechanisms: what bench/families/measure.py found, which is in families.json.

    draw_families.py [FOLDER]      default: docs/pictures
"""
import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STYLES = {"topology": ("#000000", ""), "topology-ldl": ("#999999", "2 3"), "clustered": ("#d55e00", ""),
          "dense": ("#0072b2", "9 6"), "dense-cholmod": ("#0072b2", "2 3"), "symmetric": ("#56b4e9", "9 6"),
          "gauss": ("#e69f00", "9 6"), "sparse": ("#009e73", ""), "sparse-symmetric": ("#cc79a7", "")}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 340, 62, 80, 12, 44
PANEL = (WIDTH - LEFT - RIGHT - 50) / 2


def panel(rows, part, left, title):
    """One diagram, both axes by powers of ten."""
    curves = {name: [(row["n"], row["solvers"][name][part]) for row in rows if row["solvers"].get(name, {}).get(part)]
              for name in STYLES}
    points = [p for curve in curves.values() for p in curve]
    ends = lambda k: (math.floor(math.log10(min(p[k] for p in points))), math.ceil(math.log10(max(p[k] for p in points))))
    (low, high), (bottom, top) = ends(0), ends(1)
    high, top = max(high, low + 1), max(top, bottom + 1)
    across = lambda x: left + PANEL * (math.log10(x) - low) / (high - low)
    up = lambda y: HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (math.log10(y) - bottom) / (top - bottom)
    parts = []
    for k in range(bottom, top + 1):
        y = up(10.0 ** k)
        parts.append(f'<line x1="{left:.1f}" x2="{left + PANEL:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">1e{k}</text>')
    for k in range(low, high + 1):
        x = across(10.0 ** k)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>'
                     f'<text x="{x:.1f}" y="{HEIGHT - 26}" text-anchor="middle">1e{k}</text>')
    parts.append(f'<text x="{left + PANEL / 2:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{title}</text>')
    for name, curve in curves.items():
        color, dashes = STYLES[name]
        line = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>')
    if part == "ns":  # what auto takes
        for row in rows:
            if row["auto"] in row["solvers"]:
                parts.append(f'<circle cx="{across(row["n"]):.1f}" cy="{up(row["solvers"][row["auto"]][part]):.1f}" r="4" '
                             'fill="none" stroke="#d00"/>')
    return parts


def figure(name, rows):
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="11"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<text x="{LEFT}" y="16" font-weight="bold" font-size="12">{name}; circles: what auto takes</text>']
    for k, (solver, (color, dashes)) in enumerate(STYLES.items()):
        x, y = LEFT + 130 * (k % 5), 32 + 16 * (k // 5)
        parts.append(f'<line x1="{x}" x2="{x + 22}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" '
                     f'stroke-dasharray="{dashes}"/><text x="{x + 27}" y="{y + 4}">{solver}</text>')
    parts += panel(rows, "ns", LEFT, "coordinates; nanoseconds of an evaluation")
    parts += panel(rows, "mb", LEFT + PANEL + 50, "coordinates; megabytes of a run")
    return "\n".join(parts) + "\n</svg>\n"


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in json.loads((HERE / "families.json").read_text(encoding="utf-8")).items():
        if rows:
            path = folder / f"family_{name.replace(', ', '_').replace(' ', '_')}.svg"
            path.write_text(figure(name, rows), encoding="utf-8")


if __name__ == "__main__":
    main()
