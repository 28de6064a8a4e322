"""Poses, velocities and forces of a mechanism at one state, by the definitions and without any speed."""

from dataclasses import dataclass

import numpy as np

from mechanism import Frame, rotation

SIZES = {"revolute": (1, 1), "prismatic": (1, 1), "spherical": (4, 3), "free": (7, 6)}


@dataclass
class Moving:
    x: Frame          # frame of the joint, in the world
    v: np.ndarray     # velocity of its origin
    w: np.ndarray     # angular velocity, world axes
    q: np.ndarray
    u: np.ndarray     # velocities of the joint


def about_z(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def relative(kind, q, u):
    """Pose, velocity and angular velocity of the child's joint frame as the parent's sees it."""
    zero, z = np.zeros(3), np.array([0.0, 0.0, 1.0])
    if kind == "revolute":
        return Frame(about_z(q[0]), zero), zero, u[0] * z
    if kind == "prismatic":
        return Frame(np.eye(3), q[0] * z), u[0] * z, zero
    if kind == "spherical":
        r = rotation(*q)
        return Frame(r, zero), zero, r @ u
    r = rotation(*q[3:])
    return Frame(r, q[:3]), r @ u[:3], r @ u[3:]


def move(mechanism, q, u):
    """All bodies in motion; q and u are concatenated along the tree."""
    moving, at_q, at_u = [], 0, 0
    for body in mechanism.bodies:
        nq, nu = SIZES[body.kind]
        own_q, own_u = q[at_q:at_q + nq], u[at_u:at_u + nu]
        at_q, at_u = at_q + nq, at_u + nu
        step, v, w = relative(body.kind, own_q, own_u)
        if body.parent < 0:
            up = Moving(Frame(np.eye(3), np.zeros(3)), np.zeros(3), np.zeros(3), None, None)
        else:
            up = moving[body.parent]
        seat = up.x @ body.placement
        x = seat @ step
        moving.append(Moving(x, up.v + np.cross(up.w, x.p - up.x.p) + seat.r @ v, up.w + seat.r @ w, own_q, own_u))
    return moving


def where(moving, point):
    """Position and velocity of a point in the world."""
    if point.body < 0:
        return point.p, np.zeros(3)
    m = moving[point.body]
    p = m.x.point(point.p)
    return p, m.v + np.cross(m.w, p - m.x.p)


def point_forces(mechanism, moving):
    """Forces of springs, dampers and planes: (body, force, where), in the world."""
    forces = []
    for entry, start, end, length in mechanism.springs:
        (p, v), (p2, v2) = where(moving, start), where(moving, end)
        d = p2 - p
        now = np.linalg.norm(d)
        if now < 1e-12:  # no direction, no force
            continue
        u = d / now
        rate = u @ (v2 - v)
        damping = entry.get("damping", 0.0)
        if rate > 0:
            damping = entry.get("rebound_damping", damping)
        pull = entry.get("stiffness", 0.0) * (now - length) - entry.get("preload", 0.0) + damping * rate
        forces += [(start.body, pull * u, p), (end.body, -pull * u, p2)]
    for entry, start, plane, normal in mechanism.planes:
        (p, v), (p2, _) = where(moving, start), where(moving, plane)
        n, at = normal, np.zeros(3)
        if plane.body >= 0:
            m = moving[plane.body]
            n, at = m.x.r @ normal, m.v + np.cross(m.w, p - m.x.p)
        depth = entry.get("radius", 0.0) - n @ (p - p2)
        if depth > 0:
            push = max(0.0, entry["stiffness"] * depth - entry.get("damping", 0.0) * (n @ (v - at)))
            forces += [(start.body, push * n, p), (plane.body, -push * n, p)]
    return forces


def on_coordinate(body, moving):
    """What the joint's own spring and damper do on its velocities."""
    a = body.acting
    if body.kind in ("revolute", "prismatic"):
        return a["preload"] - a["stiffness"] * (moving.q - a["rest"]) - a["damping"] * moving.u
    return -a["damping"] * moving.u


def generalized_forces(mechanism, moving):
    """All applied forces but weight, on the velocities of the joints."""
    force, moment = np.zeros((len(moving), 3)), np.zeros((len(moving), 3))
    for body, f, p in point_forces(mechanism, moving):
        if body >= 0:
            force[body] += f
            moment[body] += np.cross(p, f)
    parts = [None] * len(moving)
    for k in reversed(range(len(moving))):
        body, m = mechanism.bodies[k], moving[k]
        f, n = m.x.r.T @ force[k], m.x.r.T @ (moment[k] - np.cross(m.x.p, force[k]))
        if body.parent >= 0:
            force[body.parent] += force[k]
            moment[body.parent] += moment[k]
        own = {"revolute": n[2:], "prismatic": f[2:], "spherical": n, "free": np.concatenate([f, n])}[body.kind]
        parts[k] = own + on_coordinate(body, m)
    return np.concatenate(parts)
