"""Work and precision of all integrators: error at the end of a run against evaluations and against time, on three
ready models, with a reference at 1e-14.

    draw.py TREADLE [FOLDER]      default: docs/pictures
"""
import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = {"four_bar": 2.0, "bricard": 2.0, "hmmwv": 2.0}  # seconds
TIGHT = 1e-14
TOLERANCES = [10.0 ** -k for k in range(3, 14)]
STEPS = [10.0 ** -(0.5 * k) for k in range(4, 10)]  # 10 ms to 32 µs
BY_TOLERANCE = {"adams": ("#000000", ""), "dormand-prince": ("#0072b2", "9 6"), "cvode-adams": ("#009e73", "2 3"),
                "cvode-bdf": ("#cc79a7", "1 7")}
BY_STEP = {"rk4": ("#d55e00", ""), "semi-implicit-euler": ("#e69f00", "9 6"), "explicit-euler": ("#999999", "2 3")}
STYLES = {**BY_TOLERANCE, **BY_STEP}
ROUNDS = 3
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 340, 62, 62, 12, 44
PANEL = (WIDTH - LEFT - RIGHT - 40) / 2
LEAST = 1e-13  # errors below are those of the reference


def run(treadle, model, seconds, words, folder):
    """End state, evaluations, seconds; None where it does not come to its end. The solver is named, so that no run compiles."""
    out = folder / "end.csv"
    command = [treadle, "run", ROOT / "models" / f"{model}.json", "--until", str(seconds), "--output-interval", str(seconds),
               "--channels", "*.q,*.v", "--out", out, "--json", "--solver", "clustered", *words]
    summaries = []
    for _ in range(ROUNDS):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            return None
        summaries.append(json.loads(done.stdout))
    with open(out, encoding="utf-8") as lines:
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    return ([float(x) for x in rows[-1][1:]], summaries[0]["evaluations"], min(s["wall_seconds"] for s in summaries))


def tolerance(value):
    return ["--rtol", f"{value:g}", "--atol", f"{value:g}"]


def error(state, reference):
    return max(abs(a - b) / (1.0 + abs(b)) for a, b in zip(state, reference))


def curves_of(treadle, model, seconds, folder):
    """By integrator [(error, evaluations, seconds)], and how far two references are apart."""
    reference = run(treadle, model, seconds, ["--integrator", "adams", *tolerance(TIGHT)], folder)[0]
    witness = run(treadle, model, seconds, ["--integrator", "dormand-prince", *tolerance(TIGHT)], folder)[0]
    curves = {}
    for name in STYLES:
        points = []
        for value in TOLERANCES if name in BY_TOLERANCE else STEPS:
            if name.startswith("cvode") and value < 1e-12:
                continue
            words = tolerance(value) if name in BY_TOLERANCE else ["--step", f"{value:g}"]
            end = run(treadle, model, seconds, ["--integrator", name, *words], folder)
            if end is not None and error(end[0], reference) < 1.0:
                points.append((max(error(end[0], reference), LEAST), end[1], end[2]))
        if points:
            curves[name] = points
    return curves, error(witness, reference)


def panel(curves, column, left, title):
    """One diagram: error upwards, work to the right, both by powers of ten."""
    works = [point[column] for points in curves.values() for point in points]
    low, high = math.floor(math.log10(min(works))), math.ceil(math.log10(max(works)))
    bottom, top = -13, 0
    across = lambda x: left + PANEL * (math.log10(x) - low) / (high - low)
    up = lambda y: HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (math.log10(y) - bottom) / (top - bottom)
    parts = []
    for k in range(bottom, top + 1, 2):
        y = up(10.0 ** k)
        parts.append(f'<line x1="{left:.1f}" x2="{left + PANEL:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">1e{k}</text>')
    for k in range(low, high + 1):
        x = across(10.0 ** k)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>'
                     f'<text x="{x:.1f}" y="{HEIGHT - 26}" text-anchor="middle">1e{k}</text>')
    parts.append(f'<text x="{left + PANEL / 2:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{title}</text>')
    for name, points in curves.items():
        color, dashes = STYLES[name]
        line = " ".join(f"{across(p[column]):.1f},{up(p[0]):.1f}" for p in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        parts += [f'<circle cx="{across(p[column]):.1f}" cy="{up(p[0]):.1f}" r="2.2" fill="{color}"/>' for p in points]
    return parts


def figure(model, seconds, curves):
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="11"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<text x="{LEFT}" y="16" font-weight="bold" font-size="12">{model}: error of the state after {seconds:g} s</text>']
    for k, name in enumerate(curves):
        color, dashes = STYLES[name]
        x, y = LEFT + 165 * (k % 4), 30 + 16 * (k // 4)
        parts.append(f'<line x1="{x}" x2="{x + 26}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" '
                     f'stroke-dasharray="{dashes}"/><text x="{x + 32}" y="{y + 4}">{name}</text>')
    parts += panel(curves, 1, LEFT, "evaluations") + panel(curves, 2, LEFT + PANEL + 40, "seconds")
    return "\n".join(parts) + "\n</svg>\n"


def main():
    treadle = sys.argv[1]
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for model, seconds in MODELS.items():
        with tempfile.TemporaryDirectory() as scratch:
            curves, apart = curves_of(treadle, model, seconds, Path(scratch))
        print(f"{model}: two references are {apart:.1e} apart")
        for name, points in curves.items():
            print(f"  {name:20}" + "  ".join(f"{e:.0e}: {n} in {1e3 * s:.2f} ms" for e, n, s in points))
        (folder / f"precision_{model}.svg").write_text(figure(model, seconds, curves), encoding="utf-8")


if __name__ == "__main__":
    main()
