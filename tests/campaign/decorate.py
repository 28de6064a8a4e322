"""Forces of all kinds on a drawn mechanism, of sizes that keep it moving."""

from drawing import COORDINATES, any_turn, direction
from vectors import add, matmul, quaternion, scale, transpose



def function(rng, size, time):
    """Any function of time of about a size; times are in units of `time`."""
    kind = rng.choice(["number", "ramp", "step", "sine", "chirp", "table"])
    a, s = size * rng.uniform(-1, 1), rng.uniform(1, 10) * time
    return {"number": a, "ramp": {"type": "ramp", "slope": a / s, "start": 0.2 * s, "end": 1.5 * s},
            "step": {"type": "step", "to": a, "start": 0.3 * s, "end": s},
            "sine": {"type": "sine", "amplitude": a, "frequency": rng.uniform(0.05, 0.5) / time,
                     "phase": rng.uniform(0, 6)},
            "chirp": {"type": "chirp", "amplitude": a, "from": 0.05 / time, "to": rng.uniform(0.1, 0.5) / time,
                      "end": 3 * s, "offset": 0.1 * a},
            "table": {"type": "table", "times": [0, 0.5 * s, s, 2 * s],
                      "values": [a * rng.uniform(-1, 1) for _ in range(4)]}}[kind]


def law(rng, kinds):
    """What acts on a coordinate, to be written once the units are known."""
    chosen = rng.sample(kinds, min(len(kinds), rng.choice([1, 2, 3])))
    numbers = [rng.uniform(0.2, 1.0) for _ in range(8)]
    seed = rng.random()

    def write(drawing, straight):
        u = drawing.units
        load, way = u.load(straight), u.way(straight)
        a = numbers
        known = {"spring": {"stiffness": 2 * a[0] * load / way, "rest": (a[1] - 0.5) * way,
                            "preload": 0.2 * a[2] * load},
                 "damping": 0.1 * a[3] * load * u.time / way,
                 "limits": {"lower": -0.8 * a[4] * way, "upper": 0.8 * a[5] * way, "stiffness": 30 * load / way,
                            "damping": load * u.time / way},
                 "friction": {"coulomb": 0.05 * a[6] * load, "speed": 0.2 * way / u.time},
                 "drive": function(type(rng)(seed), 0.3 * load, u.time),
                 "play": {"width": 0.6 * a[4] * way, "center": 0.2 * a[5] * way, "stiffness": 30 * load / way,
                          "dissipation": 0.5 * a[6] * u.time / way}}
        # laws in place of numbers, as tables and as expressions in SI units
        push, x, v = ("N", "m", "m/s") if straight else ("N m", "rad", "rad/s")
        if a[0] > 0.7:
            known["spring"].pop("stiffness")
            known["spring"]["law"] = (f"{2 * a[0] * load} {push}*stretch/({way} {x}) + "
                                      f"{a[1] * load} {push}*(stretch/({way} {x}))^3")
        elif a[0] > 0.6:
            known["spring"].pop("stiffness")
            known["spring"]["law"] = {"stretch": [-way, 0, way], "force": [-2 * load, 0, 3 * load]}
        if a[3] > 0.6:
            known["damper_law"] = f"{0.1 * a[3] * load} {push}*rate*abs(rate)/({way / u.time} {v})^2"
        if a[2] > 0.6:
            known["motor"] = {"law": {"rate": [-way / u.time, 0, way / u.time], "force": [0.3 * load, 0.2 * load, 0]},
                              "level": function(type(rng)(seed), 1.0, u.time)}
        if "damper_law" in known and "damping" in chosen:
            known["damping"] = known.pop("damper_law")
            return named(known, chosen, "damper_law")
        if "motor" in known and "drive" in chosen:
            return {k: known[k] for k in chosen if k != "drive"} | {"motor": known["motor"]}
        if a[7] > 0.6:
            known["friction"] |= {"stiction": 0.08 * a[6] * load, "stribeck_speed": 0.5 * way / u.time}
        return {k: known[k] for k in chosen}

    return write


def named(known, chosen, word):
    """What was chosen, with the damper under another word."""
    return {word if k == "damping" else k: known[k] for k in chosen}


def on_joints(d):
    rng = d.rng
    pair = lambda j: {j["parent"], j["child"]}
    kept = [pair(j) for j in d.joints if "laws" in j]
    able = [j for j in d.joints if j["kind"] in (*COORDINATES, "spherical") and pair(j) not in kept]
    for joint in rng.sample(able, min(len(able), 1)):
        if joint["kind"] == "spherical":
            angle = rng.choice(["", "swing", "twist", "turn"])
            kinds = ["spring", "damping", "limits", "play"] if angle else ["damping"]
            joint["laws"] = {angle: law(rng, kinds)}
        else:
            coordinate = rng.choice(COORDINATES[joint["kind"]])
            joint["laws"] = {coordinate: law(rng, ["spring", "damping", "limits", "play", "friction", "drive"])}


def near(d, body):
    """A place on or near a body."""
    entry = next(b for b in d.bodies if b["name"] == body)
    return add(entry["center"], scale(0.3, direction(d.rng)))


def two_ends(d):
    """A point of a body and one of another or of the ground."""
    names = [b["name"] for b in d.bodies]
    a = d.rng.choice(names)
    b = d.rng.choice([n for n in names if n != a] + ["ground"])
    p = near(d, a)
    return (a, p), (b, near(d, b) if b != "ground" else add(p, scale(d.rng.uniform(0.4, 1.0), direction(d.rng))))


def spring(d, name):
    rng, ends, seed = d.rng, two_ends(d), d.rng.random()

    def write(drawing):
        u, rng = drawing.units, type(d.rng)(seed)
        k, c = u.force / u.length, u.force * u.time / u.length
        out = {"name": name, "type": "spring", "from": drawing.on(*ends[1]), "to": drawing.on(*ends[0])}
        if rng.random() < 0.3:
            out["law"] = {"stretch": [-u.length, 0, 0.5 * u.length, u.length],
                          "force": [-2 * u.force, 0, u.force, 3 * u.force]}
        else:
            out["stiffness"] = k * rng.uniform(0.5, 4)
        if rng.random() < 0.3:
            out["damper_law"] = {"rate": [-u.length / u.time, 0, u.length / u.time],
                                 "force": [-0.1 * u.force, 0, 0.3 * u.force]}
        else:
            out["damping"] = 0.1 * c * rng.random()
            if rng.random() < 0.4:
                out["rebound_damping"] = 0.2 * c
        if rng.random() < 0.4:
            out["length"] = u.length * rng.uniform(0.2, 1)
        if rng.random() < 0.3:
            out["preload"] = 0.3 * u.force * rng.uniform(-1, 1)
        if rng.random() < 0.3:
            out["bump"] = {"length": 0.2 * u.length, "stiffness": 20 * k}
        if rng.random() < 0.3:
            out["rebound"] = {"length": 2 * u.length, "law": {
                "penetration": [0, 0.1 * u.length, 0.3 * u.length], "force": [0, u.force, 5 * u.force]}}
        if rng.random() < 0.3:
            out["actuator"] = function(rng, 0.5 * u.force, u.time)
        if "damping" in out and rng.random() < 0.2:
            out["end_damping"] = {"below": 0.4 * u.length, "above": 1.5 * u.length, "damping": c,
                                  "over": 0.2 * u.length}
        return out

    return write


def bushing(d, name):
    rng, ends = d.rng, two_ends(d)
    ends = (ends[0], (ends[1][0], ends[0][1]))  # both ends at one place
    k, twist, damped = rng.uniform(1, 10), rng.uniform(0.2, 2), rng.choice([0.0, 0.05])
    loose = any_turn(rng)

    def write(drawing):
        u = drawing.units
        stiff = [k * u.force / u.length] * 3 + [twist * u.torque] * 3
        axes = {}
        for word, (body, _) in zip(("from", "to"), ends):
            r = matmul(transpose(drawing.frames[body].r), matmul(drawing.place.r, loose))
            axes[word + "_orientation"] = list(quaternion(r))
        return {"name": name, "type": "bushing", "from": drawing.on(*ends[0]), "to": drawing.on(*ends[1]), **axes,
                "stiffness": stiff, "damping": [damped * s * u.time for s in stiff]}

    return write


def plane(d, name):
    body = d.rng.choice(d.bodies)["name"]
    p, n = near(d, body), direction(d.rng)
    floor, radius = add(p, scale(-d.rng.uniform(0.2, 0.8), n)), d.rng.choice([0.0, 0.1])

    def write(drawing):
        u = drawing.units
        return {"name": name, "type": "plane", "from": drawing.on(body, p), "to": drawing.on("ground", floor),
                "normal": drawing.axis_on("ground", n), "radius": radius * u.length,
                "stiffness": 30 * u.force / u.length, "damping": 2 * u.force * u.time / u.length}

    return write


def applied(d, name):
    rng, seed = d.rng, d.rng.random()
    body, way, axes = rng.choice(d.bodies)["name"], direction(rng), rng.choice(["world", "body"])
    p, turning = near(d, body), rng.random() < 0.4

    def write(drawing):
        u, rng = drawing.units, type(d.rng)(seed)
        out = {"name": name, "type": "applied", "on": drawing.on(body, p), "axes": axes,
               "direction": drawing.axis_on(body, way) if axes == "body" else drawing.vector(way)}
        out["torque" if turning else "force"] = function(rng, 0.3 * (u.torque if turning else u.force), u.time)
        return out

    return write


def decorate(d):
    """None, one or a few forces."""
    rng = d.rng
    hinges = [j for j in d.joints if j["kind"] == "revolute" and "velocity" in j]
    if hinges and not d.driven and rng.random() < 0.15:  # not where it is drawn: the loops have to be closed first
        rng.choice(hinges)["start"] = rng.uniform(-0.2, 0.2)
    if rng.random() < 0.3:
        return
    if rng.random() < 0.5 and not d.driven:
        on_joints(d)
    for k in range(rng.choice([0, 0, 1, 1, 2])):
        d.forces.append(rng.choice([spring, spring, bushing, plane, applied, applied])(d, f"f{k}"))
