"""Accelerations of all bodies at a state, by Gauss's principle in maximal coordinates.

Of all accelerations that satisfy the equations, the true ones are nearest to those of the free bodies, measured by
the inertias. With M = L L^T, y = L^T (a - a_free) and G a = c that is the smallest solution of
G L^-T y = c - G a_free, found by singular values of the matrix with rows of length 1.
"""

import math
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices, many processes
import numpy as np

from equations import Scene, all_equations
from kinematics import Motion, move
from loads import Loads
from machine import COORDINATES
from vectors import Frame, add, cross, dot, matmul, norm, scale, sub, times, transpose, turn, unit

STRONG = 1e-4  # singular values above this part of the largest say something
WEAK = 1e-9    # those below this say nothing; in between nobody knows
NEAR = 1e-2    # way to a position near by, in parts of the size and in rad
NOTHING = 1e-6 # what an equation has there at least, that says something beside the others
LOOKS = 6      # a step there, and corrections
LEAST = 1e-9   # inertia about any axis, in parts of mass and size


def cholesky(m, least):
    """Lower triangle of a matrix of three rows. Points and thin rods get a least inertia where they have none."""
    root = lambda square: math.sqrt(max(square, least))
    a = root(m[0][0])
    b, c = m[1][0] / a, m[2][0] / a
    d = root(m[1][1] - b * b)
    e = (m[2][1] - b * c) / d
    return ((a, 0.0, 0.0), (b, d, 0.0), (c, e, root(m[2][2] - c * c - e * e)))


def forward(l, v):
    """L x = v."""
    x = v[0] / l[0][0]
    y = (v[1] - l[1][0] * x) / l[1][1]
    return (x, y, (v[2] - l[2][0] * x - l[2][1] * y) / l[2][2])


def backward(l, v):
    """L^T x = v."""
    z = v[2] / l[2][2]
    y = (v[1] - l[2][1] * z) / l[1][1]
    return ((v[0] - l[1][0] * y - l[2][0] * z) / l[0][0], y, z)


class Answer:
    """What the witness says of a state."""

    def __init__(self):
        self.linear, self.angular = [], []  # of centres of mass, of bodies
        self.rank, self.clear = 0, True     # number of strong singular values; no doubtful one
        self.weakest = 1.0                  # smallest strong singular value, in parts of the largest
        self.gap = self.rate_gap = 0.0      # largest open gap of all equations and of their rates
        self.left = 0.0                     # part of the right side that no acceleration satisfies
        self.scale = 0.0                    # the accelerations that went into the sums
        self.jump = False                   # a force jumps right here
        self.kinetic = 0.0                  # energy
        self.speed = 0.0                    # largest angular velocity, or velocity in sizes a second


def scene_of(machine, q, u, time):
    scene = Scene(machine, move(machine, q, u), time)
    scene.coordinates, at_q, at_u = {}, 0, 0
    for joint, _ in machine.tree:
        names, rates = COORDINATES[joint.kind]
        if names == rates:
            for k, name in enumerate(names):
                scene.coordinates[joint.name, name[1:]] = (q[at_q + k], u[at_u + k])
        at_q, at_u = at_q + len(names), at_u + len(rates)
    return scene


def gaps(scene, equations, answer):
    """How far the equations and their rates are off, lengths in parts of the machine's size."""
    size = scene.machine.size
    velocities = [(m.velocity(c), m.w) for m, c in zip(scene.motions, scene.centers)]
    for e in equations:
        straight = size if any(norm(lin) > 0 for lin, _ in e.measure.parts.values()) else 1.0
        rate = sum(dot(lin, velocities[k][0]) + dot(ang, velocities[k][1]) for k, (lin, ang) in e.measure.parts.items())
        answer.gap = max(answer.gap, abs(e.gap()) / straight)
        answer.rate_gap = max(answer.rate_gap, abs(rate - e.target[1]) / straight)


def solve(rows, right):
    """The smallest solution, singular values, and what is left of the right side."""
    u, s, vt = np.linalg.svd(np.array(rows), full_matrices=False)
    values = s.tolist()
    rank = sum(x > STRONG * values[0] for x in values)
    given = np.array(right)
    along = (u.T @ given)[:rank]
    kept = u.T[:rank].T @ along
    left = math.sqrt(sum(x * x for x in (given - kept).tolist()))
    return (vt[:rank].T @ (along / s[:rank])).tolist(), values, rank, left


def weighed(equation, factors):
    """G L^-T of one equation with length 1, and the length that it had."""
    row = [0.0] * (6 * len(factors))
    for k, (lin, ang) in equation.measure.parts.items():
        root, l = factors[k]
        row[6 * k:6 * k + 6] = [*scale(1.0 / root, lin), *forward(l, ang)]
    length = math.sqrt(sum(x * x for x in row))
    return [x / length for x in row] if length > 0 else row, length


def moved(scene, factors, y):
    """The scene with all bodies moved a little, by x = L^-T y."""
    machine, motions = scene.machine, []
    for k, (root, l) in enumerate(factors):
        way, turned = scale(1.0 / root, tuple(y[6 * k:6 * k + 3])), backward(l, tuple(y[6 * k + 3:6 * k + 6]))
        angle = norm(turned)
        r = scene.motions[k].x.r if angle == 0.0 else matmul(turn(unit(turned), angle), scene.motions[k].x.r)
        motions.append(Motion(Frame(r, sub(add(scene.centers[k], way), times(r, machine.bodies[k].center)))))
    return Scene(machine, [*motions, Motion()], scene.time)


def rank_near(machine, q, u, time):
    """The highest number of strong singular values at positions near by, at this time or, of drivers, another.

    A state that has less stands in a singular position: what one of its equations says there depends on where it
    goes from here."""
    most, drivers = 0, {c["name"] for c in machine.model.get("constraints", []) if c["type"] == "driver"}
    for number in range(3):
        scene = scene_of(machine, q, [0.0] * len(u), time)
        coordinates = scene.coordinates
        for step in range(LOOKS):
            factors = []
            for k, body in enumerate(machine.bodies):
                r = scene.motions[k].x.r
                inertia = matmul(matmul(r, body.inertia), transpose(r))
                factors.append((math.sqrt(body.mass), cholesky(inertia, LEAST * body.mass * machine.size ** 2)))
            scene.coordinates = coordinates
            rows, gaps_ = [], []
            for e in all_equations(scene):
                row, length = weighed(e, factors)
                if length > 0 and (e.name not in drivers or step == LOOKS - 1):
                    rows.append(row)
                    gaps_.append(-e.gap() / length)
            if not rows:
                return 0
            u_, s, vt = np.linalg.svd(np.array(rows), full_matrices=False)
            rank = sum(x > STRONG * s[0] for x in s.tolist())
            if step == 0:  # along the free directions
                way = np.sin(1.0 + 2.39996323 * np.arange(len(rows[0])) + 1.7 * number)
                way = way - vt[:rank].T @ (vt[:rank] @ way)
                far = max(max(norm(scale(1.0 / root, tuple(way[6 * k:6 * k + 3]))) / machine.size,
                              norm(backward(l, tuple(way[6 * k + 3:6 * k + 6])))) for k, (root, l) in enumerate(factors))
                if not far > 0:
                    return rank
                y = way * (NEAR / far)
            else:
                y = vt[:rank].T @ ((u_.T @ np.array(gaps_))[:rank] / s[:rank])
            scene = moved(scene, factors, y.tolist())
        if not any(WEAK * s[0] < x <= NOTHING * s[0] for x in s.tolist()):
            most = max(most, sum(x > NOTHING * s[0] for x in s.tolist()))
    return most


def accelerate(machine, q, u, time):
    scene, answer = scene_of(machine, q, u, time), Answer()
    equations = list(all_equations(scene))
    gaps(scene, equations, answer)
    loads = Loads(scene)
    answer.jump = loads.jump
    factors, free = [], []
    for k, body in enumerate(machine.bodies):
        r, w = scene.motions[k].x.r, scene.motions[k].w
        inertia = matmul(matmul(r, body.inertia), transpose(r))
        l = cholesky(inertia, LEAST * body.mass * machine.size ** 2)
        factors.append((math.sqrt(body.mass), l))
        torque = sub(loads.torque[k], cross(w, times(inertia, w)))
        free.append((scale(1.0 / body.mass, loads.force[k]), backward(l, forward(l, torque))))
        answer.scale = max(answer.scale, dot(w, w) * machine.size)
        v = scene.motions[k].velocity(scene.centers[k])
        answer.speed = max(answer.speed, norm(w), norm(v) / machine.size)
        answer.kinetic += (body.mass * dot(v, v) + dot(w, times(inertia, w))) / 2

    rows, right = [], []
    for e in equations:
        row, length = weighed(e, factors)
        c = e.target[2] - e.measure.bias
        for k, (lin, ang) in e.measure.parts.items():
            c -= dot(lin, free[k][0]) + dot(ang, free[k][1])
        if length > 0:
            rows.append(row)
            right.append(c / length)
    y = [0.0] * (6 * len(machine.bodies))
    if rows:
        y, values, answer.rank, left = solve(rows, right)
        answer.clear = not any(WEAK * values[0] < x <= STRONG * values[0] for x in values)
        answer.weakest = values[answer.rank - 1] / values[0]
        answer.left = left / (math.sqrt(sum(x * x for x in right)) or 1.0)
    for k, (root, l) in enumerate(factors):
        answer.linear.append(add(free[k][0], scale(1.0 / root, tuple(y[6 * k:6 * k + 3]))))
        answer.angular.append(add(free[k][1], backward(l, tuple(y[6 * k + 3:6 * k + 6]))))
    answer.scale = max([answer.scale, norm(machine.gravity)] + [norm(a) for a in answer.linear]
                       + [norm(a) * machine.size for a in answer.angular])
    answer.speed = max(answer.speed, math.sqrt(answer.scale / machine.size))
    return answer


def difference(machine, q, u, a, answer):
    """Largest difference of given accelerations from the witness's, in parts of the largest that went into the sums."""
    motions = move(machine, q, u, a)
    worst = 0.0
    for k, body in enumerate(machine.bodies):
        m = motions[k]
        worst = max(worst, norm(sub(m.acceleration(m.x.point(body.center)), answer.linear[k])),
                    norm(sub(m.e, answer.angular[k])) * machine.size)
    return worst / answer.scale if answer.scale > 0 else worst
