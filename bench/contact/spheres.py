"""Spheres of stone in a box, settled, one core: Treadle beside its peers in one run.

    spheres.py TREADLE MODEL [COUNT] [ROUNDS] [--long]

All start from the same places and settle for 3 s by themselves; then they simulate half a second, round by round in
turn. Prints seconds of processor time for a simulated second at rest, and for each of the 3 s before (one round), the
largest penetration at the end, and the proofs: what the floor carries in parts of the weight, and the kinetic energy in
parts of what a fall by one radius gives. MuJoCo and pybullet are wheels of PyPI and are left out where python3 does not
find them. Step, solver and softness of each are chosen from a few; of those at 2.2 mm or less that rest the fastest
counts. Sleeping is off everywhere. --long: capsules of 0.8 of the mass instead of balls.
"""

import csv
import json
import math
import os
import subprocess
import sys
import tempfile
import time

SETTLE, SHOWN, MOST = 3.0, 0.5, 2.2e-3
RADIUS, DENSITY, GRAVITY = 0.05, 2600.0, 9.81
LONG = "--long" in sys.argv
BALL, CORE = (0.042, 0.02) if LONG else (RADIUS, 0.0)  # of the ends, and of the straight piece between them
MASS = DENSITY * math.pi * BALL**2 * (4.0 / 3.0 * BALL + CORE)


def across(count):
    """How many side by side, as the model says."""
    return math.floor(10.0 * (count / 1000.0)**(1.0 / 3.0) + 1e-9)


def planes_of(count):
    half = 0.055 * across(count) + 0.01
    return [((0, 0, 0), (0, 0, 1)), ((-half, 0, 0), (1, 0, 0)), ((half, 0, 0), (-1, 0, 0)), ((0, -half, 0), (0, 1, 0)),
            ((0, half, 0), (0, -1, 0))]


def places_of(count):
    n = across(count)
    first = 0.055 - 0.055 * n
    return [(first + 0.11 * (i % n), first + 0.11 * (i // n % n), 0.06 + 0.105 * (i // n**2)) for i in range(count)]


class Treadle:
    """Goes on from a state that was saved; the time of a run of one step is taken off."""

    def __init__(self, program, model, count, step, options, folder):
        if LONG:
            with open(model) as file:
                text = json.load(file)
            text["bodies"][0]["shapes"] = [{"type": "capsule", "radius": BALL, "length": CORE, "density": DENSITY}]
            model = os.path.join(folder, "long.json")
            with open(model, "w") as file:
                json.dump(text, file)
        self.command = [program, "run", model, "--set", f"count={count}", "--json", "--step", str(step), "--output-interval",
                        str(SHOWN), "--channels", "stones.force.z,energy.kinetic", "--quiet"] + options
        self.name = f"Treadle, {step * 1e3:g} ms" + (" implicit, block-diagonal" if options else "")
        self.state = os.path.join(folder, f"{step}{len(options)}.state")
        self.rows = self.state + ".csv"
        ready, _ = self.run(1e-3, [])
        used, _ = self.run(SETTLE + SHOWN, ["--checkpoint", self.state, "--every", str(SETTLE)])
        self.pouring = (used - ready) / (SETTLE + SHOWN)

    def run(self, until, more):
        before = os.times()
        done = subprocess.run(self.command + ["--until", str(until), "--out", self.rows if until > 1 else os.devnull] + more, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        after = os.times()
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        return after.children_user - before.children_user, json.loads(done.stdout)

    def go(self):
        ready, _ = self.run(1e-3, [])
        used, result = self.run(SETTLE + SHOWN, ["--resume", self.state])
        with open(self.rows) as file:
            last = list(csv.reader(file))[-1]
        return (used - ready) / SHOWN, result["contacts"]["penetration"], float(last[1]), float(last[2])


class Mujoco:
    def __init__(self, count, step, timeconst, iterations, solver):
        import mujoco
        self.mujoco, self.count = mujoco, count
        self.name = f"MuJoCo {mujoco.__version__}, {step * 1e3:g} ms, {solver} {iterations}, {timeconst * 1e3:g} ms soft"
        axis = " ".join
        planes = "".join(f'<geom type="plane" size="5 5 .1" pos="{axis(map(str, p))}" zaxis="{axis(map(str, n))}"/>'
                         for p, n in planes_of(count))
        geom = f'type="capsule" size="{BALL} {CORE / 2}"' if LONG else f'type="sphere" size="{RADIUS}"'
        stones = "".join(f'<body pos="{x} {y} {z}"><freejoint/><geom {geom}/></body>'
                         for x, y, z in places_of(count))
        self.model = mujoco.MjModel.from_xml_string(
            f'<mujoco><option timestep="{step}" iterations="{iterations}" solver="{solver}" jacobian="sparse"'
            f' gravity="0 0 -{GRAVITY}"/><size memory="1G"/><default><geom density="{DENSITY}" friction="0.5 0 0" condim="3"'
            f' solref="{timeconst} 1"/></default><worldbody>{planes}{stones}</worldbody></mujoco>')
        self.data = mujoco.MjData(self.model)
        self.pouring = self.run(SETTLE) / SETTLE

    def run(self, seconds):
        begin = time.process_time()
        for _ in range(round(seconds / self.model.opt.timestep)):
            self.mujoco.mj_step(self.model, self.data)
        return time.process_time() - begin

    def go(self):
        import numpy
        used = self.run(SHOWN)
        data, carried, force = self.data, 0.0, numpy.zeros(6)
        for k in range(data.ncon):
            if data.contact[k].geom1 < 5:
                self.mujoco.mj_contactForce(self.model, data, k, force)
                carried += data.contact[k].frame.reshape(3, 3).T[2] @ force[:3]
        v = data.qvel.reshape(-1, 6)
        kinetic = 0.5 * MASS * ((v[:, :3]**2).sum() + 0.4 * RADIUS**2 * (v[:, 3:]**2).sum())
        return used / SHOWN, max(-data.contact.dist.min(), 0.0), carried, kinetic


class Bullet:
    def __init__(self, count, step, iterations):
        import pybullet
        self.p, self.count, self.step = pybullet, count, step
        self.name = f"pybullet, {step * 1e3:g} ms, {iterations} iterations"
        p = pybullet
        p.connect(p.DIRECT)
        p.resetSimulation()
        p.setGravity(0, 0, -GRAVITY)
        p.setPhysicsEngineParameter(fixedTimeStep=step, numSolverIterations=iterations, numSubSteps=0)
        self.planes = [p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE, planeNormal=n), basePosition=at)
                       for at, n in planes_of(count)]
        ball = p.createCollisionShape(p.GEOM_CAPSULE if LONG else p.GEOM_SPHERE, radius=BALL, height=CORE)
        self.stones = [p.createMultiBody(MASS, ball, basePosition=at) for at in places_of(count)]
        for body in self.stones + self.planes:
            p.changeDynamics(body, -1, lateralFriction=0.5**0.5, linearDamping=0, angularDamping=0, restitution=0)
        self.pouring = self.run(SETTLE) / SETTLE

    def run(self, seconds):
        begin = time.process_time()
        for _ in range(round(seconds / self.step)):
            self.p.stepSimulation()
        return time.process_time() - begin

    def go(self):
        used = self.run(SHOWN)
        points = self.p.getContactPoints()
        carried = sum(c[9] * abs(c[7][2]) for c in points if min(c[1], c[2]) == self.planes[0])
        deepest = max((-c[8] for c in points), default=0.0)
        kinetic = 0.0
        for body in self.stones:
            v, w = self.p.getBaseVelocity(body)
            kinetic += 0.5 * MASS * (sum(a * a for a in v) + 0.4 * RADIUS**2 * sum(a * a for a in w))
        return used / SHOWN, max(deepest, 0.0), carried, kinetic


def contestants(treadle, path, count, folder):
    for step, options in [(1e-3, []), (0.5e-3, []), (1e-3, ["--integrator", "implicit-euler"])]:
        yield lambda s=step, o=options: Treadle(treadle, path, count, s, o, folder)
    for step, softness, iterations, solver in [(4e-3, 8e-3, 5, "CG"), (4e-3, 8e-3, 10, "CG"), (6e-3, 12e-3, 10, "CG"), (10e-3, 20e-3, 20, "CG"), (15e-3, 30e-3, 20, "CG"),
                                               (4e-3, 8e-3, 3, "Newton"), (4e-3, 8e-3, 10, "PGS")]:
        yield lambda a=(step, softness, iterations, solver): Mujoco(count, *a)
    yield lambda: Bullet(count, 4e-3, 50)  # one world in a process


def main():
    treadle, path = sys.argv[1:3]
    numbers = [int(word) for word in sys.argv[3:] if word != "--long"]
    count, rounds = (numbers + [1000, 3][len(numbers):])[:2]
    engines, best = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for make in contestants(treadle, path, count, folder):
            try:
                engines.append(make())
            except (ImportError, RuntimeError) as error:
                print(f"left out: {error}")
        for _ in range(rounds):
            for engine in engines:
                note = engine.go()
                best[engine.name] = min(best.get(engine.name, note), note)
    weight, fall = count * MASS * GRAVITY, count * MASS * GRAVITY * RADIUS
    pouring = {engine.name: engine.pouring for engine in engines}
    print("| engine | processor time for a second at rest | while they settle | largest penetration, mm | floor carries | kinetic energy |")
    print("|---|---|---|---|---|---|")
    fair = {}
    for name, (factor, depth, carried, kinetic) in best.items():
        print(f"| {name} | {factor:.3f} | {pouring[name]:.3f} | {depth * 1e3:.2f} | {carried / weight:.3f} | {kinetic / fall:.1e} |")
        if depth <= MOST and kinetic < 0.01 * fall:
            kind = name.split()[0].strip(",")
            fair[kind] = min(fair.get(kind, math.inf), factor)
    for kind, factor in fair.items():
        if kind != "Treadle" and "Treadle" in fair:
            print(f"\nTreadle is {factor / fair['Treadle']:.1f} times faster than {kind}, both at {MOST * 1e3} mm or less")
    return 0 if "Treadle" in fair else 1


if __name__ == "__main__":
    sys.exit(main())
