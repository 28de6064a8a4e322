"""Six families of mechanisms of any size, each plain and with redundant joints, written as files.

Pins of the plain ones are points on lines, two equations in their plane; as hinges they have five, of which three say nothing
new. Where a family has no loops, every fifth hinge has a second one on its axis, as a door has.
"""
import json
import math
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
Y = [0, 1, 0]


class Drawing:
    """Bars in the x-z plane, joints where they are drawn."""

    def __init__(self, redundant):
        self.redundant = redundant
        self.model = {"bodies": [], "joints": [], "constraints": [], "include": []}

    def bar(self, name, at, length=0.5, mass=1.0):
        moment = mass * length ** 2 / 12
        self.model["bodies"].append({"name": name, "mass": mass, "position": at, "inertia": [0.1 * moment, moment, moment]})

    def hinge(self, name, parent, child, at, axis=Y, **words):
        self.model["joints"].append({"name": name, "type": "revolute", "parent": parent, "child": child, "position": at,
                                     "axis": axis, **words})

    def pin(self, name, one, other, at):
        """Closes a loop."""
        if self.redundant:
            return self.hinge(name, one, other, at)
        home = {b["name"]: b["position"] for b in self.model["bodies"]}
        ends = [{"body": body, "position": [a - b for a, b in zip(at, home.get(body, [0, 0, 0]))]} for body in (one, other)]
        return self.model["constraints"].append({"name": name, "type": "point_on_line", "from": ends[0], "to": ends[1], "axis": Y})

    def double(self, k, name, parent, child, at, axis):
        if self.redundant and k % 5 == 0:
            self.hinge(name + ".second", parent, child, [a + 0.1 * b for a, b in zip(at, axis)], axis)


def chain(n, redundant):
    """One behind the other, axes crosswise."""
    d = Drawing(redundant)
    for k in range(n):
        at, axis = [0.5 * k, 0, 0], Y if k % 2 else [0, 0, 1]
        d.bar(f"b{k}", [0.5 * k + 0.25, 0, 0])
        parent = f"b{k - 1}" if k else "ground"
        d.hinge(f"h{k}", parent, f"b{k}", at, axis, velocity=0.1)
        d.double(k, f"h{k}", parent, f"b{k}", at, axis)
    return d.model


def tree(n, redundant):
    """Bushes of five bodies on the ground: a stem, two branches, a twig on each."""
    d = Drawing(redundant)
    for k in range(max(1, n // 5)):
        above = ("ground", 0, 0, 1, 2)
        for i, parent in enumerate(above):
            up = (0, 1, 1, 2, 2)[i]
            at, axis = [2.0 * k + 0.3 * i, 0, -0.5 * up], Y if i % 2 else [1, 0, 0]
            name, parent = f"b{k}.{i}", parent if parent == "ground" else f"b{k}.{parent}"
            d.bar(name, [at[0], 0, at[2] - 0.25])
            d.hinge("h" + name, parent, name, at, axis, velocity=0.1)
            d.double(5 * k + i, "h" + name, parent, name, at, axis)
    return d.model


def closed_chain(n, redundant):
    """An arch, both ends on the ground."""
    d = Drawing(redundant)
    radius = 0.5 * n / math.pi
    point = [[-radius * math.cos(math.pi * k / n), 0, -radius * math.sin(math.pi * k / n)] for k in range(n + 1)]
    for k in range(n):
        d.bar(f"b{k}", [0.5 * (a + b) for a, b in zip(point[k], point[k + 1])])
        d.hinge(f"h{k}", f"b{k - 1}" if k else "ground", f"b{k}", point[k])
    d.pin("end", "ground", f"b{n - 1}", point[n])
    return d.model


def ladder(n, redundant):
    """A scissor lift: two bars and a pin more for each stage."""
    d = Drawing(redundant)
    stages = max(1, n // 2)
    w, h = 0.8, 0.6
    for k in range(stages):
        middle = [0.5 * w, 0, h * (k + 0.5)]
        for side in "ab":
            d.bar(f"{side}{k}", middle, 1.0)
    for k in range(stages):
        left, right, middle = [0, 0, h * k], [w, 0, h * k], [0.5 * w, 0, h * (k + 0.5)]
        if k == 0:
            d.hinge("foot", "ground", "a0", left, velocity=0.2)
            d.hinge("cross0", "a0", "b0", middle)
            d.model["constraints"].append({"name": "slide", "type": "point_on_plane", "normal": [0, 0, 1],
                                           "from": {"body": "b0", "position": [0.5 * w, 0, -0.5 * h]}, "to": {"body": "ground"}})
            continue
        # a rises to the right, b to the left: a of this stage stands on b of the one below
        d.hinge(f"left{k}", f"b{k - 1}", f"a{k}", left)
        d.hinge(f"cross{k}", f"a{k}", f"b{k}", middle)
        d.pin(f"right{k}", f"a{k - 1}", f"b{k}", right)
    return d.model


def rings(n, redundant):
    """Four-bars on one turning table."""
    d = Drawing(redundant)
    d.bar("table", [0, 0, 0], 4.0, 20.0)
    d.hinge("turn", "ground", "table", [0, 0, 0], [0, 0, 1], velocity=0.3)
    for k in range(max(1, (n - 1) // 3)):
        x, y = 1.5 * (k % 30), 0.5 * (k // 30)
        at = lambda u, v: [x + u, y, v]
        d.bar(f"crank{k}", at(0, 0.15), 0.3, 0.3)
        d.bar(f"coupler{k}", at(0.4, 0.6), 1.0)
        d.bar(f"rocker{k}", at(0.8, 0.45), 0.9, 0.9)
        d.hinge(f"A{k}", "table", f"crank{k}", at(0, 0), velocity=1.0)
        d.hinge(f"B{k}", f"crank{k}", f"coupler{k}", at(0, 0.3))
        d.hinge(f"D{k}", "table", f"rocker{k}", at(0.8, 0))
        d.pin(f"C{k}", f"coupler{k}", f"rocker{k}", at(0.8, 0.9))
    return d.model


def vehicles(n, redundant):
    """Vehicles of 27 coordinates behind each other, towed by bars; or by two bars between the same points."""
    d = Drawing(redundant)
    count = max(1, round(n / 27))
    chassis = next(b["name"] for b in json.loads((ROOT / "models/hmmwv.json").read_text())["bodies"] if b["name"] == "chassis")
    for k in range(count):
        d.model["include"].append({"file": "@hmmwv", "name": f"car{k}", "position": [-8.0 * k, 0, 0]})
        for bar in range((2 if redundant else 1) if k else 0):
            d.model["constraints"].append({"name": f"tow{k}.{bar}", "type": "distance",
                                           "from": {"body": f"car{k - 1}.{chassis}", "position": [-2.5, 0, 0]},
                                           "to": {"body": f"car{k}.{chassis}", "position": [2.5, 0, 0]}})
    return d.model


def branches(n, hub):
    """Eight chains on the ground, or on one turning hub."""
    d = Drawing(False)
    if hub:
        d.bar("hub", [0, 0, 0], 4.0, 50.0)
        d.hinge("turn", "ground", "hub", [0, 0, 0], [0, 0, 1], velocity=0.1)
    for c in range(8):
        for k in range(max(1, n // 8)):
            d.bar(f"b{c}.{k}", [0.5 * k + 0.25, 3.0 * c, 0])
            d.hinge(f"h{c}.{k}", f"b{c}.{k - 1}" if k else "hub" if hub else "ground", f"b{c}.{k}", [0.5 * k, 3.0 * c, 0],
                    Y if k % 2 else [0, 0, 1], velocity=0.1)
    return d.model


FAMILIES = {"tree": tree, "chain": chain, "closed chain": closed_chain, "ladder": ladder, "vehicles": vehicles, "rings": rings}


def write(folder, family, n, redundant):
    """The path of the file."""
    model = (branches if family == "branches" else FAMILIES[family])(n, redundant)
    for item in model["include"]:
        item["file"] = os.path.relpath(ROOT / "models/hmmwv.json", folder)
    path = Path(folder) / f"{family.replace(' ', '_')}_{n}{'_redundant' if redundant else ''}.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"treadle": 1, "name": f"{family} {n}", **{k: v for k, v in model.items() if v}}, file)
    return path
