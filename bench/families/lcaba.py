#!/usr/bin/env python3
"""One evaluation of plain mechanisms of growing size beside Pinocchio's: `lcaba` where there are loops, `aba` where there are none.

Both start from the drawn position at rest. Accelerations have to agree first (lcaba to what its mu allows), then each is timed
in processor time, in turns, the shortest of some rounds counts. Pins are closed by coinciding points in Pinocchio, and a lift
stands on one foot in both. Pinocchio comes from PyPI (`pip install pin`), for this comparison alone.

    lcaba.py TREADLE EVALUATIONS OUT.json [--sizes 10,100] [--families ladder]     EVALUATIONS: treadle_evaluations (bench/instructions)
"""
import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pinocchio as pin

from measure import chosen, timed
from models import write

FAMILIES = ("tree", "chain", "closed chain", "ladder", "rings")
SIZES = (10, 30, 100, 300)  # with 1000 links it asks for more than 20 GB
MUS = (1e-6, 1e-8)  # of the proximal iterations: the one that comes closer is timed
ROUNDS = 5
AGREE = 1e-4  # of the largest acceleration


def simplified(folder, family, n):
    """At rest, without what Pinocchio has no constraint for."""
    path = write(folder, family, n, False)
    model = json.loads(path.read_text())
    for joint in model["joints"]:
        joint.pop("velocity", None)
    if "constraints" in model:
        model["constraints"] = [c for c in model["constraints"] if c["type"] == "point_on_line"]
    path.write_text(json.dumps(model))
    return path, model


class Peer:
    def __init__(self, drawing):
        self.model = pin.Model()
        self.model.gravity.linear = np.array([0, 0, -9.80665])
        home = {"ground": np.zeros(3)}
        home.update({b["name"]: np.array(b["position"], float) for b in drawing["bodies"]})
        bodies = {b["name"]: b for b in drawing["bodies"]}
        place, number = {"ground": np.zeros(3)}, {"ground": 0}
        for joint in drawing["joints"]:
            at, axis = np.array(joint["position"], float), np.array(joint["axis"], float)
            parent, child = joint["parent"], joint["child"]
            index = self.model.addJoint(number[parent], pin.JointModelRevoluteUnaligned(axis), pin.SE3(np.eye(3), at - place[parent]),
                                        joint["name"])
            place[child], number[child] = at, index
            body = bodies[child]
            self.model.appendBodyToJoint(index, pin.Inertia(body["mass"], home[child] - at, np.diag(body["inertia"])), pin.SE3.Identity())
        self.data = self.model.createData()
        self.loops, self.known = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for pinned in drawing.get("constraints", []):
            ends = []
            for end in sorted((pinned["from"], pinned["to"]), key=lambda e: e["body"] == "ground"):  # lcaba wants a moving one first
                point = home[end["body"]] + np.array(end["position"], float)
                ends += [number[end["body"]], pin.SE3(np.eye(3), point - place[end["body"]])]
            loop = pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, self.model, *ends)
            self.loops.append(loop)
            self.known.append(loop.createData())
        self.q, self.zero = pin.neutral(self.model), np.zeros(self.model.nv)
        self.use(MUS[0])
        if len(self.loops):
            pin.computeJointMinimalOrdering(self.model, self.data, self.loops)

    def use(self, mu):
        self.settings = pin.ProximalSettings(1e-10, mu, 10)

    def apart(self, mu, ours):
        self.use(mu)
        return np.abs(ours - np.array(self.evaluate())).max() / max(1.0, np.abs(ours).max())

    def evaluate(self):
        if len(self.loops):
            return pin.lcaba(self.model, self.data, self.q, self.zero, self.zero, self.loops, self.known, self.settings)
        return pin.aba(self.model, self.data, self.q, self.zero, self.zero)

    def nanoseconds(self):
        times = 1
        while True:
            begin = time.process_time()
            for _ in range(times):
                self.evaluate()
            took = time.process_time() - begin
            if took > 0.05:
                return 1e9 * took / times
            times *= 4


def accelerations(treadle, path, names):
    out = path.with_suffix(".csv")
    for words in (["run", path, "--until", "1e-9", "--out", out], ["evaluate", path, "--states", out, "--out", out.with_suffix(".a.csv")]):
        subprocess.run([treadle, *words, "--quiet"], capture_output=True, check=True)
    lines = out.with_suffix(".a.csv").read_text().splitlines()
    first = dict(zip((column.split(" ")[0] for column in lines[0].split(",")), lines[1].split(",")))
    return np.array([float(first[name + ".a"]) for name in names])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treadle")
    parser.add_argument("evaluations")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES)
    parser.add_argument("--families", type=lambda text: text.split(","), default=FAMILIES)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for family in options.families:
            for n in options.sizes:
                path, drawing = simplified(folder, family, n)
                peer = Peer(drawing)
                ours = accelerations(options.treadle, path, list(peer.model.names)[1:])
                apart, mu = min((peer.apart(mu, ours), mu) for mu in MUS)
                peer.use(mu)
                row = {"family": family, "n": n, "apart": apart}
                if apart <= AGREE:
                    solver = chosen(options.treadle, path, 120)
                    pairs = [(timed(options.evaluations, path, solver, 120)["ns"], peer.nanoseconds()) for _ in range(ROUNDS)]
                    row.update(solver=solver, ours=min(p[0] for p in pairs), theirs=min(p[1] for p in pairs))
                    row["ratio"] = row["ours"] / row["theirs"]
                rows.append(row)
                print(json.dumps(row), flush=True)
                options.out.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
