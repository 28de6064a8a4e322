"""Models of any size, written as files: what the figures of generated code are taken from."""
import json
import math
import os


def write(folder, name, model):
    path = os.path.join(folder, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"treadle": 1, "name": name, **model}, file)
    return path


def chain(folder, links):
    """Equal links in space; each axis is turned against the one before."""
    bodies, joints = [], []
    for k in range(links):
        bodies.append({"name": f"link{k}", "mass": 1.0, "position": [0.3 * k, 0, 0],
                       "center": [0.15, 0.01, 0.02], "inertia": [0.02, 0.025, 0.03, 0.001, 0.002, 0.003]})
        joints.append({"name": f"hinge{k}", "type": "revolute", "parent": f"link{k - 1}" if k else "ground",
                       "child": f"link{k}", "position": [0.3 * k, 0, 0],
                       "axis": [0.3, 1, 0.2] if k % 2 else [0.1, 0.2, 1], "start": 0.1, "velocity": 0.2})
    return write(folder, f"chain{links}", {"bodies": bodies, "joints": joints})


def four_bars(folder, count):
    """Crank-rockers side by side, all alike; their pins are points on lines, so nothing is redundant."""
    bodies, joints = [], []
    for k in range(count):
        y, n = 0.5 * k, str(k)
        bodies += [{"name": "crank" + n, "mass": 0.3, "position": [0, y, 0], "center": [0, 0, 0.15],
                    "inertia": [0.00225, 0.00225, 0]},
                   {"name": "coupler" + n, "mass": 1.0, "position": [0, y, 0], "center": [0.4, 0, 0.6],
                    "inertia": [0.03, 0.0833334, 0.0533335, 0, -0.04, 0]},
                   {"name": "rocker" + n, "mass": 0.9, "position": [0, y, 0], "center": [0.8, 0, 0.45],
                    "inertia": [0.06075, 0.06075, 0]}]
        pins = [("ground", "crank", [0, y, 0]), ("crank", "coupler", [0, y, 0.3]),
                ("coupler", "rocker", [0.8, y, 0.9]), ("ground", "rocker", [0.8, y, 0])]
        for i, (a, b, at) in enumerate(pins):
            joint = {"name": f"pin{n}.{i}", "type": "revolute", "parent": a if a == "ground" else a + n,
                     "child": b + n, "position": at, "axis": [0, -1, 0]}
            if i == 0:
                joint["velocity"] = 2 * math.pi
            joints.append(joint)
    return write(folder, f"four_bars{count}", {"bodies": bodies, "joints": joints})


def train(folder, vehicles, models):
    """Vehicles one behind the other, joined by springs."""
    car = os.path.relpath(os.path.join(models, "hmmwv.json"), folder)
    include = [{"file": car, "name": f"car{k}", "position": [-6.0 * k, 0, 0]} for k in range(vehicles)]
    bars = [{"name": f"bar{k}", "type": "spring", "from": {"body": f"car{k}.chassis", "position": [-2, 0, 0.2]},
             "to": {"body": f"car{k + 1}.chassis", "position": [2, 0, 0.2]}, "stiffness": 1e5, "length": 2.0}
            for k in range(vehicles - 1)]
    return write(folder, f"train{vehicles}", {"include": include, "forces": bars})
