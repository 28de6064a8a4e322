"""Stiff machines, written as model files: what docs/stiff.md is measured on.

    machines.py FOLDER
"""

import json
import math
import sys
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent.parent / "models"


def write(folder, name, model, duration):
    model = {"treadle": 1, "name": name, **model,
             "simulation": {"duration": duration, "output_interval": duration / 20, "step": 1e-3}}
    path = folder / f"{name}.json"
    path.write_text(json.dumps(model))
    return path


def bushing(name, a, b, at_a, at_b, stiffness, damping, turning=50.0, turn_damping=0.5):
    return {"name": name, "type": "bushing", "from": {"body": a, "position": at_a},
            "to": {"body": b, "position": at_b},
            "stiffness": [stiffness] * 3 + [turning] * 3, "damping": [damping] * 3 + [turn_damping] * 3}


def vehicle(folder, stiffness=1e7, damping=1e3):
    """The HMMWV whose arms hang in two bushings each instead of pivots: let go, and from rest."""
    for end in ("front", "rear"):
        part = json.loads((MODELS / "hmmwv" / f"{end}.json").read_text())
        forces = []
        for arm in ("upper", "lower"):
            pivot = next(j for j in part["joints"] if j["name"] == f"{arm}_pivot")
            place = [float(str(x).replace(" in", "")) * 0.0254 if " in" in str(x) else float(x)
                     for x in pivot["position"]]
            axis = [float(x) for x in pivot["axis"]]
            size = math.sqrt(sum(x * x for x in axis))
            for side, shift in (("front", 0.12), ("back", -0.12)):
                at = [p + shift * x / size for p, x in zip(place, axis)]
                forces.append(bushing(f"{arm}_{side}_bushing", f"{arm}_arm", "ground", at, at,
                                      stiffness, damping))
        part["joints"] = [j for j in part["joints"] if not j["name"].endswith("_pivot")]
        part["forces"] = part.get("forces", []) + forces
        part.pop("parameters", None)
        part["name"] += "_bushings"
        (folder / f"{end}_bushings.json").write_text(json.dumps(part))
    model = json.loads((MODELS / "hmmwv.json").read_text())
    for item in model["include"]:
        file = Path(item["file"]).stem
        item["file"] = f"{file}_bushings.json" if file in ("front", "rear") else str(
            MODELS / "hmmwv" / f"{file}.json")
    model["name"] = "vehicle"
    model["simulation"] = {"duration": 4, "output_interval": 0.2, "step": 1e-3}
    path = folder / "vehicle.json"
    path.write_text(json.dumps(model))
    # the same from rest, leaned on smoothly at a corner: what a person does with it
    model["name"] = "vehicle_leaned_on"
    model["forces"].append({"name": "push", "type": "applied", "direction": [0, 0, -1],
                            "on": {"body": "chassis", "position": [1.5, 0.5, 0.3]},
                            "force": {"type": "step", "to": "3 kN", "start": "0.2 s", "end": "0.7 s"}})
    model["simulation"]["start"] = "equilibrium"
    leaned = folder / "vehicle_leaned_on.json"
    leaned.write_text(json.dumps(model))
    return [path, leaned]


def chain_with_stops(folder, links=20, stiffness=1e6):
    """A hanging chain that is thrown up and folds against the stops of its joints."""
    bodies, joints = [], []
    for k in range(links):
        bodies.append({"name": f"link{k}", "mass": 1, "inertia": [0.01, 0.01, 0.002],
                       "position": [0, 0, -0.2 * k], "center": [0, 0, -0.1]})
        joints.append({"name": f"hinge{k}", "type": "revolute", "axis": [0, 1, 0],
                       "parent": f"link{k - 1}" if k else "ground", "child": f"link{k}",
                       "position": [0, 0, -0.2 * k], "start": 0.15,
                       "limits": {"lower": -0.2, "upper": 0.2, "stiffness": stiffness,
                                  "damping": stiffness / 1000}})
    return write(folder, "chain", {"bodies": bodies, "joints": joints}, 2.0)


def belt(folder, count=200, stiffness=1e7):
    """A ring of plates joined by bushings that falls on a floor."""
    bodies, joints, forces = [], [], []
    radius = 0.05 * count / (2 * math.pi)
    for k in range(count):
        angle = 2 * math.pi * k / count
        place = [radius * math.cos(angle), 0, radius * math.sin(angle)]
        bodies.append({"name": f"plate{k}", "mass": 0.5, "inertia": [1e-3] * 3, "position": place})
        joints.append({"name": f"p{k}", "type": "planar", "parent": "ground", "child": f"plate{k}",
                       "position": place, "axis": [0, 1, 0]})
    half = math.pi * radius / count
    for k in range(count):
        nxt = (k + 1) % count
        at = [(a + b) / 2 for a, b in zip(bodies[k]["position"], bodies[nxt]["position"])]
        own = [[a - p for a, p in zip(at, bodies[i]["position"])] for i in (k, nxt)]
        forces.append(bushing(f"b{k}", f"plate{k}", f"plate{nxt}", *own, stiffness, 1e3, 20.0, 0.2))
    forces += [{"name": f"floor{k}", "type": "plane", "from": {"body": f"plate{k}"},
                "to": {"body": "ground", "position": [0, 0, -radius - 2 * half]},
                "radius": 0.02, "stiffness": 1e6, "damping": 500} for k in range(count)]
    return write(folder, "belt", {"bodies": bodies, "joints": joints, "forces": forces}, 1.0)


def governor(folder, stiffness):
    """Two arms that spin about a shaft, held by a spring between them and the sleeve."""
    bodies = [{"name": "shaft", "mass": 100, "inertia": [25, 25, 25]},
              {"name": "left", "mass": 1, "inertia": [0.1, 0.1, 0.01], "center": [-0.3, 0, -0.3]},
              {"name": "right", "mass": 1, "inertia": [0.1, 0.1, 0.01], "center": [0.3, 0, -0.3]},
              {"name": "sleeve", "mass": 2, "inertia": [0.01] * 3, "position": [0, 0, -0.5]}]
    joints = [{"name": "spin", "type": "revolute", "parent": "ground", "child": "shaft",
               "axis": [0, 0, 1], "position": [0, 0, 0], "velocity": 11.0},
              {"name": "left_hinge", "type": "revolute", "parent": "shaft", "child": "left", "axis": [0, 1, 0],
               "position": [0, 0, 0]},
              {"name": "right_hinge", "type": "revolute", "parent": "shaft", "child": "right", "axis": [0, 1, 0],
               "position": [0, 0, 0]},
              {"name": "slide", "type": "prismatic", "parent": "shaft", "child": "sleeve", "axis": [0, 0, 1],
               "position": [0, 0, -0.5], "spring": {"stiffness": 1000}, "damping": 30}]
    forces = [{"name": f"{side}_rod", "type": "spring", "from": {"body": side, "position": [sign * 0.2, 0, -0.2]},
               "to": {"body": "sleeve"}, "stiffness": stiffness, "damping": stiffness / 100}
              for side, sign in (("left", -1), ("right", 1))]
    return write(folder, f"governor_{stiffness:g}", {"bodies": bodies, "joints": joints, "forces": forces}, 5.0)


def cloud(folder, count=1000, stiffness=1e6):
    """Bodies in a cube of ten by ten by ten, joined to their neighbours by springs."""
    side = round(count ** (1 / 3))
    bodies, forces = [], []
    name = lambda i, j, k: f"b{i}_{j}_{k}"
    for i in range(side):
        for j in range(side):
            for k in range(side):
                bodies.append({"name": name(i, j, k), "mass": 1, "inertia": [0.01] * 3,
                               "position": [0.3 * i, 0.3 * j, 0.3 * k + 1]})
                for a, b, c in ((i + 1, j, k), (i, j + 1, k), (i, j, k + 1)):
                    if max(a, b, c) < side:
                        forces.append({"name": f"s{i}_{j}_{k}_{a}_{b}_{c}", "type": "spring",
                                       "from": {"body": name(i, j, k)}, "to": {"body": name(a, b, c)},
                                       "stiffness": stiffness, "damping": 100})
    return write(folder, "cloud", {"bodies": bodies, "forces": forces}, 0.2)


def pair(folder, stiffness=1e8):
    """Two masses with a stiff spring between them, in free fall."""
    bodies = [{"name": n, "mass": 1, "inertia": [0.01] * 3, "position": [0, 0, z]} for n, z in (("a", 0), ("b", 1))]
    forces = [{"name": "spring", "type": "spring", "from": {"body": "a"}, "to": {"body": "b"}, "stiffness": stiffness}]
    return write(folder, "pair", {"bodies": bodies, "forces": forces}, 1.0)


def all_machines(folder):
    folder.mkdir(parents=True, exist_ok=True)
    made = [pair(folder), *vehicle(folder), chain_with_stops(folder), belt(folder)]
    made += [governor(folder, 10.0 ** k) for k in range(3, 10)]
    return made + [cloud(folder)]


if __name__ == "__main__":
    for machine in all_machines(Path(sys.argv[1])):
        print(machine)
