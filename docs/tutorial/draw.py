"""Draws the pictures of docs/tutorial.md from runs of its files.

    draw.py TREADLE [FOLDER]      default: docs/pictures
"""
import csv
import io
import json
import math
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 260, 70, 34, 16, 44
COLORS = ["#0072b2", "#d55e00", "#009e73"]


def table(treadle, words):
    """Columns by name without unit."""
    run = subprocess.run([treadle, *words, "--out", "-"], cwd=HERE, capture_output=True, text=True, timeout=120, check=True)
    rows = list(csv.reader(io.StringIO(run.stdout)))
    names = [name.split(" [")[0] for name in rows[0]]
    return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(names)}


def ticks(low, high):
    step = 10.0 ** math.floor(math.log10((high - low) / 4))
    step *= next(f for f in (1, 2, 5, 10) if (high - low) / (step * f) <= 8)
    first = math.ceil(low / step)
    return [k * step for k in range(first, first + 12) if k * step <= high + 1e-9 * step]


def plot(file, across, curves, names):
    """curves: label -> (xs, ys); names: of both axes."""
    xs = [x for x, _ in curves.values()][0]
    ys = [y for _, y in curves.values()]
    low, high = min(min(y) for y in ys), max(max(y) for y in ys)
    pad = 0.06 * (high - low)
    low, high = low - pad, high + pad
    x = lambda v: LEFT + (v - xs[0]) / (xs[-1] - xs[0]) * (WIDTH - LEFT - RIGHT)
    y = lambda v: TOP + (high - v) / (high - low) * (HEIGHT - TOP - BOTTOM)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for v in ticks(xs[0], xs[-1]):
        out.append(f'<path d="M{x(v):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>'
                   f'<text x="{x(v):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{v:g}</text>')
    for v in ticks(low, high):
        out.append(f'<path d="M{LEFT} {y(v):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>'
                   f'<text x="{LEFT - 6}" y="{y(v) + 4:.1f}" text-anchor="end">{v:g}</text>')
    for (label, (px, py)), color, k in zip(curves.items(), COLORS, range(9)):
        points = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in zip(px, py))
        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.8"'
                   f'{" stroke-dasharray=" + chr(34) + "7 4" + chr(34) if k == 1 else ""}/>'
                   f'<text x="{LEFT + 8 + 200 * k}" y="22" fill="{color}">{label}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{names[0]}</text>'
               f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">{names[1]}</text></svg>')
    file.write_text("\n".join(out) + "\n", encoding="utf-8")


def linkage(treadle, name):
    """End points of beam, crank, rod and load at the start, from the poses of the bodies."""
    run = table(treadle, ["run", f"{name}.json", "--until", "0.001", "--bodies", "--quiet"])
    ends = {"beam": [(-0.95, 0, 0), (0.95, 0, 0)], "crank": [(0, 0, 0), (0, 0, 0.25)], "rod": [(0, 0, 0), (0, 0, 0.95)], "load": [(0, 0, 0)]}
    found = {}
    for body, points in ends.items():
        if f"{body}.pose.x" not in run:
            continue
        px, pz, w, j = (run[f"{body}.pose.{k}"][0] for k in ("x", "z", "qw", "qy"))
        turn = 2 * math.atan2(j, w)
        found[body] = [(px + p[0] * math.cos(turn) + p[2] * math.sin(turn), pz - p[0] * math.sin(turn) + p[2] * math.cos(turn))
                       for p in points]
    return found


def steps(treadle, file):
    """The four machines side by side."""
    wide, tall, scale = 220, 250, 90
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {4 * wide} {tall}" width="{4 * wide}" height="{tall}" '
           'font-family="sans-serif" font-size="13">', f'<rect width="{4 * wide}" height="{tall}" fill="#ffffff"/>']
    for k, name in enumerate(("beam", "pump", "driven", "loaded")):
        at = lambda p: (k * wide + wide / 2 + scale * p[0], tall - 45 - scale * p[1])
        found = linkage(treadle, name)
        line = lambda a, b, color, width: out.append(
            f'<path d="M{at(a)[0]:.1f} {at(a)[1]:.1f}L{at(b)[0]:.1f} {at(b)[1]:.1f}" stroke="{color}" stroke-width="{width}" '
            'stroke-linecap="round"/>')
        line((-1.1, 0), (1.1, 0), "#888888", 2)
        line((0, 1.5), (-0.15, 0), "#888888", 2)
        line((0, 1.5), (0.15, 0), "#888888", 2)
        for (body, color, width) in (("beam", "#0072b2", 7), ("crank", "#d55e00", 5), ("rod", "#009e73", 4)):
            if body in found:
                line(*found[body], color, width)
        if "crank" in found:
            x, y = at((-0.9, 0.3))
            out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#ffffff" stroke="#333333" stroke-width="2"/>')
            if name != "pump":
                out.append(f'<path d="M{x - 16} {y + 10}a18 18 0 0 0 30 4m2 -9l-2 9l-9 -1" fill="none" stroke="#333333" stroke-width="1.6"/>')
        if "load" in found:
            head, load = found["beam"][1], found["load"][0]
            line((head[0] - 0.05, head[1]), load, "#666666", 1.5)
            x, y = at(load)
            out.append(f'<rect x="{x - 12}" y="{y - 8}" width="24" height="24" fill="#cc79a7"/>')
        out.append(f'<text x="{k * wide + wide / 2}" y="{tall - 12}" text-anchor="middle">{k + 1}. {name}.json</text>')
    file.write_text("\n".join(out) + "\n</svg>\n", encoding="utf-8")


def main(treadle, folder=HERE.parent / "pictures"):
    treadle, folder = str(Path(treadle).resolve()), Path(folder)
    degrees = lambda values: [v * 180 / math.pi for v in values]
    steps(treadle, folder / "tutorial_steps.svg")
    angles = {}
    for stroke in ("250 mm", "200 mm"):
        run = table(treadle, ["kinematics", "pump.json", "--set", f"stroke={stroke}", "--drive", "shaft=0:360 deg", "--quiet"])
        angles[f"stroke = {stroke}"] = (degrees(run["shaft.q"]), degrees(run["saddle.q"]))
    plot(folder / "tutorial_angles.svg", 0, angles, ("angle of the crank, degrees", "angle of the beam, degrees"))
    run = table(treadle, ["run", "loaded.json", "--quiet", "--output-interval", "20 ms"])
    plot(folder / "tutorial_load.svg", 0, {"pull of the line, N": (run["time"], run["pull.force"]),
                                           "effort of the motor, N m": (run["time"], run["effort.load"])}, ("time, s", "N, N m"))


if __name__ == "__main__":
    main(*sys.argv[1:])
