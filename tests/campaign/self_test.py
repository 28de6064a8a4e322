"""Proves that the campaign can fail: the witness sees small changes of bodies and forces, and a fault is made small.

    self_test.py TREADLE
"""

import json
import sys
import tempfile
from pathlib import Path

import trial
import witness
from grammar import FAMILIES, draw
from machine import Machine
from shrink import shrink
from vectors import add, scale

# mechanisms in which, between them, every kind of force acts
SEEDS = [(family, f"1.{k}") for k in range(12) for family in FAMILIES]
KINDS = ("spring", "bushing", "plane", "applied", "coordinate spring", "coordinate damping", "coordinate limits",
         "coordinate friction", "coordinate drive")
NOTICED = 1e-6  # difference of accelerations


def read(binary, folder, model):
    """The machine, states along a run, and what the engine says of them."""
    path = folder / "model.json"
    path.write_text(json.dumps(model), encoding="utf-8")
    tester = trial.Trial(binary, folder, 30.0)
    machine = Machine(model, json.loads(trial.call(binary, ["inspect", path, "--json"], 30.0)[1]))
    motion = tester.simulate(machine, path, trial.Outcome())
    states = folder / "states.csv"
    trial.write_states(machine, motion, states)
    return machine, motion, tester.evaluate(path, states, "auto", machine.names("a"))[0]


def off(machine, motion, given):
    """Largest difference over the states, or 0 where there is none to compare."""
    worst = 0.0
    for (t, q, u), a in zip(motion, given or []):
        if None not in a:
            worst = max(worst, witness.difference(machine, q, u, a, witness.accelerate(machine, q, u, t)))
    return worst


def without(model):
    """(kind, the model without one force or law) for all of them."""
    for k, force in enumerate(model.get("forces", [])):
        small = json.loads(json.dumps(model))
        del small["forces"][k]
        yield force["type"], small
    for k, joint in enumerate(model["joints"]):
        for name, law in {"": joint, **joint.get("coordinates", {})}.items():
            for key in {"spring", "damping", "limits", "friction", "drive"} & set(law):
                small = json.loads(json.dumps(model))
                own = small["joints"][k]
                del (own["coordinates"][name] if name else own)[key]
                yield f"coordinate {key}", small


def forces_are_seen(binary, folder):
    """Each kind of force, left out of the witness alone, is noticed in some mechanism."""
    seen = set()
    for family, seed in SEEDS:
        if seen.issuperset(KINDS):
            break
        model = draw(family, seed)
        todo = [(kind, small) for kind, small in without(model) if kind not in seen]
        if not todo:
            continue
        machine, motion, given = read(binary, folder, model)
        if off(machine, motion, given) > NOTICED:
            continue
        for kind, small in todo:
            machine.model = small
            for joint, entry in zip(machine.joints, small["joints"]):
                joint.entry = entry
            if off(machine, motion, given) > NOTICED:
                seen.add(kind)
    return [f"a {kind} that is left out is not noticed" for kind in KINDS if kind not in seen]


def changes_are_seen(binary, folder):
    """A hundred thousandth of a mass, of a place, of gravity; a thousandth of an inertia."""
    model = draw("four_bar", "1.0")
    machine, motion, given = read(binary, folder, model)
    faults = ["an unchanged mechanism differs"] if off(machine, motion, given) > NOTICED else []
    part = 1 + 1e-5
    body = machine.bodies[-1]
    for what, change in (("mass", lambda: setattr(body, "mass", body.mass * part)),
                         ("center", lambda: setattr(body, "center", add(body.center, (1e-5 * machine.size, 0.0, 0.0)))),
                         ("inertia", lambda: setattr(body, "inertia", [scale(1.001, row) for row in body.inertia])),
                         ("gravity", lambda: setattr(machine, "gravity", tuple(part * x for x in machine.gravity)))):
        before = (body.mass, body.center, body.inertia, machine.gravity)
        change()
        if off(machine, motion, given) <= NOTICED:
            faults.append(f"a changed {what} is not noticed")
        body.mass, body.center, body.inertia, machine.gravity = before
    return faults


def faults_are_made_small(binary, folder):
    """A solver that is wrong whenever there is a body b4: all the others go away."""
    class Lying(trial.Trial):
        def evaluate(self, path, states, solver, names):
            rows, words = super().evaluate(path, states, solver, names)
            has = any(b["name"] == "b4" for b in json.loads(path.read_text(encoding="utf-8"))["bodies"])
            return [[x * 1.001 + 1e-3 if has else x for x in row] for row in rows], words

    model = draw("chain", "1.0", plain=True)
    tester = Lying(binary, folder, 30.0, ("auto",))
    if tester.run(model).kinds() != ["wrong"]:
        return ["a lying solver is not noticed"]
    small, again = shrink(model, "wrong", tester, 600.0)
    if again is None or len(small["bodies"]) > 1:
        return [f"the smallest mechanism still has {len(small['bodies'])} bodies"]
    return []


def main(binary):
    faults = []
    with tempfile.TemporaryDirectory() as name:
        for check in (changes_are_seen, forces_are_seen, faults_are_made_small):
            faults += check(binary, Path(name))
    print("\n".join(faults) or f"self-test: four changes, {len(KINDS)} kinds of force and a wrong solver are noticed")
    return bool(faults)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
