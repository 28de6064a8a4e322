"""A model of Treadle as plain data for other engines: bodies along the tree, loops, forces.

Everything of a body is written in the frame of the joint that carries it, as the coordinates are: then poses,
velocities and accelerations of `treadle evaluate` need no conversion. Needs numpy and the command line of Treadle.
"""

import csv
import json
import subprocess
from dataclasses import dataclass

import numpy as np

COORDINATES = {"revolute": ([""], [""]), "prismatic": ([""], [""]),
               "spherical": ([".qw", ".qx", ".qy", ".qz"], [".wx", ".wy", ".wz"]),
               "free": ([".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"], [".x", ".y", ".z", ".wx", ".wy", ".wz"])}


class Untranslated(Exception):
    """The model has something that is not translated for other engines."""


@dataclass
class Frame:
    r: np.ndarray  # columns are the axes
    p: np.ndarray

    def __matmul__(self, other):
        return Frame(self.r @ other.r, self.r @ other.p + self.p)

    def inverse(self):
        return Frame(self.r.T, -self.r.T @ self.p)

    def point(self, p):
        return self.r @ p + self.p


@dataclass
class Body:
    name: str
    joint: str
    kind: str           # of the joint, a key of COORDINATES
    parent: int         # -1: ground
    placement: Frame    # of the joint, in the frame of the parent
    to_body: Frame      # the frame of the joint in the frame that the file gives the body
    mass: float
    center: np.ndarray
    inertia: np.ndarray  # 3 x 3, about the centre of mass
    acting: dict         # stiffness, rest, preload, damping on the coordinate


@dataclass
class Point:
    body: int  # -1: ground
    p: np.ndarray


@dataclass
class Loop:
    name: str
    start: Point
    end: Point
    length: float | None  # None: the points coincide


@dataclass
class Mechanism:
    name: str
    gravity: np.ndarray
    bodies: list
    loops: list
    springs: list  # (entry, Point from, Point to, free length)
    planes: list   # (entry, Point from, Point to, normal in the frame of to's body)


def rotation(w, x, y, z):
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def quaternion_of(entry):
    q = np.array(entry.get("orientation", [1, 0, 0, 0]), float)
    return rotation(*(q / np.linalg.norm(q)))


def least_turn(axis):
    """The rotation with the least turn that brings z to the axis."""
    a = np.array(axis, float) / np.linalg.norm(axis)
    if a[2] < -1 + 1e-12:
        return np.diag([1.0, -1.0, -1.0])
    q = np.array([1 + a[2], -a[1], a[0], 0.0])
    return rotation(*(q / np.linalg.norm(q)))


def frame_of(entry):
    r = least_turn(entry["axis"]) if "axis" in entry else quaternion_of(entry)
    return Frame(r, np.array(entry.get("position", [0, 0, 0]), float))


def tensor(i):
    xx, yy, zz, xy, xz, yz = (list(i) + [0, 0, 0])[:6]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], float)


def only(entry, known, what):
    unknown = sorted(set(entry) - set(known) - {"name", "type"})
    if unknown:
        raise Untranslated(f"{what} '{entry['name']}' has '{unknown[0]}'")


def joint_frames(joint, entries):
    """Frames of a joint on its parent and on its child, each in its body's own coordinates."""
    named = {e["name"]: e for e in entries.get("frames", [])}
    if "parent_frame" in joint:
        sides = [named[s] if isinstance(s, str) else s for s in (joint["parent_frame"], joint["child_frame"])]
        return frame_of(sides[0]), frame_of(sides[1])
    design = {e["name"]: Frame(quaternion_of(e), np.array(e.get("position", [0, 0, 0]), float))
              for e in entries["bodies"]}
    design["ground"] = Frame(np.eye(3), np.zeros(3))
    if joint["type"] == "free":
        return Frame(np.eye(3), np.zeros(3)), Frame(np.eye(3), np.zeros(3))
    seat = frame_of(joint)
    return design[joint["parent"]].inverse() @ seat, design[joint["child"]].inverse() @ seat


def read_tree(flat, inspection):
    entries, joints = {e["name"]: e for e in flat["bodies"]}, {j["name"]: j for j in flat["joints"]}
    bodies, index = [], {"ground": -1}
    for row in inspection["tree"]:
        if row["joint"] not in joints:
            raise Untranslated(f"joint '{row['joint']}' is not in the file")
        entry, joint = entries[row["body"]], joints[row["joint"]]
        if row["welded"]:
            raise Untranslated(f"bodies are welded to '{row['body']}'")
        if joint["type"] not in COORDINATES:
            raise Untranslated(f"joint '{joint['name']}' is {joint['type']}")
        if joint["child"] != row["body"]:
            raise Untranslated(f"the tree runs through '{joint['name']}' from child to parent")
        only(joint, ["parent", "child", "tree", "position", "axis", "orientation", "parent_frame", "child_frame",
                     "start", "velocity", "spring", "damping"], "joint")
        on_parent, on_child = joint_frames(joint, flat)
        parent = index[row["parent"]]
        placement = on_parent if parent < 0 else bodies[parent].to_body.inverse() @ on_parent
        back = on_child.inverse()
        spring = joint.get("spring", {})
        acting = {"stiffness": spring.get("stiffness", 0.0), "rest": spring.get("rest", 0.0),
                  "preload": spring.get("preload", 0.0), "damping": joint.get("damping", 0.0)}
        bodies.append(Body(row["body"], joint["name"], joint["type"], parent, placement, on_child, entry["mass"],
                           back.point(np.array(entry.get("center", [0, 0, 0]), float)),
                           back.r @ tensor(entry.get("inertia", [0, 0, 0])) @ back.r.T, acting))
        index[row["body"]] = len(bodies) - 1
    return bodies, index


def read_mechanism(flat, inspection):
    """From the object of `treadle convert` and that of `treadle inspect --json`."""
    bodies, index = read_tree(flat, inspection)
    frames = {e["name"]: e for e in flat.get("frames", [])}
    design = {e["name"]: Frame(quaternion_of(e), np.array(e.get("position", [0, 0, 0]), float))
              for e in flat["bodies"]}

    def place(end):
        """Body and position in its own coordinates."""
        if isinstance(end, str):
            end = frames.get(end, {"body": end})
        return end["body"], np.array(end.get("position", [0, 0, 0]), float)

    def point(end):
        name, p = place(end)
        body = index[name]
        return Point(body, p if body < 0 else bodies[body].to_body.inverse().point(p))

    def drawn(entry):
        ends = [p if name == "ground" else design[name].point(p) for name, p in map(place, (entry["from"], entry["to"]))]
        return float(np.linalg.norm(ends[1] - ends[0]))

    loops, springs, planes = [], [], []
    for joint in flat["joints"]:
        if joint["name"] in inspection["cut"]:
            if joint["type"] != "spherical":
                raise Untranslated(f"the loop of '{joint['name']}' is closed by a {joint['type']} joint")
            on_parent, on_child = joint_frames(joint, flat)
            loops.append(Loop(joint["name"], point({"body": joint["child"], "position": on_child.p}),
                              point({"body": joint["parent"], "position": on_parent.p}), None))
    for entry in flat.get("constraints", []):
        if entry["type"] not in ("distance", "rod"):
            raise Untranslated(f"constraint '{entry['name']}' is {entry['type']}")
        only(entry, ["from", "to", "length"], "constraint")
        loops.append(Loop(entry["name"], point(entry["from"]), point(entry["to"]), entry.get("length", drawn(entry))))
    for entry in flat.get("forces", []):
        if entry["type"] == "spring":
            only(entry, ["from", "to", "stiffness", "damping", "rebound_damping", "length", "preload"], "force")
            springs.append((entry, point(entry["from"]), point(entry["to"]), entry.get("length", drawn(entry))))
        elif entry["type"] == "plane":
            only(entry, ["from", "to", "normal", "radius", "stiffness", "damping"], "force")
            to, n = point(entry["to"]), np.array(entry.get("normal", [0, 0, 1]), float)
            n = n / np.linalg.norm(n)
            planes.append((entry, point(entry["from"]), to, n if to.body < 0 else bodies[to.body].to_body.r.T @ n))
        else:
            raise Untranslated(f"force '{entry['name']}' is {entry['type']}")
    return Mechanism(flat["name"], np.array(flat.get("gravity", [0, 0, -9.80665]), float), bodies, loops, springs, planes)


def columns(mechanism, letter):
    """Names of the columns q, v or a of all joints along the tree."""
    which = 0 if letter == "q" else 1
    return [f"{b.joint}.{letter}{end}" for b in mechanism.bodies for end in COORDINATES[b.kind][which]]


def read_table(path, names):
    """Columns of a CSV file by name; units behind the names are left away."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    at = {name.split(" [")[0]: k for k, name in enumerate(rows[0])}
    return np.array([[float(row[at[name]]) for name in names] for row in rows[1:]])


def treadle(binary, *arguments):
    done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"treadle {arguments[0]}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def load(binary, path):
    """The flat object of a model file and its mechanism."""
    flat = json.loads(treadle(binary, "convert", path, "-o", "-"))
    return flat, read_mechanism(flat, json.loads(treadle(binary, "inspect", path, "--json")))
