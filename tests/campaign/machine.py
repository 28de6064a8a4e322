"""A model file as plain data for the witness: bodies, joints and constraints with their frames. Numbers are plain."""

import math

from vectors import Frame, ZERO, add, least_turn, norm, rotation, scale, sub

# names of coordinates and velocities behind joint.q and joint.v
COORDINATES = {"revolute": ([""], [""]), "prismatic": ([""], [""]), "screw": ([""], [""]), "fixed": ([], []),
               "cylindrical": ([".angle", ".displacement"],) * 2, "universal": ([".angle1", ".angle2"],) * 2,
               "planar": ([".x", ".y", ".angle"],) * 2,
               "spherical": ([".qw", ".qx", ".qy", ".qz"], [".wx", ".wy", ".wz"]),
               "free": ([".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"], [".x", ".y", ".z", ".wx", ".wy", ".wz"])}


def vector(entry, key, default=ZERO):
    return tuple(float(x) for x in entry.get(key, default))


def frame_of(entry):
    r = least_turn(entry["axis"]) if "axis" in entry else rotation(*entry.get("orientation", [1, 0, 0, 0]))
    return Frame(r, vector(entry, "position"))


def tensor(i):
    xx, yy, zz, xy, xz, yz = (list(i) + [0, 0, 0])[:6]
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


class Body:
    """Mass, centre of mass and inertia about it, in the body frame."""

    def __init__(self, entry):
        self.name, self.mass = entry["name"], float(entry["mass"])
        self.center, self.inertia = vector(entry, "center"), tensor(entry.get("inertia", [0, 0, 0]))
        self.design = Frame(rotation(*entry.get("orientation", [1, 0, 0, 0])), vector(entry, "position"))


class Joint:
    """Two frames, one on each body, in the frames of the bodies. The ground is body -1."""

    def __init__(self, entry, machine):
        self.entry, self.name, self.kind = entry, entry["name"], entry["type"]
        self.parent, self.child = machine.index[entry["parent"]], machine.index[entry["child"]]
        self.pitch = entry.get("pitch", 0.0)
        if "parent_frame" in entry:
            sides = [machine.frames.get(s, s) if isinstance(s, str) else s
                     for s in (entry["parent_frame"], entry["child_frame"])]
            self.on_parent, self.on_child = map(frame_of, sides)
        elif self.kind == "free":
            self.on_parent, self.on_child = Frame(), Frame()
        else:
            seat = frame_of(entry)
            self.on_parent = machine.design(self.parent).inverse() @ seat
            self.on_child = machine.design(self.child).inverse() @ seat


class Machine:
    """The model, with what `treadle inspect` says of its tree: joints along which coordinates lead to all bodies."""

    def __init__(self, model, inspection):
        self.model = model
        self.gravity = vector(model, "gravity", (0, 0, -9.80665))
        self.bodies = [Body(b) for b in model["bodies"]]
        self.index = {"ground": -1, **{b.name: k for k, b in enumerate(self.bodies)}}
        self.frames = {f["name"]: f for f in model.get("frames", [])}
        self.joints = [Joint(j, self) for j in model.get("joints", [])]
        kept = {row["joint"] for row in inspection["tree"]}
        self.tree = self.grow([j for j in self.joints
                               if j.name in kept or (j.kind == "fixed" and j.name not in inspection["cut"])])
        self.size = self.extent()

    def design(self, body):
        return Frame() if body < 0 else self.bodies[body].design

    def grow(self, joints):
        """(joint, whether it leads from child to parent), each after the one that reaches its first body."""
        reached, order, waiting = {-1}, [], list(joints)
        while waiting:
            step = next((j for j in waiting if (j.parent in reached) != (j.child in reached)), None)
            if step is None:
                raise ValueError("the joints that are not cut are no tree")
            order.append((step, step.child in reached))
            reached |= {step.parent, step.child}
            waiting.remove(step)
        if len(reached) != len(self.bodies) + 1:
            raise ValueError("a body has no way to the ground")
        return order

    def extent(self):
        """Largest distance of joints, rods and centres of mass from their mean as drawn, or of a body by itself."""
        points = [b.design.point(b.center) for b in self.bodies]
        points += [self.design(j.parent).point(j.on_parent.p) for j in self.joints if j.kind != "free"]
        for entry in self.model.get("constraints", []):
            ends = [self.place(entry[k]) for k in ("from", "to") if k in entry]
            points += [self.design(body).point(p) for body, p in ends]
        mean = scale(1.0 / len(points), add(*points))
        own = [math.sqrt(sum(b.inertia[k][k] for k in range(3)) / b.mass) for b in self.bodies]
        return max([norm(sub(p, mean)) for p in points] + own)

    def names(self, letter):
        """Columns q, v or a of the joints of the tree."""
        which = 0 if letter == "q" else 1
        return [f"{j.name}.{letter}{end}" for j, _ in self.tree for end in COORDINATES[j.kind][which]]

    def place(self, end):
        """Body and point, in its frame, of an anchor or a named frame."""
        end = self.frames.get(end, {"body": end}) if isinstance(end, str) else end
        return self.index[end["body"]], vector(end, "position")

    def drawn(self, entry):
        """Distance of the two ends in the design position."""
        (a, p), (b, q) = self.place(entry["from"]), self.place(entry["to"])
        return norm(sub(self.design(b).point(q), self.design(a).point(p)))
