"""States on which engines are compared: along a motion that leaves no symmetry and no coordinate at rest."""

import json

from mechanism import columns, read_table, treadle

PUSH = {"revolute": 0.3, "prismatic": 0.2, "spherical": [0.3, -0.2, 0.4],
        "free": {"linear": [3.0, -0.4, 0.2], "angular": [0.5, -0.3, 0.4]}}


def pushed(flat, mechanism):
    """The model with start velocities on its root joints and one other, as far as it gives none."""
    kinds = {b.joint: b for b in mechanism.bodies}
    roots = [b.joint for b in mechanism.bodies if b.parent < 0]
    others = [b.joint for b in mechanism.bodies if b.parent >= 0 and b.kind == "prismatic"][:1]
    copy = json.loads(json.dumps(flat))
    for joint in copy["joints"]:
        if joint["name"] in roots + others:
            joint.setdefault("velocity", PUSH[kinds[joint["name"]].kind])
    return copy


def along_a_motion(binary, flat, mechanism, folder, count, seconds=0.6):
    """Writes states.csv into the folder; returns its path, coordinates and velocities, a row for each state."""
    model, path = folder / "pushed.json", folder / "states.csv"
    model.write_text(json.dumps(pushed(flat, mechanism)), encoding="utf-8")
    q, v = columns(mechanism, "q"), columns(mechanism, "v")
    treadle(binary, "run", model, "--until", seconds, "--output-interval", seconds / (count - 1),
            "--channels", ",".join(q + v), "--out", path, "--quiet")
    return path, read_table(path, q), read_table(path, v)


def accelerations(binary, model, mechanism, states, out, solver):
    treadle(binary, "evaluate", model, "--states", states, "--solver", solver, "--out", out, "--quiet")
    return read_table(out, columns(mechanism, "a"))
