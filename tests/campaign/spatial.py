"""Families of spatial mechanisms: overconstrained rings, parallel robots, chains, trees and rods."""

import math

from drawing import direction
from planar import GROUND, Plane, hinge, start
from vectors import Frame, ONE, ZERO, across, add, cross, dot, norm, scale, sub, times, turn, unit


def ring(d, seats):
    """Hinges in a ring, seats: (place, axis) in order; the last body is the ground."""
    bodies = [d.link(seats[k][0], seats[k + 1][0]) for k in range(len(seats) - 1)]
    chain = [GROUND] + bodies + [GROUND]
    return bodies, [d.joint("revolute", chain[k], chain[k + 1], *seats[k]) for k in range(len(seats))]


def sarrus(d):
    """A platform on two or three pairs of leaves, hinged in different planes: it can only rise and sink."""
    rng = d.rng
    plate = d.body((0.0, 0.0, 1.0), 0.8)
    h, turned = rng.uniform(0.2, 1.4), rng.uniform(0, 1)
    for k in range(rng.choice([2, 2, 3])):
        a = turned + k * rng.uniform(1.2, 2.0)
        out, along = (math.cos(a), math.sin(a), 0.0), (-math.sin(a), math.cos(a), 0.0)
        low, high = scale(0.5, out), add(scale(rng.uniform(0.3, 0.6), out), (0.0, 0.0, h))
        knee = add(scale(0.5 + rng.uniform(0.3, 0.8), out), (0.0, 0.0, h * rng.uniform(0.3, 0.7)))
        lower, upper = d.link(low, knee), d.link(knee, high)
        first = d.joint("revolute", GROUND, lower, low, along)
        d.joint("revolute", lower, upper, knee, along)
        d.joint(rng.choice(["revolute", "revolute", "cylindrical"]), upper, plate, high, along)
        if k == 0:
            start(d, first)
    d.gravity = unit(add((0.0, 0.0, -1.0), scale(rng.choice([0.0, 0.5]), direction(rng))))


def bennett(d):
    """The ring of four skew hinges that moves: a / sin(alpha) = b / sin(beta)."""
    rng = d.rng
    alpha, beta = rng.uniform(0.3, 1.0), rng.uniform(1.2, 2.0)
    a = rng.uniform(0.4, 0.8)
    b = a * math.sin(beta) / math.sin(alpha)
    first = rng.uniform(0.5, 2.6)
    second = 2 * math.atan(math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2) / math.tan(first / 2))
    frame, seats = Frame(), []
    for angle, length, twist in ((first, a, alpha), (second, b, beta), (-first, a, alpha), (-second, b, beta)):
        seats.append((frame.p, frame.axis(2)))
        frame = frame @ Frame(turn(ONE[2], angle)) @ Frame(turn(ONE[0], twist), (length, 0.0, 0.0))
    if norm(frame.p) > 1e-12 * (a + b):
        raise ValueError("this ring does not close")
    _, joints = ring(d, seats)
    start(d, joints[0], 2.0)
    d.joints[-1]["kind"] = rng.choice(["revolute", "revolute", "cylindrical"])


def bricard(d):
    """Six hinges, three of them the images of the others: by half a turn about a line, or in a plane."""
    rng = d.rng
    own = [(scale(rng.uniform(0.5, 1), direction(rng)), direction(rng)) for _ in range(3)]
    if rng.random() < 0.6:
        half = turn((0.0, 0.0, 1.0), math.pi)
        seats = own + [(times(half, p), times(half, a)) for p, a in own]
    else:  # hinges 1 and 4 lie in the plane of symmetry, 6 and 5 are images of 2 and 3
        image = lambda v: (v[0], v[1], -v[2])
        flat = [((rng.uniform(-1, 1), rng.uniform(-1, 1), 0.0), (math.cos(t), math.sin(t), 0.0))
                for t in (rng.uniform(0, 3), rng.uniform(0, 3))]
        pair = [(image(p), image(a)) for p, a in own[:2]]
        seats = [flat[0], own[0], own[1], flat[1], pair[1], pair[0]]
    _, joints = ring(d, seats)
    start(d, joints[0], 2.0)


def delta(d):
    """A platform that three arms hold by pairs of parallel rods."""
    rng = d.rng
    drop = rng.uniform(0.5, 1.2)
    plate = d.body((0.0, 0.0, -drop), 0.4)
    rods = rng.choice(["bodies", "bodies", "constraints"])
    even = rng.random() < 0.3  # all arms alike
    lift = rng.uniform(-0.5, 0.8)
    for k in range(3):
        a = 2 * math.pi * k / 3 + (0.0 if even else rng.uniform(-0.3, 0.3))
        lift = lift if even else rng.uniform(-0.5, 0.8)
        out, along = (math.cos(a), math.sin(a), 0.0), (-math.sin(a), math.cos(a), 0.0)
        root = scale(0.4, out)
        elbow = add(root, scale(0.5 * math.cos(lift), out), (0.0, 0.0, 0.5 * math.sin(lift)))
        wrist = add(scale(0.2, out), (0.0, 0.0, -drop))
        arm = d.link(root, elbow)
        first = d.joint("revolute", GROUND, arm, root, along)
        for side in (-0.12, 0.12):
            p, q = add(elbow, scale(side, along)), add(wrist, scale(side, along))
            if rods == "constraints":
                d.rod(arm, p, plate, q)
                continue
            bar = d.link(p, q)
            kind = "universal" if rng.random() < 0.5 else "spherical"
            d.joint(kind, arm, bar, p, along, second=cross(sub(q, p), along))
            d.joint("spherical", bar, plate, q)
        if k == 0 or rng.random() < 0.5:
            start(d, first)
    if rods == "constraints":
        d.joint("free", GROUND, plate, (0.0, 0.0, -drop))


def stewart(d):
    """A platform on legs that are springs, rods, or left to slide against dampers."""
    rng = d.rng
    plate = d.body((0.0, 0.0, 1.0), 0.8)
    kind = rng.choice(["legs", "legs", "rods"])
    count = rng.choice([3, 4, 6]) if kind == "legs" else rng.choice([3, 4, 5])
    for k in range(count):
        a, b = 2 * math.pi * (k + rng.uniform(-0.2, 0.2)) / count, 2 * math.pi * (k + rng.uniform(0.2, 0.6)) / count
        foot = (math.cos(a), math.sin(a), 0.0)
        head = (0.5 * math.cos(b), 0.5 * math.sin(b), 1.0)
        if kind == "rods":
            d.rod(GROUND, foot, plate, head)
            continue
        way = sub(head, foot)
        lower, upper = d.link(foot, add(foot, scale(0.4, way))), d.link(add(foot, scale(0.6, way)), head)
        first = unit(cross(way, ONE[2]))
        d.joint("universal", GROUND, lower, foot, first, second=cross(way, first))
        slide = d.joint("prismatic", lower, upper, add(foot, scale(0.5, way)), way)
        d.joint("spherical", upper, plate, head)
        stiff = rng.uniform(3, 30)
        d.joints[int(slide[1:])]["laws"] = {"": lambda drawing, straight, k=stiff: {
            "spring": {"stiffness": k * drawing.units.force / drawing.units.length},
            "damping": 0.05 * k * drawing.units.force * drawing.units.time / drawing.units.length}}
        if k == 0:
            start(d, slide, 0.3)
    if kind == "rods":
        free = d.joint("free", GROUND, plate, (0.0, 0.0, 1.0))
        start(d, free, 0.5)


def chain(d):
    """Links from wall to wall; now and then held in the middle too, or with a second chain."""
    rng, plane = d.rng, Plane(d.rng)
    flat = rng.random() < 0.5
    kinds = ["revolute"] * 6 + ["spherical"] if flat else \
        ["spherical", "universal", "universal", "revolute", "cylindrical"]

    def hang(parent, p, child, q, n, sag):
        aside = direction(rng)
        points = []
        for k in range(n + 1):
            s = k / n
            bend = plane.at(0, -sag * math.sin(math.pi * s) + 0.1 * rng.uniform(-1, 1) * (0 < k < n))
            off = scale(0.0 if flat else 0.3 * math.sin(math.pi * s), aside)
            points.append(add(scale(1 - s, p), scale(s, q), bend, off))
        links = [d.link(points[k], points[k + 1]) for k in range(n)]
        bodies = [parent] + links + [child]
        for k, point in enumerate(points):
            if flat:
                joint = hinge(d, plane, bodies[k], bodies[k + 1], point, kinds)
            else:
                joint = d.joint(rng.choice(kinds), bodies[k], bodies[k + 1], point, direction(rng),
                                second=direction(rng))
            if k == 0:
                start(d, joint)
        return links, points

    n = rng.choice([3, 4, 5, 6, 8, 10])
    links, points = hang(GROUND, plane.at(0, 0), GROUND, plane.at(2, 0), n, rng.uniform(0.3, 1.0))
    if rng.random() < 0.5:
        k = n // 2
        hang(links[k], points[k], GROUND, plane.at(1 + rng.uniform(-0.5, 0.5), -2), rng.choice([2, 3, 4]), 0.2)


def tree(d):
    """A wide tree of all kinds of joints, with rods, balls and tables that close loops."""
    rng = d.rng
    kinds = ["revolute", "revolute", "revolute", "prismatic", "spherical", "universal", "cylindrical", "screw",
             "planar", "fixed", "free"]
    bodies, places, welded = [GROUND], [ZERO], [0]  # welded: the first body of those that are one
    for k in range(rng.randint(3, 10)):
        up = rng.choice(range(len(bodies))) if k else 0
        p = add(places[up], scale(rng.uniform(0.3, 0.8), direction(rng)))
        center = add(p, scale(0.3, direction(rng)))
        body = d.body(center, 0.4)
        kind = rng.choice(kinds if k else kinds[:6])
        if kind == "free" and up:
            kind = "revolute"
        joint = d.joint(kind, bodies[up], body, p, direction(rng), pitch=rng.choice([-1, 1]) * rng.uniform(0.1, 0.5))
        if kind != "fixed" and rng.random() < 0.7:
            start(d, joint)
        if kind in ("prismatic", "cylindrical", "planar", "screw"):
            hold(d, joint, kind)
        welded.append(welded[up] if kind == "fixed" else len(bodies))
        bodies.append(body)
        places.append(center)
    freedom = sum({"revolute": 1, "prismatic": 1, "screw": 1, "universal": 2, "cylindrical": 2, "spherical": 3,
                   "planar": 3, "free": 6, "fixed": 0}[j["kind"]] for j in d.joints)
    for _ in range(rng.randint(0, 3)):
        i, j = sorted(rng.sample(range(len(bodies)), 2))
        p, q = (add(places[x], scale(0.2, direction(rng))) for x in (i, j))
        kind = rng.choice(["rod", "rod", "spherical", "point_on_plane", "point_on_line"])
        takes = {"rod": 1, "spherical": 3, "point_on_plane": 1, "point_on_line": 2}[kind]
        if freedom - takes < 2 or welded[i] == welded[j]:
            break
        freedom -= takes
        if kind == "rod":
            d.rod(bodies[i], p, bodies[j], q)
        elif kind == "spherical":
            d.joint(kind, bodies[i], bodies[j], p)
        else:
            word = "normal" if kind == "point_on_plane" else "axis"
            d.constrain(kind, ends=((bodies[j], q), (bodies[i], q)), **{word: direction(rng)})


def hold(d, joint, kind):
    """Springs so that what slides does not fall out of the world."""
    k = d.rng.uniform(1, 5)
    law = lambda drawing, straight: {
        "spring": {"stiffness": k * drawing.units.load(straight) / drawing.units.way(straight)}}
    names = {"prismatic": [""], "screw": [""], "cylindrical": ["displacement"], "planar": ["x", "y"]}[kind]
    d.joints[int(joint[1:])]["laws"] = {name: law for name in names}


def rods(d):
    """Bodies that hang on rods, wires and tables alone."""
    rng = d.rng
    for b in range(rng.choice([1, 1, 2])):
        middle = (1.5 * b, 0.0, -1.0)
        body = d.body(middle, 0.6)
        start(d, d.joint("free", GROUND, body, middle), 0.5)
        for k in range(rng.choice([2, 3, 3, 4, 5])):
            p = add(middle, scale(0.4, direction(rng)))
            if rng.random() < 0.85:
                other = f"b{b - 1}" if b and rng.random() < 0.3 else GROUND
                top = (1.5 * (b - (other != GROUND)), 0.0, -1.0) if other != GROUND else (1.5 * b, 0.0, 0.5)
                d.rod(other, add(top, scale(0.4, direction(rng))), body, p)
            else:
                d.constrain("point_on_plane", ends=((body, p), (GROUND, p)), normal=direction(rng))
