"""A mechanism drawn in one closed position, without units: length, mass and gravity are about 1.

Everything is drawn in the world. `model` gives it a size, a mass and a place, and writes what a model file says.
"""

import math

from vectors import Frame, ONE, ZERO, add, cross, dot, least_turn, matmul, quaternion, scale, sub, times, transpose
from vectors import turn, unit

COORDINATES = {"revolute": [""], "prismatic": [""], "screw": [""], "cylindrical": ["angle", "displacement"],
               "universal": ["angle1", "angle2"], "planar": ["x", "y", "angle"]}
STRAIGHT = ("displacement", "x", "y")
STYLES = ["axis"] * 4 + ["long axis", "orientation", "frames"]  # how a joint's seat is written


def direction(rng):
    """A unit vector, all alike."""
    while True:
        v = tuple(rng.uniform(-1, 1) for _ in range(3))
        if 0.1 < dot(v, v) < 1:
            return unit(v)


def any_turn(rng):
    return turn(direction(rng), rng.uniform(-math.pi, math.pi))


def is_straight(kind, coordinate):
    return kind == "prismatic" or coordinate in STRAIGHT


class Units:
    """What 1 of the drawing is in SI units."""

    def __init__(self, length, mass, gravity=9.80665):
        self.length, self.mass, self.time = length, mass, math.sqrt(length / gravity)
        self.force = mass * gravity
        self.torque = self.force * length

    def load(self, straight):
        return self.force if straight else self.torque

    def way(self, straight):
        return self.length if straight else 1.0


class Drawing:
    """Lists of bodies, joints, constraints and forces; points are (body, place in the world)."""

    def __init__(self, rng, family):
        self.rng, self.family = rng, family
        self.bodies, self.joints, self.constraints, self.forces = [], [], [], []
        self.gravity = (0.0, 0.0, -1.0)
        self.own_frames = rng.random() < 0.6
        self.contrast = rng.choice([1.5, 3.0, 10.0, 100.0])  # of the masses of one mechanism
        self.swing = 1.0   # size of the start velocities
        self.driven = False

    def body(self, center, extent=0.3, mass=None):
        """A body with its centre of mass near a place; returns its name."""
        rng, name = self.rng, f"b{len(self.bodies)}"
        mass = mass or self.contrast ** rng.uniform(-0.5, 0.5)
        sides = [extent * rng.uniform(0.3, 1.0) for _ in range(3)]
        squares = [s * s for s in sides]
        moments = [mass * (sum(squares) - s) / 12 for s in squares]
        axes = any_turn(rng)
        frame = Frame(any_turn(rng), add(center, scale(extent * rng.uniform(0, 1), direction(rng)))) \
            if self.own_frames else Frame()
        self.bodies.append({"name": name, "mass": mass, "center": center, "moments": moments, "axes": axes,
                            "frame": frame})
        return name

    def link(self, *points, mass=None):
        """A body that reaches from point to point."""
        rng, middle = self.rng, scale(1.0 / len(points), add(*points))
        reach = max(math.dist(p, middle) for p in points)
        return self.body(add(middle, scale(0.2 * reach * rng.random(), direction(rng))), max(0.1, 1.2 * reach), mass)

    def joint(self, kind, parent, child, position=ZERO, axis=None, second=None, **more):
        """A joint at a place; `second` is the direction of x of its frame."""
        name = f"j{len(self.joints)}"
        self.joints.append({"name": name, "kind": kind, "parent": parent, "child": child, "position": position,
                            "axis": unit(axis) if axis else direction(self.rng), "second": second,
                            "style": self.rng.choice(STYLES), **more})
        return name

    def constrain(self, kind, **more):
        name = f"c{len(self.constraints)}"
        self.constraints.append({"name": name, "type": kind, **more})
        return name

    def rod(self, a, pa, b, pb):
        return self.constrain("rod", ends=((a, pa), (b, pb)))

    def gear(self, *terms):
        """terms: (joint, coordinate or '', factor); factors of displacements are for lengths of 1."""
        return self.constrain("coupler", terms=terms)

    def push(self, joint, speed):
        """A start velocity, in the drawing's units: a number, or one for each coordinate."""
        next(j for j in self.joints if j["name"] == joint)["velocity"] = speed

    # --- writing ---

    def model(self, units, place, name):
        """The object of a model file. `place` is a frame that moves everything, its origin in our lengths."""
        self.units, self.place = units, Frame(place.r, scale(units.length, place.p))
        self.frames = {"ground": Frame()}
        for b in self.bodies:
            self.frames[b["name"]] = self.place @ Frame(b["frame"].r, scale(units.length, b["frame"].p))
        out = {"treadle": 1, "name": name, "gravity": self.vector(scale(units.length / units.time ** 2, self.gravity)),
               "bodies": [self.write_body(b) for b in self.bodies],
               "joints": [self.write_joint(j) for j in self.joints]}
        if self.constraints:
            out["constraints"] = [self.write_constraint(c) for c in self.constraints]
        if self.forces:
            out["forces"] = [f(self) for f in self.forces]
        return out

    def vector(self, v):
        return list(times(self.place.r, v))

    def world(self, p):
        return self.place.point(scale(self.units.length, p))

    def on(self, body, p):
        """A point of a body, as a model file has it."""
        return {"body": body, "position": list(self.frames[body].inverse().point(self.world(p)))}

    def axis_on(self, body, v):
        return list(times(transpose(self.frames[body].r), tuple(self.vector(v))))

    def write_body(self, b):
        u, frame = self.units, self.frames[b["name"]]
        axes = matmul(matmul(transpose(frame.r), self.place.r), b["axes"])
        unit_ = u.mass * u.length ** 2
        i = [[sum(axes[r][k] * b["moments"][k] * axes[c][k] for k in range(3)) * unit_ for c in range(3)]
             for r in range(3)]
        out = {"name": b["name"], "mass": b["mass"] * u.mass, "center": self.on(b["name"], b["center"])["position"],
               "inertia": [i[0][0], i[1][1], i[2][2], i[0][1], i[0][2], i[1][2]]}
        if frame.p != ZERO or frame.r != ONE:
            out["position"], out["orientation"] = list(frame.p), list(quaternion(frame.r))
        return out

    def seat(self, j):
        """The axes of a joint in the world."""
        z = j["axis"]
        if j["second"] is None:
            return least_turn(self.vector(z))
        x = unit(sub(j["second"], scale(dot(j["second"], z), z)))
        return matmul(self.place.r, transpose((x, cross(z, x), z)))

    def write_seat(self, j):
        """Where the joint sits: in the drawing, or by a frame on each body."""
        kind, style, place = j["kind"], j["style"], Frame(self.place.r, self.world(j["position"]))
        if kind != "free":
            place = Frame(self.seat(j), place.p)
        if kind == "free" or style == "frames":
            out = {}
            for side in ("parent", "child"):
                own = self.frames[j[side]].inverse() @ place
                out[side + "_frame"] = {"position": list(own.p), "orientation": list(quaternion(own.r))}
            return out
        out = {"position": list(place.p)}
        if j["second"] is not None or style == "orientation":
            out["orientation"] = list(quaternion(place.r))
        elif kind != "spherical":
            out["axis"] = self.vector(scale(2.5 if style == "long axis" else 1.0, j["axis"]))
        return out

    def write_joint(self, j):
        u, kind = self.units, j["kind"]
        out = {"name": j["name"], "type": kind, "parent": j["parent"], "child": j["child"]}
        if kind != "fixed":
            out |= self.write_seat(j)
        if "start" in j:
            out["start"] = j["start"]
        if kind == "screw":
            out["pitch"] = j["pitch"] * u.length
        if "velocity" in j:
            out["velocity"] = self.write_velocity(kind, j["velocity"])
        if j.get("laws"):
            out["tree"] = "keep"
        for coordinate, law in j.get("laws", {}).items():
            written = law(self, is_straight(kind, coordinate))
            if kind == "spherical" and coordinate:
                out[coordinate] = written
            elif coordinate:
                out.setdefault("coordinates", {})[coordinate] = written
            else:
                out.update(written)
        return out

    def write_velocity(self, kind, speed):
        u = self.units
        if kind in COORDINATES:
            values = {c: s * u.way(is_straight(kind, c)) / u.time for c, s in zip(COORDINATES[kind], speed)}
            return values[""] if "" in values else values
        if kind == "spherical":
            return [s / u.time for s in speed]
        return {"linear": [s * u.length / u.time for s in speed[:3]], "angular": [s / u.time for s in speed[3:]]}

    def write_constraint(self, c):
        out = {"name": c["name"], "type": c["type"]}
        u = self.units
        if c["type"] == "coupler":
            kinds = {j["name"]: j["kind"] for j in self.joints}
            out["coordinates"] = []
            for joint, coordinate, factor in c["terms"]:
                term = {"joint": joint, "factor": factor / u.way(is_straight(kinds[joint], coordinate))}
                if coordinate:
                    term["coordinate"] = coordinate
                out["coordinates"].append(term)
            return out
        if "ends" in c:
            out["from"], out["to"] = (self.on(*e) for e in c["ends"])
        for key in ("axis", "normal"):
            if key in c:
                out[key] = self.axis_on(c["ends"][1][0], c[key])
        if "joint" in c:
            out["joint"] = c["joint"]
        if "function" in c:
            out["function"] = c["function"](u)
        return out
