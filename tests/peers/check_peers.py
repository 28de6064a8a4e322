"""Accelerations of Treadle against a formulation that knows no tree: all six motions of each body are unknown, and
every joint, kept or cut, is a set of equations. It proves what bench/peers hands to other engines as well.

    check_peers.py TREADLE MODEL...
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "peers"))
from mechanism import Frame, Point, load
from motion import Moving, generalized_forces, move, on_coordinate, point_forces, where
from states import accelerations, along_a_motion

TOLERANCE = 1e-9  # of the largest acceleration
GROUND = Moving(Frame(np.eye(3), np.zeros(3)), np.zeros(3), np.zeros(3), None, None)


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


class Equations:
    """Rows over the accelerations of all centres of mass and all angular accelerations."""

    def __init__(self, mechanism, moving):
        self.mechanism, self.moving = mechanism, moving
        self.size = 6 * len(moving)
        self.rows, self.right = [], []

    def motion(self, body):
        return GROUND if body < 0 else self.moving[body]

    def point(self, body, p):
        """Acceleration of the body's point at p in the world: matrix and constant."""
        matrix, m = np.zeros((3, self.size)), self.motion(body)
        if body < 0:
            return matrix, np.zeros(3)
        arm = p - m.x.point(self.mechanism.bodies[body].center)
        matrix[:, 6 * body:6 * body + 3] = np.eye(3)
        matrix[:, 6 * body + 3:6 * body + 6] = -skew(arm)
        return matrix, np.cross(m.w, np.cross(m.w, arm))

    def turn(self, body):
        matrix = np.zeros((3, self.size))
        if body >= 0:
            matrix[:, 6 * body + 3:6 * body + 6] = np.eye(3)
        return matrix

    def apart(self, child, p_child, parent, p_parent):
        a, b = self.point(child, p_child), self.point(parent, p_parent)
        return a[0] - b[0], a[1] - b[1]

    def add(self, directions, matrix, constant):
        for d in directions:
            self.rows.append(d @ matrix)
            self.right.append(-d @ constant)

    def joint(self, k):
        body, m = self.mechanism.bodies[k], self.moving[k]
        up, axes = self.motion(body.parent), m.x.r.T
        offset = self.apart(k, m.x.p, body.parent, m.x.p)
        turning = self.turn(k) - self.turn(body.parent)
        if body.kind == "revolute":
            self.add(np.eye(3), *offset)
            self.add(axes[:2], turning, -np.cross(up.w, m.u[0] * axes[2]))
        elif body.kind == "prismatic":
            self.add(axes[:2], offset[0], offset[1] - 2 * np.cross(up.w, m.u[0] * axes[2]))
            self.add(np.eye(3), turning, np.zeros(3))
        elif body.kind == "spherical":
            self.add(np.eye(3), *offset)

    def loop(self, loop):
        ends = [(e.body, self.motion(e.body), self.motion(e.body).x.point(e.p)) for e in (loop.start, loop.end)]
        (a, ma, pa), (b, mb, pb) = ends
        offset = self.apart(a, pa, b, pb)
        if loop.length is None:
            return self.add(np.eye(3), *offset)
        d = pa - pb
        speed = ma.v + np.cross(ma.w, pa - ma.x.p) - mb.v - np.cross(mb.w, pb - mb.x.p)
        # (d . d)'' / 2 = d . d'' + d' . d'
        return self.add([d], offset[0], offset[1] + d * (speed @ speed) / (d @ d))

    def joint_acceleration(self, k, unknown):
        """What evaluate calls joint.a, from the motion of the bodies."""
        body, m = self.mechanism.bodies[k], self.moving[k]
        up, axes = self.motion(body.parent), m.x.r.T
        turning = (self.turn(k) - self.turn(body.parent)) @ unknown
        matrix, constant = self.apart(k, m.x.p, body.parent, m.x.p)
        if body.kind == "revolute":
            return [axes[2] @ turning]
        if body.kind == "prismatic":
            return [axes[2] @ (matrix @ unknown + constant)]
        spin = axes @ (turning - np.cross(m.w, m.w - up.w))
        if body.kind == "spherical":
            return spin
        assert body.parent < 0, "a free joint on the ground"
        return [*(axes @ (matrix @ unknown + constant - np.cross(m.w, m.v))), *spin]


def accelerate(mechanism, moving):
    equations = Equations(mechanism, moving)
    n = equations.size
    mass, load_ = np.zeros((n, n)), np.zeros(n)
    for k, (body, m) in enumerate(zip(mechanism.bodies, moving)):
        tensor = m.x.r @ body.inertia @ m.x.r.T
        mass[6 * k:6 * k + 3, 6 * k:6 * k + 3] = body.mass * np.eye(3)
        mass[6 * k + 3:6 * k + 6, 6 * k + 3:6 * k + 6] = tensor
        load_[6 * k:6 * k + 3] = body.mass * mechanism.gravity
        load_[6 * k + 3:6 * k + 6] = -np.cross(m.w, tensor @ m.w)
        equations.joint(k)
    for loop in mechanism.loops:
        equations.loop(loop)
    for body, force, p in point_forces(mechanism, moving):
        if body >= 0:
            load_[6 * body:6 * body + 3] += force
            load_[6 * body + 3:6 * body + 6] += np.cross(p - moving[body].x.point(mechanism.bodies[body].center), force)
    for k, body in enumerate(mechanism.bodies):
        push_along(mechanism, k, moving, load_)
    g = np.array(equations.rows).reshape(-1, n)
    m = len(g)
    whole = np.block([[mass, g.T], [g, np.zeros((m, m))]])
    unknown = np.linalg.solve(whole, np.concatenate([load_, equations.right]))[:n]
    return np.concatenate([equations.joint_acceleration(k, unknown) for k in range(len(moving))])


def push_along(mechanism, k, moving, load_):
    """The joint's own spring and damper, as force and torque on child and parent."""
    body, m = mechanism.bodies[k], moving[k]
    a = body.acting
    if not any(a.values()):
        return
    assert body.kind in ("prismatic", "revolute"), "springs of other joints are not in this check"
    push = a["preload"] - a["stiffness"] * (m.q[0] - a["rest"]) - a["damping"] * m.u[0]
    axis = push * m.x.r[:, 2]
    for index, sign in ((k, 1), (body.parent, -1)):
        if index < 0:
            continue
        if body.kind == "revolute":
            load_[6 * index + 3:6 * index + 6] += sign * axis
        else:
            center = moving[index].x.point(mechanism.bodies[index].center)
            load_[6 * index:6 * index + 3] += sign * axis
            load_[6 * index + 3:6 * index + 6] += sign * np.cross(m.x.p - center, axis)


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


def worst(mechanism, q, u, given):
    """Largest difference from the witness, in parts of the largest acceleration of the state."""
    return max(np.abs(accelerate(mechanism, move(mechanism, a, b)) - g).max() / np.abs(g).max()
               for a, b, g in zip(q, u, given))


def check(binary, path, folder):
    flat, mechanism = load(binary, path)
    states, q, u = along_a_motion(binary, flat, mechanism, folder, 7)
    chance = np.random.default_rng(1)
    for a, b in zip(q, u):
        check_power(mechanism, a, b, chance.standard_normal(len(b)))
    for solver in ("gauss", "topology", "clustered"):
        given = accelerations(binary, path, mechanism, states, folder / "given.csv", solver)
        difference = worst(mechanism, q, u, given)
        print(f"{mechanism.name}: {solver} differs from the witness by {difference:.1e} at {len(q)} states")
        assert difference <= TOLERANCE, path
    # The comparison sees a hundred thousandth of one body's inertia.
    mechanism.bodies[-1].mass *= 1 + 1e-5
    mechanism.bodies[-1].inertia[0, 0] *= 1 - 1e-5
    assert worst(mechanism, q, u, given) > TOLERANCE, "a changed body is not noticed"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        for model in sys.argv[2:]:
            check(sys.argv[1], model, Path(name))
