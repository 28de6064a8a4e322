"""The problem in MuJoCo: connect and tendon equalities, as stiff as it allows. Speaks as serve.hpp does.

    engine_mujoco.py PROBLEM        with a python3 that has the wheel
"""

import itertools
import statistics
import sys
import time

import mujoco
import numpy as np

STIFF = 'solimp="0.9999 0.9999 0.001 0.5 2" solref="0.002 1"'
TYPES = {"revolute": '<joint type="hinge" axis="0 0 1"/>', "prismatic": '<joint type="slide" axis="0 0 1"/>',
         "spherical": '<joint type="ball"/>', "free": "<freejoint/>"}
SIZES = {"revolute": (1, 1), "prismatic": (1, 1), "spherical": (4, 3), "free": (7, 6)}


def text(numbers):
    return " ".join(f"{x:.17g}" for x in numbers)


def read(path):
    bodies, loops, states, gravity = [], [], [], None
    for line in open(path, encoding="utf-8"):
        word, *rest = line.split()
        if word == "gravity":
            gravity = np.array(rest, float)
        elif word == "body":
            x = np.array(rest[2:], float)
            bodies.append((int(rest[0]), rest[1], x[:9].reshape(3, 3), x[9:12], x[12], x[13:16], x[16:22]))
        elif word == "loop":
            loops.append((int(rest[0]), np.array(rest[1:4], float), int(rest[4]), np.array(rest[5:8], float), float(rest[8])))
        elif word == "state":
            nq, nv = (sum(SIZES[b[1]][i] for b in bodies) for i in (0, 1))
            x = np.array(rest, float)
            states.append((x[:nq], x[nq:nq + nv], x[nq + nv:]))
    return bodies, loops, states, gravity


def write_xml(bodies, loops, gravity):
    sites = {k: "" for k in range(-1, len(bodies))}
    equalities, tendons = [], []
    for k, (a, p, b, q, length) in enumerate(loops):
        for body, at, end in ((a, p, "a"), (b, q, "b")):
            sites[body] += f'<site name="{end}{k}" pos="{text(at)}"/>'
        if length > 0:
            tendons.append(f'<spatial name="t{k}"><site site="a{k}"/><site site="b{k}"/></spatial>')
            equalities.append(f'<tendon name="e{k}" tendon1="t{k}" {STIFF}/>')
        else:
            equalities.append(f'<connect name="e{k}" site1="a{k}" site2="b{k}" {STIFF}/>')

    def branch(parent):
        out = ""
        for k, (up, kind, turn, seat, mass, center, _) in enumerate(bodies):
            if up == parent:
                quat = np.zeros(4)
                mujoco.mju_mat2Quat(quat, turn.flatten())
                out += (f'<body pos="{text(seat)}" quat="{text(quat)}"><inertial pos="{text(center)}" mass="{mass:.17g}" '
                        f'diaginertia="1 1 1"/>{TYPES[kind]}{sites[k]}{branch(k)}</body>')
        return out

    return (f'<mujoco><option gravity="{text(gravity)}"><flag contact="disable" warmstart="disable"/></option>'
            f'<compiler angle="radian" inertiafromgeom="false"/><worldbody>{sites[-1]}{branch(-1)}</worldbody>'
            f'<tendon>{"".join(tendons)}</tendon><equality>{"".join(equalities)}</equality></mujoco>')


def order(bodies, parent=-1):
    """Bodies as MuJoCo numbers them: depth first."""
    for k, body in enumerate(bodies):
        if body[0] == parent:
            yield k
            yield from order(bodies, k)


def set_inertia(model, body, inertia):
    """Past the compiler, which refuses flat bodies for their rounding."""
    xx, yy, zz, xy, xz, yz = inertia
    moments, axes = np.linalg.eigh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1
    model.body_inertia[body] = moments
    mujoco.mju_mat2Quat(model.body_iquat[body], axes.flatten())


def rotate(quaternion, vector):
    out = np.zeros(3)
    mujoco.mju_rotVecQuat(out, vector, quaternion)
    return out


class Engine:
    """Linear velocities of a free joint are in the axes of the world here, all others are ours."""

    def __init__(self, bodies, loops, states, gravity):
        self.model = mujoco.MjModel.from_xml_string(write_xml(bodies, loops, gravity))
        for k, loop in enumerate(loops):
            if loop[4] > 0:
                self.model.eq_data[k, 0] = loop[4] - self.model.tendon_length0[self.model.tendon(f"t{k}").id]
        for number, k in enumerate(order(bodies), 1):
            set_inertia(self.model, number, bodies[k][6])
        mujoco.mj_setConst(self.model, mujoco.MjData(self.model))
        self.places, q, v = [None] * len(bodies), 0, 0
        starts = np.cumsum([[0, 0]] + [SIZES[b[1]] for b in bodies], axis=0)
        for k in order(bodies):
            nq, nv = SIZES[bodies[k][1]]
            self.places[k] = (bodies[k][1], *starts[k], q, v, nq, nv)
            q, v = q + nq, v + nv
        self.data = [self.state(*s) for s in states]

    def state(self, q, v, force):
        d = mujoco.MjData(self.model)
        for kind, from_q, from_v, to_q, to_v, nq, nv in self.places:
            d.qpos[to_q:to_q + nq] = q[from_q:from_q + nq]
            d.qvel[to_v:to_v + nv] = v[from_v:from_v + nv]
            d.qfrc_applied[to_v:to_v + nv] = force[from_v:from_v + nv]
            if kind == "free":
                for array in (d.qvel, d.qfrc_applied):
                    array[to_v:to_v + 3] = rotate(q[from_q + 3:from_q + 7], array[to_v:to_v + 3].copy())
        return d

    def answer(self, d):
        a = np.zeros(self.model.nv)
        for kind, _, from_v, to_q, to_v, _, nv in self.places:
            part = d.qacc[to_v:to_v + nv].copy()
            if kind == "free":
                back = d.qpos[to_q + 3:to_q + 7] * [1, -1, -1, -1]
                spin, speed = d.qvel[to_v + 3:to_v + 6], rotate(back, d.qvel[to_v:to_v + 3].copy())
                part[:3] = rotate(back, part[:3].copy()) - np.cross(spin, speed)
            a[from_v:from_v + nv] = part
        return a


def serve(engine):
    print("version", mujoco.__version__)
    print("method mj_forward")
    for d in engine.data:
        mujoco.mj_forward(engine.model, d)
        print("a", text(engine.answer(d)))
    print("ready", flush=True)
    forward, model = mujoco.mj_forward, engine.model
    for line in sys.stdin:
        evaluations, batches = map(int, line.split()[1:])
        times, turn = [], itertools.cycle(engine.data)
        for _ in range(batches):
            some = list(itertools.islice(turn, evaluations))
            start = time.perf_counter_ns()
            for d in some:
                forward(model, d)
            times.append((time.perf_counter_ns() - start) / evaluations)
        print(statistics.median(times), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    serve(Engine(*read(sys.argv[1])))
