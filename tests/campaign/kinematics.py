"""Poses, velocities and accelerations of all bodies from the coordinates along the tree."""

import math

from machine import COORDINATES
from vectors import Frame, ONE, ZERO, add, column, cross, matmul, rotation, scale, sub, times, transpose, turn

X, Y, Z = ONE


class Motion:
    """Of a frame in the world: pose, velocity and acceleration of its origin, angular velocity and acceleration."""

    def __init__(self, x=None, v=ZERO, w=ZERO, a=ZERO, e=ZERO):
        self.x, self.v, self.w, self.a, self.e = x or Frame(), v, w, a, e

    def velocity(self, p):
        return add(self.v, cross(self.w, sub(p, self.x.p)))

    def acceleration(self, p):
        d = sub(p, self.x.p)
        return add(self.a, cross(self.e, d), cross(self.w, cross(self.w, d)))

    def carry(self, frame):
        """The motion of a frame that is fixed to this one."""
        x = self.x @ frame
        return Motion(x, self.velocity(x.p), self.w, self.acceleration(x.p), self.e)


def relative(joint, q, u, a):
    """The child's joint frame as seen from the parent's: pose, velocity, angular velocity, and their rates."""
    kind = joint.kind
    if kind in ("revolute", "screw", "cylindrical", "planar"):
        lead = joint.pitch / (2 * math.pi) if kind == "screw" else 0.0
        at = 2 if kind == "planar" else 0
        travel = {"revolute": lambda c: ZERO, "screw": lambda c: scale(lead * c[0], Z),
                  "cylindrical": lambda c: scale(c[1], Z), "planar": lambda c: (c[0], c[1], 0.0)}[kind]
        return (Frame(turn(Z, q[at]), travel(q)), travel(u), scale(u[at], Z), travel(a), scale(a[at], Z))
    if kind == "prismatic":
        return Frame(ONE, scale(q[0], Z)), scale(u[0], Z), ZERO, scale(a[0], Z), ZERO
    if kind == "universal":
        first = turn(Z, q[0])
        x = column(first, 0)
        return (Frame(matmul(first, turn(X, q[1]))), ZERO, add(scale(u[0], Z), scale(u[1], x)), ZERO,
                add(scale(a[0], Z), scale(a[1], x), scale(u[0] * u[1], cross(Z, x))))
    if kind == "spherical":
        r = rotation(*q)
        return Frame(r), ZERO, times(r, u), ZERO, times(r, a)
    if kind == "free":
        r = rotation(*q[3:])
        return (Frame(r, tuple(q[:3])), times(r, u[:3]), times(r, u[3:]),
                times(r, add(a[:3], cross(u[3:], u[:3]))), times(r, a[3:]))
    return Frame(), ZERO, ZERO, ZERO, ZERO  # fixed


def step_out(parent, motion):
    """From the motion of the parent's joint frame to that of the child's."""
    x, v, w, a, e = motion
    r = parent.x.r
    d, v, w = times(r, x.p), times(r, v), times(r, w)
    p = add(parent.x.p, d)
    return Motion(parent.x @ x, add(parent.velocity(p), v), add(parent.w, w),
                  add(parent.acceleration(p), scale(2.0, cross(parent.w, v)), times(r, a)),
                  add(parent.e, cross(parent.w, w), times(r, e)))


def step_back(child, motion):
    """From the motion of the child's joint frame to that of the parent's."""
    x, v, w, a, e = motion
    r = matmul(child.x.r, transpose(x.r))
    d, v, w = times(r, x.p), times(r, v), times(r, w)
    w_up = sub(child.w, w)
    e_up = sub(child.e, add(cross(w_up, w), times(r, e)))
    back = add(cross(e_up, d), cross(w_up, cross(w_up, d)), scale(2.0, cross(w_up, v)), times(r, a))
    return Motion(Frame(r, sub(child.x.p, d)), sub(child.v, add(cross(w_up, d), v)), w_up, sub(child.a, back), e_up)


def move(machine, q, u, a=None):
    """Motions of all body frames; q, u and a are the numbers along the tree. The ground is the last of the list."""
    motions = [None] * len(machine.bodies) + [Motion()]
    a = a or [0.0] * len(u)
    at_q = at_u = 0
    for joint, backward in machine.tree:
        nq, nu = map(len, COORDINATES[joint.kind])
        own = relative(joint, q[at_q:at_q + nq], tuple(u[at_u:at_u + nu]), tuple(a[at_u:at_u + nu]))
        at_q, at_u = at_q + nq, at_u + nu
        if backward:
            seat = step_back(motions[joint.child].carry(joint.on_child), own)
            motions[joint.parent] = seat.carry(joint.on_parent.inverse())
        else:
            seat = step_out(motions[joint.parent].carry(joint.on_parent), own)
            motions[joint.child] = seat.carry(joint.on_child.inverse())
    return motions
