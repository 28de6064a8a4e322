"""Draws what happens when the parallel four-bar passes its flat positions: runs models/parallel_four_bar.json with
several ways to keep loops closed and plots acceleration and position of the coupler and the total energy.

    draw.py TREADLE [FOLDER]      default: docs/pictures
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "models" / "parallel_four_bar.json"
SECONDS = 3.0
METHODS = {  # name -> colour and dashes; told apart without colour too
    "lu": ("#d55e00", "2 3"),
    "projection": ("#0072b2", ""),
    "hybrid": ("#009e73", "9 6"),
    "auto": ("#000000", "1 7"),
}
OUTPUTS = [
    {"name": "height", "type": "position", "of": {"body": "coupler", "position": [2, 0, 0]}},
    {"name": "lift", "type": "point_acceleration", "of": {"body": "coupler", "position": [2, 0, 0]}},
    {"name": "energy", "type": "energy", "energy": "total"},
]
FIGURES = {
    "coupler_acceleration": ("lift.z", "vertical acceleration of the coupler, m/s²"),
    "coupler_position": ("height.z", "vertical position of the coupler, m"),
    "total_energy": ("energy", "total energy minus that of the start, µJ"),
}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 300, 70, 40, 14, 42


def motion(treadle, method, folder):
    """Columns of a run by name without unit, and its summary."""
    model = json.loads(MODEL.read_text(encoding="utf-8"))
    model["outputs"] = OUTPUTS
    file, out = folder / "model.json", folder / f"{method}.csv"
    file.write_text(json.dumps(model), encoding="utf-8")
    run = subprocess.run([treadle, "run", file, "--until", str(SECONDS), "--constraints", method, "--out", out,
                          "--channels", "height.z,lift.z,energy", "--json"], capture_output=True, text=True, timeout=300)
    with open(out, encoding="utf-8") as lines:
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    names = [name.split(" [")[0] for name in rows[0]]
    numbers = [[float(x) for x in row] for row in rows[1:]]
    return {name: [row[k] for row in numbers] for k, name in enumerate(names)}, json.loads(run.stdout)


def ticks(low, high):
    step = 10.0 ** (len(str(int(max(high - low, 1.0)))) - 2)
    while (high - low) / step > 7:
        step *= 2 if str(step).strip("0.")[:1] in ("1", "5") else 2.5
    first = int(low / step) - 1
    return [k * step for k in range(first, first + 20) if low <= k * step <= high]


def figure(curves, title, singular):
    values = [y for _, ys in curves.values() for y in ys if abs(y) < 1e6]
    low, high = min(values), max(values)
    margin = 0.08 * (high - low) + 1e-6
    low, high = low - margin, high + margin
    across = lambda t: LEFT + (WIDTH - LEFT - RIGHT) * t / SECONDS
    up = lambda y: HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (min(max(y, low), high) - low) / (high - low)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<text x="{LEFT}" y="16" font-weight="bold">{title}</text>']
    for y in ticks(low, high):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(y):.1f}" y2="{up(y):.1f}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 6}" y="{up(y) + 4:.1f}" text-anchor="end">{y:.6g}</text>')
    for k in range(int(SECONDS / 0.5) + 1):
        parts.append(f'<text x="{across(0.5 * k):.1f}" y="{HEIGHT - 24}" text-anchor="middle">{0.5 * k:g}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">time, s (vertical lines: flat)</text>')
    for t in singular:
        parts.append(f'<line x1="{across(t):.1f}" x2="{across(t):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#bbb"/>')
    for k, (name, (times, ys)) in enumerate(curves.items()):
        color, dashes = METHODS[name]
        points = " ".join(f"{across(t):.1f},{up(y):.1f}" for t, y in zip(times, ys))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        x = LEFT + 120 * k
        parts.append(f'<line x1="{x}" x2="{x + 26}" y1="29" y2="29" stroke="{color}" stroke-width="2" '
                     f'stroke-dasharray="{dashes}"/><text x="{x + 32}" y="33">{name}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def main():
    treadle = sys.argv[1]
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        runs = {name: motion(treadle, name, Path(scratch)) for name in METHODS}
    singular = runs["auto"][1]["singular_times"]
    for name, (_, summary) in runs.items():
        print(f"{name}: energy drift {summary['energy_drift']:.1e}, passages at "
              + ", ".join(f"{t:.4f} s" for t in summary["singular_times"][:4]))
    for name, (column, title) in FIGURES.items():
        curves = {method: (data["time"], data[column]) for method, (data, _) in runs.items()}
        if column == "energy":
            curves = {method: (t, [1e6 * (e - es[0]) for e in es]) for method, (t, es) in curves.items()}
        (folder / f"singular_{name}.svg").write_text(figure(curves, title, singular), encoding="utf-8")


if __name__ == "__main__":
    main()
