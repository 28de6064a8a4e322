"""Families of planar linkages, doors and rails, made of spatial joints so that their loops say things twice."""

import math

from drawing import direction
from vectors import ONE, across, add, cross, dot, norm, scale, sub, unit

GROUND = "ground"
HINGES = ["revolute"] * 6 + ["spherical", "universal", "cylindrical"]


class Plane:
    """A plane with an origin: points by two numbers, and a third across it."""

    def __init__(self, rng, tilted=True):
        self.n = direction(rng) if tilted and rng.random() < 0.5 else (0.0, 1.0, 0.0)
        self.x, self.y = across(self.n) if self.n != (0.0, 1.0, 0.0) else (ONE[0], ONE[2])

    def at(self, x, y, z=0.0):
        return add(scale(x, self.x), scale(y, self.y), scale(z, self.n))


def hinge(d, plane, parent, child, p, kinds=None):
    """A hinge across the plane, or another joint that allows its turn; it may stand off the plane."""
    rng = d.rng
    kind = rng.choice(kinds or HINGES)
    if kind == "universal":
        return d.joint(kind, parent, child, p, plane.n, second=plane.x)
    off = 0.0 if kind == "spherical" else rng.choice([0.0, rng.uniform(-0.2, 0.2)])
    axis = scale(rng.choice([1.0, -1.0]), plane.n)
    return d.joint(kind, parent, child, add(p, scale(off, plane.n)), axis)


def start(d, joint, size=1.0):
    """A start velocity on a joint of any kind."""
    kind = next(j for j in d.joints if j["name"] == joint)["kind"]
    count = {"revolute": 1, "prismatic": 1, "screw": 1, "cylindrical": 2, "universal": 2, "planar": 3, "spherical": 3,
             "free": 6}[kind]
    d.push(joint, [d.swing * size * d.rng.uniform(-1, 1) for _ in range(count)])


def polygon(d, plane, points, kinds=None):
    """Links along the points, the first and last point on the ground; returns names of bodies and joints."""
    links = [d.link(points[k], points[k + 1]) for k in range(len(points) - 1)]
    bodies = [GROUND] + links + [GROUND]
    joints = [hinge(d, plane, bodies[k], bodies[k + 1], points[k], kinds) for k in range(len(points))]
    return links, joints


def dyad(d, plane, a, pa, b, pb, kinds=None):
    """Two links more that join a point of body a to one of body b."""
    tip = add(scale(0.5, add(pa, pb)), plane.at(d.rng.uniform(-1, 1), d.rng.uniform(-1, 1)))
    one, two = d.link(pa, tip), d.link(tip, pb)
    hinge(d, plane, a, one, pa, kinds)
    hinge(d, plane, one, two, tip, kinds)
    hinge(d, plane, two, b, pb, kinds)


def four_bar(d):
    rng, plane = d.rng, Plane(d.rng)
    points = [plane.at(0, 0), plane.at(rng.uniform(-0.4, 0.4), rng.uniform(0.3, 1)),
              plane.at(rng.uniform(0.6, 1.4), rng.uniform(0.4, 1.3)),
              plane.at(rng.uniform(0.7, 1.6), rng.uniform(-0.4, 0.4))]
    links, joints = polygon(d, plane, points, ["revolute"] if rng.random() < 0.4 else None)
    for joint in rng.sample(joints, rng.choice([1, 1, 2, 3])):
        start(d, joint, 2.0)
    if rng.random() < 0.3:
        dyad(d, plane, links[0], points[1], links[2], points[3], ["revolute"])
    if rng.random() < 0.2:  # the coupler also glides on a table in its plane
        d.joint("planar", GROUND, links[1], points[1], plane.n)


def many_bar(d):
    """Five and six links in a ring, and pairs of links across it."""
    rng, plane = d.rng, Plane(d.rng)
    n = rng.choice([4, 5])
    points = [plane.at(math.cos(a) * rng.uniform(0.7, 1.2), math.sin(a) * rng.uniform(0.7, 1.2))
              for a in (2 * math.pi * k / (n + 1) + 0.3 for k in range(n + 1))]
    kinds = ["revolute"] if rng.random() < 0.5 else None
    links, joints = polygon(d, plane, points, kinds)
    start(d, joints[0])
    for _ in range(rng.choice([0, 1, 1, 2])):
        i, j = sorted(rng.sample(range(len(links)), 2))
        dyad(d, plane, links[i], points[i + 1], links[j], points[j], kinds)


def slider_crank(d):
    """One to three sliders on a crank, in planes side by side."""
    rng, plane = d.rng, Plane(d.rng)
    crank = d.link(plane.at(0, 0), plane.at(0.4, 0))
    shaft = d.joint(rng.choice(["revolute", "revolute", "cylindrical"]), GROUND, crank, plane.at(0, 0), plane.n)
    if rng.random() < 0.4:
        d.joint(rng.choice(["revolute", "cylindrical"]), GROUND, crank, plane.at(0, 0, 0.3), plane.n)
    start(d, shaft, 3.0)
    for k in range(rng.choice([1, 1, 2, 3])):
        pin, way = rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi)
        p = plane.at(0.4 * math.cos(pin), 0.4 * math.sin(pin), 0.1 * k)
        along = plane.at(math.cos(way), math.sin(way))
        aside = dot(p, cross(plane.n, along))
        reach = dot(p, along) + math.sqrt(rng.uniform(1.0, 1.6) ** 2 - aside ** 2)
        q = add(scale(reach, along), scale(0.1 * k, plane.n))
        rod, slider = d.link(p, q), d.body(q, 0.2)
        hinge(d, plane, crank, rod, p)
        hinge(d, plane, rod, slider, q)
        d.joint(rng.choice(["prismatic", "prismatic", "cylindrical"]), GROUND, slider, q, along)


def scissor(d):
    """Crossed bars, cell upon cell, on a pivot and a slider."""
    rng, plane = d.rng, Plane(d.rng)
    cells, half = rng.choice([1, 2, 3, 4, 5]), rng.uniform(0.3, 1.2)
    w, h = math.cos(half), math.sin(half)
    kinds = rng.choice([["revolute"], ["revolute"] * 8 + ["spherical"]])
    before = None
    for k in range(cells):
        low, high = k * h, (k + 1) * h
        a = d.link(plane.at(0, low), plane.at(w, high))
        b = d.link(plane.at(w, low), plane.at(0, high))
        hinge(d, plane, a, b, plane.at(w / 2, (low + high) / 2), kinds)
        if before is None:
            first = hinge(d, plane, GROUND, a, plane.at(0, 0), ["revolute"])
            slider = d.body(plane.at(w, 0), 0.2)
            d.joint("prismatic", GROUND, slider, plane.at(w, 0), plane.x)
            hinge(d, plane, slider, b, plane.at(w, 0), kinds)
        else:
            hinge(d, plane, before[0], b, plane.at(w, low), kinds)
            hinge(d, plane, before[1], a, plane.at(0, low), kinds)
        before = (a, b)
    start(d, first, 0.5)


def pantograph(d):
    """Pantographs in a row, each hanging on the tip of the last."""
    rng, plane = d.rng, Plane(d.rng)
    carrier, x0, y0 = GROUND, 0.0, 0.0
    for _ in range(rng.choice([1, 1, 2])):
        a, b = rng.uniform(0.2, 1.2), rng.uniform(-1.2, -0.2)
        u, v = (math.cos(a), math.sin(a)), (math.cos(b), math.sin(b))
        s, t = rng.uniform(0.3, 0.6), rng.uniform(0.3, 0.7)
        at = lambda i, j: plane.at(x0 + i * u[0] + j * v[0], y0 + i * u[1] + j * v[1])
        long, side = d.link(at(0, 0), at(1, 0)), d.link(at(1, 0), at(1, 1))
        short, cross_bar = d.link(at(s, 0), at(s, t)), d.link(at(s, t), at(1, t))
        first = hinge(d, plane, carrier, long, at(0, 0))
        hinge(d, plane, long, side, at(1, 0))
        hinge(d, plane, long, short, at(s, 0))
        hinge(d, plane, short, cross_bar, at(s, t))
        hinge(d, plane, side, cross_bar, at(1, t))
        start(d, first)
        carrier, x0, y0 = side, x0 + u[0] + v[0], y0 + u[1] + v[1]


def parallel_bars(d):
    """Equal cranks under one long coupler, or a row of parallelograms; they pass flat positions."""
    rng, plane = d.rng, Plane(d.rng, tilted=False)
    n, a = rng.choice([2, 2, 3, 4]), rng.uniform(0, 2 * math.pi)
    r = rng.uniform(0.4, 1.0)
    tip = plane.at(r * math.cos(a), r * math.sin(a))
    feet = [plane.at(x, 0.0) for x in sorted(rng.uniform(0, 2) + 1.2 * k for k in range(n))]
    kinds = rng.choice([["revolute"], ["revolute"] * 5 + ["spherical", "cylindrical"]])
    cranks = [d.link(f, add(f, tip)) for f in feet]
    joints = [hinge(d, plane, GROUND, c, f, ["revolute"]) for c, f in zip(cranks, feet)]
    if rng.random() < 0.5:
        coupler = d.link(*(add(f, tip) for f in feet))
        for c, f in zip(cranks, feet):
            hinge(d, plane, c, coupler, add(f, tip), kinds)
    else:
        for k in range(n - 1):
            bar = d.link(add(feet[k], tip), add(feet[k + 1], tip))
            hinge(d, plane, cranks[k], bar, add(feet[k], tip), kinds)
            hinge(d, plane, bar, cranks[k + 1], add(feet[k + 1], tip), kinds)
    start(d, joints[0], rng.choice([0.3, 2.0]))


def door(d):
    """A door on two or three hinges, with another door, or with a ball, a rod, a cross and a collar."""
    rng = d.rng
    axis = direction(rng)
    leaf = d.body(add(scale(0.5, across(axis)[0]), scale(0.5, axis)), 0.8)
    joints = [d.joint("revolute", GROUND, leaf, (0.0, 0.0, 0.0), axis)]
    for k in range(rng.choice([1, 1, 2])):
        kind = rng.choice(["revolute", "revolute", "cylindrical", "spherical"])
        d.joint(kind, GROUND, leaf, scale(0.8 * (k + 1), axis), scale(rng.choice([1.0, -1.0]), axis))
    start(d, joints[0], 3.0)
    edge = add(scale(0.9, across(axis)[0]), scale(0.4, axis))
    if rng.random() < 0.4:
        second = d.link(edge, add(edge, scale(0.6, direction(rng))))
        for k in range(2):
            d.joint("revolute", leaf, second, add(edge, scale(0.5 * k, axis)), axis)
    if rng.random() < 0.6:
        p = add(edge, scale(0.7, direction(rng)))
        way = direction(rng)
        rod, collar = d.link(edge, p), d.body(add(p, scale(0.3, way)), 0.2)
        d.joint("spherical", leaf, rod, edge)
        d.joint(rng.choice(["universal", "spherical", "revolute"]), rod, collar, p, direction(rng))
        d.joint(rng.choice(["cylindrical", "cylindrical", "prismatic"]), GROUND, collar, add(p, scale(0.6, way)), way)


def coaxial(d):
    """A ring of bodies that all turn about one axis, with pendulums on them."""
    rng, axis = d.rng, direction(d.rng)
    side = across(axis)[0]
    bodies = [GROUND] + [d.body(add(scale(0.3 * k, axis), scale(0.3, side)), 0.4) for k in range(rng.choice([1, 2, 3]))]
    kinds = ["revolute", "revolute", "revolute", "cylindrical"]
    for k in range(len(bodies)):
        joint = d.joint(rng.choice(kinds), bodies[k], bodies[(k + 1) % len(bodies)], scale(0.3 * k + 0.1, axis), axis) \
            if len(bodies) > 2 or k == 0 else d.joint("revolute", GROUND, bodies[1], scale(0.5, axis), axis)
        start(d, joint)
    for b in bodies[1:]:
        if rng.random() < 0.6:
            p = add(scale(rng.uniform(0.2, 0.6), side), scale(rng.uniform(0, 1), axis))
            arm = d.link(p, add(p, scale(0.5, direction(rng))))
            where = rng.choice(["revolute", "spherical", "universal"])
            start(d, d.joint(where, b, arm, p, direction(rng)))


def rails(d):
    """Carriages on parallel guides, one upon the other, with pendulums."""
    rng, way = d.rng, direction(d.rng)
    carrier, at = GROUND, (0.0, 0.0, 0.0)
    for _ in range(rng.choice([1, 2, 2, 3])):
        aside = across(way)
        carriage = d.body(add(at, scale(0.1, way)), 0.5)
        first = None
        for k in range(rng.choice([2, 2, 3])):
            p = add(at, scale(0.3 * k, aside[0]), scale(0.2 * (k == 2), aside[1]))
            kind = "prismatic" if k == 0 else rng.choice(["prismatic", "cylindrical"])
            joint = d.joint(kind, carrier, carriage, p, way)
            first = first or joint
        start(d, first, 0.5)
        laws = d.joints[int(first[1:])].setdefault("laws", {})
        k = rng.uniform(0.5, 5)
        laws[""] = lambda drawing, straight, k=k: {
            "spring": {"stiffness": k * drawing.units.force / drawing.units.length}}
        if rng.random() < 0.6:
            p = add(at, scale(0.3, direction(rng)))
            arm = d.link(p, add(p, scale(0.6, direction(rng))))
            start(d, d.joint(rng.choice(["revolute", "spherical", "universal"]), carriage, arm, p, direction(rng)))
        carrier, way = carriage, direction(rng)
