"""Every joint and constraint as equations over the motions of all bodies.

A measure m is a length, a cosine, an angle or a sum of them that depends on poses alone. With v and a the velocities
and accelerations of all centres of mass and the angular ones,

    m' = parts . v        m'' = parts . a + bias

An equation says that a measure is a number or a function of time.
"""

import math

from functions import value
from machine import vector
from vectors import ZERO, across, add, cross, dot, norm, scale, sub, times, unit


class Measure:
    """parts: for each body the factors of its velocity and its angular velocity."""

    def __init__(self, value_, parts, bias):
        self.value, self.parts, self.bias = value_, {k: p for k, p in parts.items() if k >= 0}, bias

    def plus(self, factor, other):
        parts = dict(self.parts)
        for body, (lin, ang) in other.parts.items():
            old = parts.get(body, (ZERO, ZERO))
            parts[body] = (add(old[0], scale(factor, lin)), add(old[1], scale(factor, ang)))
        return Measure(self.value + factor * other.value, parts, self.bias + factor * other.bias)


class Equation:
    """name: of the joint or constraint; target: value and its two derivatives; angles may be off by whole turns."""

    def __init__(self, name, measure, target=(0.0, 0.0, 0.0), period=0.0):
        self.name, self.measure, self.target, self.period = name, measure, target, period

    def gap(self):
        gap = self.measure.value - self.target[0]
        return gap - self.period * round(gap / self.period) if self.period else gap


class Scene:
    """A machine with the motions of its bodies: measures of points and axes."""

    def __init__(self, machine, motions, time):
        self.machine, self.motions, self.time = machine, motions, time
        self.centers = [m.x.point(b.center) for b, m in zip(machine.bodies, motions)] + [ZERO]

    def arm(self, body, p):
        return sub(p, self.centers[body]) if body >= 0 else ZERO

    def offset(self, n, a, pa, b, pb):
        """n . (pa - pb), where n and pb belong to body b and pa to body a."""
        ma, mb, d = self.motions[a], self.motions[b], sub(pa, pb)
        parts = {a: (n, cross(self.arm(a, pa), n))}
        parts = Measure(0.0, parts, 0.0).plus(1.0, Measure(0.0, {
            b: (scale(-1.0, n), sub(cross(n, d), cross(self.arm(b, pb), n)))}, 0.0)).parts
        swing = cross(mb.w, n)
        bias = (dot(n, self.pull(a, pa)) - dot(n, self.pull(b, pb)) + dot(cross(mb.w, swing), d)
                + 2 * dot(swing, sub(ma.velocity(pa), mb.velocity(pb))))
        return Measure(dot(n, d), parts, bias)

    def pull(self, body, p):
        """Acceleration of a point apart from those of the centre of mass and of the turning."""
        if body < 0:
            return ZERO
        w = self.motions[body].w
        return cross(w, cross(w, self.arm(body, p)))

    def cosine(self, a, va, b, vb):
        """The product of a vector of body a and one of body b."""
        wa, wb = self.motions[a].w, self.motions[b].w
        parts = {a: (ZERO, cross(va, vb)), b: (ZERO, cross(vb, va))}
        bias = (dot(cross(wa, cross(wa, va)), vb) + dot(cross(wb, cross(wb, vb)), va)
                + 2 * dot(cross(wa, va), cross(wb, vb)))
        return Measure(dot(va, vb), parts, bias)

    def turning(self, child, parent, axis, carrier, angle):
        """An angle whose rate is the relative angular velocity along an axis of the body `carrier`."""
        relative = sub(self.motions[child].w, self.motions[parent].w)
        return Measure(angle, {child: (ZERO, axis), parent: (ZERO, scale(-1.0, axis))},
                       dot(relative, cross(self.motions[carrier].w, axis)))

    def distance(self, a, pa, b, pb):
        d = sub(pa, pb)
        length = norm(d)
        n = scale(1.0 / length, d)
        rate = sub(self.motions[a].velocity(pa), self.motions[b].velocity(pb))
        parts = {a: (n, cross(self.arm(a, pa), n)), b: (scale(-1.0, n), scale(-1.0, cross(self.arm(b, pb), n)))}
        bias = (dot(n, sub(self.pull(a, pa), self.pull(b, pb)))
                + (dot(rate, rate) - dot(n, rate) ** 2) / length)
        return Measure(length, parts, bias)

    def at(self, end):
        body, p = self.machine.place(end)
        return body, self.motions[body].x.point(p)

    def seats(self, joint):
        """Joint frames on parent and child, in the world."""
        return (self.motions[joint.parent].x @ joint.on_parent, self.motions[joint.child].x @ joint.on_child)

    def coordinate(self, joint, name):
        """One coordinate of a joint as a measure; angles up to whole turns."""
        p, c = self.seats(joint)
        if joint.kind == "prismatic" or name in ("displacement", "x", "y"):
            axis = p.axis({"x": 0, "y": 1}.get(name, 2))
            return self.offset(axis, joint.child, c.p, joint.parent, p.p)
        if name == "angle2":
            z = c.axis(0)
            tilt = math.atan2(dot(cross(p.axis(2), c.axis(2)), z), dot(p.axis(2), c.axis(2)))
            return self.turning(joint.child, joint.parent, z, joint.child, tilt)
        angle = math.atan2(dot(p.axis(1), c.axis(0)), dot(p.axis(0), c.axis(0)))
        return self.turning(joint.child, joint.parent, p.axis(2), joint.parent, angle)


def of_joint(scene, joint):
    """All equations of a joint, kept or cut."""
    p, c = scene.seats(joint)
    kind, a, b = joint.kind, joint.child, joint.parent
    offsets = {"revolute": (0, 1, 2), "spherical": (0, 1, 2), "universal": (0, 1, 2), "fixed": (0, 1, 2),
               "prismatic": (0, 1), "cylindrical": (0, 1), "screw": (0, 1), "planar": (2,), "free": ()}[kind]
    tilts = ((2, 0), (2, 1))
    squares = {"prismatic": ((0, 1), (1, 2), (2, 0)), "fixed": ((0, 1), (1, 2), (2, 0)), "universal": ((2, 0),),
               "spherical": (), "free": ()}.get(kind, tilts)
    for k in offsets:
        yield Equation(joint.name, scene.offset(p.axis(k), a, c.p, b, p.p))
    for k, l in squares:
        yield Equation(joint.name, scene.cosine(b, p.axis(k), a, c.axis(l)))
    if kind == "screw":
        travel = scene.offset(p.axis(2), a, c.p, b, p.p)
        lead = joint.pitch / (2 * math.pi)
        yield Equation(joint.name, travel.plus(-lead, scene.coordinate(joint, "angle")), period=abs(joint.pitch))


def of_constraint(scene, entry):
    """All equations of a constraint that is not a joint."""
    kind, name = entry["type"], entry["name"]
    joints = {j.name: j for j in scene.machine.joints}
    if kind == "coupler":
        total = Measure(0.0, {}, 0.0)
        for term in entry["coordinates"]:
            joint = joints[term["joint"]]
            total = total.plus(term.get("factor", 1.0), scene.coordinate(joint, term.get("coordinate", "")))
        # the sum counts whole turns, which poses do not tell: only its rates are known
        yield Equation(name, total, (total.value, 0.0, 0.0))
    elif kind == "driver" and "joint" in entry:
        measure = scene.coordinate(joints[entry["joint"]], entry.get("coordinate", ""))
        straight = joints[entry["joint"]].kind == "prismatic" or entry.get("coordinate") in ("displacement", "x", "y")
        yield Equation(name, measure, value(entry["function"], scene.time), 0.0 if straight else 2 * math.pi)
    else:
        (a, pa), (b, pb) = scene.at(entry["from"]), scene.at(entry["to"])
        if kind in ("distance", "rod"):
            yield Equation(name, scene.distance(a, pa, b, pb),
                           (entry.get("length", scene.machine.drawn(entry)), 0.0, 0.0))
        elif kind == "driver":
            yield Equation(name, scene.distance(a, pa, b, pb), value(entry["function"], scene.time))
        else:
            axis = times(scene.motions[b].x.r, unit(vector(entry, "axis" if kind == "point_on_line" else "normal")))
            for n in across(axis) if kind == "point_on_line" else (axis,):
                yield Equation(name, scene.offset(n, a, pa, b, pb))


def all_equations(scene):
    for joint in scene.machine.joints:
        yield from of_joint(scene, joint)
    for entry in scene.machine.model.get("constraints", []):
        yield from of_constraint(scene, entry)
