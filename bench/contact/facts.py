"""Facts about contacts that take a while: what is known beside what Treadle gives.

    facts.py TREADLE [NAME ...]

    stack       20 boxes on each other for 60 s after 5 s: none moves by more than 1 mm
    cards       models/contact/card_house.json for 60 s: the same
    creep       a heap of 100 balls and one of 100 capsules, 60 s after they came to rest: the same, and the top of the heap
    repose      a gate is lifted slowly, and the slope that stones come to is measured: balls and long stones. Their arms of
                rolling resistance were chosen, so the ranges asked only catch that heaps stop to stand as they do

Each line has the figure, what is asked, and whether it is met; the exit code is 1 where one is not.
"""

import csv
import json
import math
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "..", "models")
FLOOR = {"point": [0, 0, 0], "normal": [0, 0, 1]}


def run(treadle, model, channels, times):
    """Rows of a model at these times, and seconds of processor time."""
    with tempfile.TemporaryDirectory() as folder:
        path, rows = os.path.join(folder, "model.json"), os.path.join(folder, "rows.csv")
        model["simulation"].update(duration=times[-1], output_interval=times[0])
        with open(path, "w") as file:
            json.dump(model, file)
        before = os.times()
        subprocess.run([treadle, "run", path, "--quiet", "--out", rows, "--channels", "time," + channels], check=True,
                       stderr=subprocess.DEVNULL)
        after = os.times()
        with open(rows) as file:
            table = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    wanted = [min(table, key=lambda row: abs(row[0] - t)) for t in times]
    return [row[1:] for row in wanted], after.children_user - before.children_user


def most_moved(first, last):
    return max((math.dist(first[k:k + 3], last[k:k + 3]) for k in range(0, len(first), 3)), default=0.0)


def walls(x, y, friction=True):
    return [FLOOR] + [{"point": [s * x, 0, 0], "normal": [-s, 0, 0]} for s in (1, -1)] + \
        [{"point": [0, s * y, 0], "normal": [0, -s, 0]} for s in (1, -1)]


def stack(treadle):
    model = {
        "bodies": [{"name": "box", "position": [0, 0, 0.0501], "shapes": [{"type": "box", "size": [0.2, 0.2, 0.1], "density": 800}],
                    "repeat": {"count": 20, "grid": [1, 1], "spacing": [0, 0, 0.1001]}}],
        "contacts": [{"name": "wood", "of": ["box*"], "with": ["box*"], "planes": [{}], "stiffness": 5e5, "damping": 5, "friction": 0.5}],
        "simulation": {"step": 2e-4, "integrator": "semi-implicit-euler"}}
    (first, last), used = run(treadle, model, ",".join(f"box_{i}.pose.{a}" for i in range(1, 21) for a in "xyz"), [5.0, 65.0])
    return [("20 boxes, moved in 60 s", most_moved(first, last) * 1e3, "mm", 0.0, 1.0, used)]


def cards(treadle):
    with open(os.path.join(MODELS, "contact", "card_house.json")) as file:
        model = json.load(file)
    (first, last), used = run(treadle, model, ",".join(f"card_{i}.pose.{a}" for i in range(1, 8) for a in "xyz"), [1.0, 61.0])
    return [("card house, moved in 60 s", most_moved(first, last) * 1e3, "mm", 0.0, 1.0, used)]


def heap(shape, friction, rolling):
    return {
        "gravity": [0, 0, -9.81],
        "bodies": [{"name": "stone", "position": [-0.2, -0.2, 0.06], "shapes": [dict(shape, density=2600)],
                    "repeat": {"count": 100, "grid": [5, 5], "spacing": [0.1, 0.1, 0.1], "scatter": 0.003}}],
        "contacts": [{"name": "heap", "of": ["stone*"], "with": ["stone*"], "planes": [{}], "stiffness": 1e5, "damping": 1,
                      "friction": friction, "rolling": rolling}],
        "simulation": {"step": 2e-4, "integrator": "semi-implicit-euler"}}


BALL = {"type": "sphere", "radius": 0.04}
LONG = {"type": "capsule", "radius": 0.03, "length": 0.036}


def creep(treadle):
    out = []
    for name, shape in (("balls", BALL), ("long stones", LONG)):
        channels = ",".join(f"stone_{i}.pose.{a}" for i in range(1, 101) for a in "xyz")
        (first, last), used = run(treadle, heap(shape, 0.6, 0.002), channels, [20.0, 80.0])
        top = max(range(2, 300, 3), key=lambda k: first[k])
        out.append((f"heap of {name}, top sank in 60 s", (first[top] - last[top]) * 1e3, "mm", -1.0, 1.0, used))
        out.append((f"heap of {name}, farthest way of a stone in 60 s", most_moved(first, last) * 1e3, "mm", 0.0, 1.0, used))
    return out


def slope(stones, radius):
    """Degrees: a line through the highest stones of slices, without both ends of the slope."""
    slices = {}
    for x, _, z in stones:
        k = math.floor(x / (2.0 * radius))
        slices[k] = max(slices.get(k, 0.0), z)
    top = max(slices.values())
    on = [(2.0 * radius * (k + 0.5), z) for k, z in slices.items() if 0.15 * top < z - radius and z < 0.8 * top]
    n, sx, sz = len(on), sum(x for x, _ in on), sum(z for _, z in on)
    sxx, sxz = sum(x * x for x, _ in on), sum(x * z for x, z in on)
    return math.degrees(math.atan(-(n * sxz - sx * sz) / (n * sxx - sx * sx)))


def repose(treadle):
    out = []
    for name, shape, reach, friction, rolling, least, most in (
            ("balls", {"type": "sphere", "radius": 0.02}, 0.02, 0.4, 2e-3, 20.0, 30.0),
            ("long stones", {"type": "capsule", "radius": 0.015, "length": 0.024}, 0.0172, 0.6, 1.5e-3, 25.0, 45.0)):
        pitch = 0.0415 if name == "balls" else 0.055
        across = 4 if name == "balls" else 3
        count = 12 * across * 12
        model = {
            "gravity": [0, 0, -9.81],
            "bodies": [{"name": "stone", "position": [-0.5 * pitch - 11 * pitch, -0.5 * (across - 1) * pitch, 0.03],
                        "shapes": [dict(shape, density=2600)],
                        "repeat": {"count": count, "grid": [12, across], "spacing": [pitch, pitch, pitch], "scatter": 0.0005,
                                   "turned": name != "balls"}},
                       {"name": "gate", "position": [0.025, 0, 0.5], "mass": 1, "inertia": [0.1, 0.1, 0.1],
                        "shapes": [{"type": "box", "size": [0.05, 1, 1]}]}],
            "joints": [{"name": "lift", "type": "prismatic", "parent": "ground", "child": "gate", "position": [0, 0, 0.5],
                        "axis": [0, 0, 1]}],
            "constraints": [{"name": "motion", "type": "driver", "joint": "lift",
                             "function": {"type": "ramp", "slope": 0.04, "start": 1.0, "end": 11.0}}],
            "contacts": [
                {"name": "stones", "of": ["stone*"], "with": ["stone*"], "planes": [FLOOR], "stiffness": 2e4, "damping": 1,
                 "friction": friction, "rolling": rolling},
                {"name": "smooth", "of": ["stone*"], "with": ["gate"],
                 "planes": [{"point": [-12 * pitch, 0, 0], "normal": [1, 0, 0]}] +
                           [{"point": [0, s * 0.5 * across * pitch, 0], "normal": [0, -s, 0]} for s in (1, -1)],
                 "stiffness": 2e4, "damping": 1}],
            "simulation": {"step": 2e-4, "integrator": "semi-implicit-euler"}}
        channels = ",".join(f"stone_{i}.pose.{a}" for i in range(1, count + 1) for a in "xyz")
        (last,), used = run(treadle, model, channels, [12.0])
        stones = [last[k:k + 3] for k in range(0, len(last), 3)]
        out.append((f"angle of repose of {name}", slope(stones, reach), "degrees", least, most, used))
    return out


FACTS = {"stack": stack, "cards": cards, "creep": creep, "repose": repose}


def main():
    treadle, names = sys.argv[1], sys.argv[2:] or list(FACTS)
    well = True
    print("| fact | figure | asked | met | processor time |\n|---|---|---|---|---|")
    for name in names:
        for fact, figure, unit, least, most, used in FACTS[name](treadle):
            met = least <= figure <= most
            well = well and met
            asked = f"at most {most:g} {unit}" if least <= 0.0 else f"{least:g} to {most:g} {unit}"
            print(f"| {fact} | {figure:.3g} {unit} | {asked} | {'yes' if met else 'NO'} | {used:.1f} s |", flush=True)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
