"""Forces and torques on all bodies at one state, from the laws in docs/theory/forces.md."""

import math
import re

from functions import curve, value
from machine import vector
from vectors import ZERO, add, cross, dot, matmul, norm, rotation, rotation_vector, scale, sub, times
from vectors import transpose, unit

EDGE = 1e-9  # of the size, or rad


class Loads:
    """Force and torque about the centre of mass of each body, in the world."""

    def __init__(self, scene):
        self.scene = scene
        machine = scene.machine
        self.jump = False  # on the very edge of a damped stop or contact: which side it is, rounding decides
        self.force = [scale(b.mass, machine.gravity) for b in machine.bodies]
        self.torque = [ZERO] * len(machine.bodies)
        for joint in machine.joints:
            self.of_joint(joint)
        kinds = {"spring": self.spring, "bushing": self.bushing, "plane": self.plane, "applied": self.applied}
        for entry in machine.model.get("forces", []):
            kinds[entry["type"]](entry)

    def push(self, body, force, p):
        if body >= 0:
            self.force[body] = add(self.force[body], force)
            self.torque[body] = add(self.torque[body], cross(sub(p, self.scene.centers[body]), force))

    def twist(self, body, torque):
        if body >= 0:
            self.torque[body] = add(self.torque[body], torque)

    def pair(self, a, b, force, p):
        """A force on body a and its opposite on body b, both at p."""
        self.push(a, force, p)
        self.push(b, scale(-1.0, force), p)

    def twist_pair(self, a, b, torque):
        self.twist(a, torque)
        self.twist(b, scale(-1.0, torque))

    def of_joint(self, joint):
        """What acts on the coordinates of a joint, as forces and torques between its bodies."""
        p, c = self.scene.seats(joint)
        laws = joint.entry.get("coordinates", {})
        if joint.kind in ("revolute", "prismatic", "screw"):
            laws = {"": joint.entry}
        if joint.kind == "spherical" and joint.entry.get("damping"):
            motions = self.scene.motions
            turning = sub(motions[joint.child].w, motions[joint.parent].w)
            self.twist_pair(joint.child, joint.parent, scale(-joint.entry["damping"], turning))
        if joint.kind == "spherical":
            self.of_angles(joint, p, c)
        for name, law in laws.items():
            if not set(law) & ACTING:
                continue
            q, rate = self.scene.coordinates[joint.name, name]
            size = on_coordinate(law, q, rate, self.scene.time)
            straight = joint.kind == "prismatic" or name in ("displacement", "x", "y")
            ends = edges(law)
            near = EDGE * (self.scene.machine.size if straight else 1.0)
            self.jump |= any(abs(q - end) < near for end in ends)
            if straight:
                self.pair(joint.child, joint.parent, scale(size, p.axis({"x": 0, "y": 1}.get(name, 2))), c.p)
            else:
                self.twist_pair(joint.child, joint.parent, scale(size, c.axis(0) if name == "angle2" else p.axis(2)))

    def of_angles(self, joint, p, c):
        """Swing, twist and turn of a ball joint: the torque does the work of the law on its angle, found by
        differences of the angle along small turns of the child."""
        axes = [[f.axis(k) for k in range(3)] for f in (c, p)]
        motions = self.scene.motions
        turning = sub(motions[joint.child].w, motions[joint.parent].w)
        for name, law in ((n, joint.entry[n]) for n in ANGLES if n in joint.entry):
            angle = ANGLES[name](*axes)
            gradient = []
            for k in range(3):
                way = tuple(1.0 if i == k else 0.0 for i in range(3))
                ends = [ANGLES[name]([turned(a, way, h) for a in axes[0]], axes[1]) for h in (2e-3, 1e-3, -1e-3, -2e-3)]
                gradient.append((-ends[0] + 8 * ends[1] - 8 * ends[2] + ends[3]) / 12e-3)
            self.jump |= any(abs(angle - end) < EDGE for end in edges(law))
            size = on_coordinate(law, angle, dot(gradient, turning), self.scene.time)
            self.twist_pair(joint.child, joint.parent, scale(size, tuple(gradient)))

    def spring(self, entry):
        (a, pa), (b, pb) = self.scene.at(entry["from"]), self.scene.at(entry["to"])
        d = sub(pb, pa)
        length = norm(d)
        if length < 1e-12:  # no direction, no force
            return
        u = scale(1.0 / length, d)
        motions = self.scene.motions
        rate = dot(u, sub(motions[b].velocity(pb), motions[a].velocity(pa)))
        pull = spring_pull(entry, length, entry.get("length", self.scene.machine.drawn(entry)))
        pull += damper_pull(entry, length, rate) - value(entry.get("actuator", 0.0), self.scene.time)[0]
        self.pair(a, b, scale(pull, u), pa)

    def bushing(self, entry):
        (a, pa), (b, pb) = self.scene.at(entry["from"]), self.scene.at(entry["to"])
        ma, mb = self.scene.motions[a], self.scene.motions[b]
        ra = matmul(ma.x.r, rotation(*entry.get("from_orientation", [1, 0, 0, 0])))
        rb = matmul(mb.x.r, rotation(*entry.get("to_orientation", [1, 0, 0, 0])))
        back = transpose(rb)
        theta = rotation_vector(matmul(back, ra))
        shift = (*times(back, sub(pa, pb)), *theta)
        rate = (*times(back, sub(ma.velocity(pa), mb.velocity(pa))), *times(back, sub(ma.w, mb.w)))
        k, c, preload = entry["stiffness"], entry.get("damping", [0.0] * 6), entry.get("preload", [0.0] * 6)
        keeps = [f - s * x for f, s, x in zip(preload, k, shift)]
        loses = [-d * r for d, r in zip(c, rate)]
        # the torque that does the work of the moments along the rotation vector: theta' = A w, torque = A^T m
        m, angle = tuple(keeps[3:]), norm(theta)
        side = cross(theta, m)
        bend = 1 / 12 if angle < 1e-4 else (1 - angle / 2 / math.tan(angle / 2)) / angle ** 2
        torque = add(m, scale(0.5, side), scale(bend, cross(theta, side)), tuple(loses[3:]))
        self.pair(a, b, times(rb, add(tuple(keeps[:3]), tuple(loses[:3]))), pa)
        self.twist_pair(a, b, times(rb, torque))

    def plane(self, entry):
        (a, pa), (b, pb) = self.scene.at(entry["from"]), self.scene.at(entry["to"])
        ma, mb = self.scene.motions[a], self.scene.motions[b]
        n = times(mb.x.r, unit(vector(entry, "normal", (0, 0, 1))))
        depth = entry.get("radius", 0.0) - dot(n, sub(pa, pb))
        self.jump |= abs(depth) < EDGE * self.scene.machine.size
        if depth > 0:
            rate = dot(n, sub(ma.velocity(pa), mb.velocity(pa)))
            self.pair(a, b, scale(max(0.0, entry["stiffness"] * depth - entry.get("damping", 0.0) * rate), n), pa)

    def applied(self, entry):
        body, p = self.scene.at(entry["on"])
        u = unit(vector(entry, "direction"))
        if entry.get("axes", "world") == "body":
            u = times(self.scene.motions[body].x.r, u)
        self.push(body, scale(value(entry.get("force", 0.0), self.scene.time)[0], u), p)
        self.twist(body, scale(value(entry.get("torque", 0.0), self.scene.time)[0], u))


ACTING = {"spring", "damping", "damper_law", "limits", "play", "friction", "drive", "motor"}


def turned(v, axis, angle):
    """Rodrigues about a unit axis."""
    s, k = math.sin(angle), 1 - math.cos(angle)
    return add(v, scale(s, cross(axis, v)), scale(k, cross(axis, cross(axis, v))))


def swing(child, parent):
    return math.atan2(norm(cross(parent[2], child[2])), dot(parent[2], child[2]))


def twist(child, parent):
    """What is left when the child's axis is swung back to the parent's by the shortest way."""
    axis = cross(child[2], parent[2])
    back = turned(child[0], unit(axis), swing(child, parent)) if norm(axis) > 1e-12 else child[0]
    return math.atan2(dot(back, parent[1]), dot(back, parent[0]))


def turn(child, parent):
    r = tuple(tuple(dot(parent[i], child[k]) for k in range(3)) for i in range(3))
    return norm(rotation_vector(r))


ANGLES = {"swing": swing, "twist": twist, "turn": turn}


def edges(law):
    ends = [law["limits"][end] for end in ("lower", "upper") if end in law.get("limits", {})]
    if "play" in law:
        half = law["play"]["width"] / 2
        ends += [law["play"].get("center", 0.0) - half, law["play"].get("center", 0.0) + half]
    return ends


def along(law, word, x):
    """A law: a table, or an expression whose units are SI."""
    if isinstance(law, dict):
        return curve(law[word], law["force"], x)
    text = re.sub(r"(?<=[0-9]) (N m|N|m/s|rad/s|m|rad)(?![a-z])", "", law).replace("^", "**")
    return eval(text, {"__builtins__": {}}, {word: x, "abs": abs, "sign": lambda y: math.copysign(1.0, y)})


def on_coordinate(law, q, rate, time):
    """Spring, damper, stops, play, friction, drive and motor of one coordinate."""
    total = -law.get("damping", 0.0) * rate + value(law.get("drive", 0.0), time)[0]
    if "damper_law" in law:
        total -= along(law["damper_law"], "rate", rate)
    if "motor" in law:
        total += value(law["motor"].get("level", 1.0), time)[0] * along(law["motor"]["law"], "rate", rate)
    if "play" in law:
        s = law["play"]
        off = q - s.get("center", 0.0)
        depth = abs(off) - s["width"] / 2
        if depth > 0:
            into = math.copysign(rate, rate * off)
            total -= math.copysign(s["stiffness"] * depth * max(0.0, 1 + s.get("dissipation", 0.0) * into), off)
    if "spring" in law:
        s = law["spring"]
        stretch = q - s.get("rest", 0.0)
        total += s.get("preload", 0.0) - (along(s["law"], "stretch", stretch) if "law" in s else s["stiffness"] * stretch)
    if "limits" in law:
        s = law["limits"]
        below, above = s.get("lower", -math.inf) - q, q - s.get("upper", math.inf)
        if below > 0:
            total += max(0.0, s["stiffness"] * below - s.get("damping", 0.0) * rate)
        if above > 0:
            total -= max(0.0, s["stiffness"] * above + s.get("damping", 0.0) * rate)
    if "friction" in law:
        s = law["friction"]
        level = s["coulomb"]
        if "stiction" in s:
            level += (s["stiction"] - s["coulomb"]) * math.exp(-(rate / s["stribeck_speed"]) ** 2)
        total -= level * math.tanh(3 * rate / s["speed"])
    return total


def stop_push(stop, penetration):
    if penetration <= 0:
        return 0.0
    if "law" in stop:
        return curve(stop["law"]["penetration"], stop["law"]["force"], penetration)
    return stop["stiffness"] * penetration


def spring_pull(entry, length, free):
    """What keeps its energy: the spring and the ends of its travel."""
    law = entry.get("law")
    pull = curve(law["stretch"], law["force"], length - free) if law else entry.get("stiffness", 0.0) * (length - free)
    pull -= entry.get("preload", 0.0)
    if "bump" in entry:
        pull -= stop_push(entry["bump"], entry["bump"]["length"] - length)
    if "rebound" in entry:
        pull += stop_push(entry["rebound"], length - entry["rebound"]["length"])
    return pull


def damper_pull(entry, length, rate):
    if "damper_law" in entry:
        return curve(entry["damper_law"]["rate"], entry["damper_law"]["force"], rate)
    damping = entry.get("damping", 0.0)
    middle = damping if rate < 0 else entry.get("rebound_damping", damping)
    if "end_damping" in entry:
        e = entry["end_damping"]
        outside = max(e.get("below", -math.inf) - length, length - e.get("above", math.inf))
        s = min(max(outside / e["over"], 0.0), 1.0)
        end = e["damping"] if rate < 0 else e.get("rebound_damping", e["damping"])
        middle += s * s * (3 - 2 * s) * (end - middle)
    return middle * rate
