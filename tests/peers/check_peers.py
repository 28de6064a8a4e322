"""Accelerations of Treadle against a formulation that knows no tree (tests/campaign/witness.py): all six motions of
each body are unknown, and every joint, kept or cut, is a set of equations. The forces that bench/peers hands to other
engines have to do the work of the forces themselves.

    check_peers.py TREADLE MODEL...
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench" / "peers"), str(ROOT / "tests" / "campaign")]
import witness
from machine import Machine
from mechanism import Point, columns, load, treadle
from motion import generalized_forces, move, on_coordinate, point_forces, where
from states import accelerations, along_a_motion

TOLERANCE = 1e-9  # of the largest acceleration


def check_power(mechanism, q, u, other):
    """Generalized forces do the work of the forces themselves, whatever the velocity."""
    moving, virtual = move(mechanism, q, u), move(mechanism, q, other)
    tau = generalized_forces(mechanism, moving)
    power, size = 0.0, 0.0
    for body, force, p in point_forces(mechanism, moving):
        if body >= 0:
            part = force @ where(virtual, Point(body, moving[body].x.inverse().point(p)))[1]
            power, size = power + part, size + abs(part)
    for body, m, v in zip(mechanism.bodies, moving, virtual):
        part = on_coordinate(body, m) @ v.u
        power, size = power + part, size + abs(part)
    assert abs(tau @ other - power) <= 1e-12 * size, (tau @ other, power, size)


class States:
    """States and accelerations, told by the names of their columns as the witness orders them."""

    def __init__(self, machine, mechanism, q, u):
        self.machine, self.mechanism = machine, mechanism
        self.q, self.u = self.ordered("q", q), self.ordered("v", u)

    def ordered(self, letter, rows):
        at = {name: k for k, name in enumerate(columns(self.mechanism, letter))}
        return [[float(row[at[name]]) for name in self.machine.names(letter)] for row in rows]

    def worst(self, given):
        """Largest difference from the witness, in parts of the largest acceleration of the state."""
        return max(witness.difference(self.machine, q, u, a, witness.accelerate(self.machine, q, u, 0.0))
                   for q, u, a in zip(self.q, self.u, self.ordered("a", given)))


def check(binary, path, folder):
    flat, mechanism = load(binary, path)
    states, q, u = along_a_motion(binary, flat, mechanism, folder, 7)
    chance = np.random.default_rng(1)
    for a, b in zip(q, u):
        check_power(mechanism, a, b, chance.standard_normal(len(b)))
    machine = Machine(flat, json.loads(treadle(binary, "inspect", path, "--json")))
    motion = States(machine, mechanism, q, u)
    for solver in ("gauss", "topology", "clustered"):
        given = accelerations(binary, path, mechanism, states, folder / "given.csv", solver)
        difference = motion.worst(given)
        print(f"{mechanism.name}: {solver} differs from the witness by {difference:.1e} at {len(q)} states")
        assert difference <= TOLERANCE, path
    # The comparison sees a hundred thousandth of one body's inertia.
    last = machine.bodies[-1]
    last.mass *= 1 + 1e-5
    last.inertia = ((last.inertia[0][0] * (1 - 1e-5), *last.inertia[0][1:]), *last.inertia[1:])
    assert motion.worst(given) > TOLERANCE, "a changed body is not noticed"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        for model in sys.argv[2:]:
            check(sys.argv[1], model, Path(name))
