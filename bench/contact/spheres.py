"""Spheres of stone in a box, settled, one core: Treadle beside MuJoCo in one run.

    spheres.py TREADLE MODEL [COUNT] [ROUNDS]

Both start from the same places, settle for 2 s, and then simulate half a second, round by round in turn. Prints the time of
a simulated second and the largest penetration of each. MuJoCo is the wheel of PyPI if python3 finds it; without it Treadle
stands alone. MuJoCo's step and stiffness are chosen from a few so that it is fastest at 2.2 mm or less.
"""

import json
import subprocess
import sys
import time

SETTLE, SHOWN, MOST = 2.0, 0.5, 2.2e-3


def treadle_run(treadle, model, count, until, start=None, checkpoint=None):
    command = [treadle, "run", model, "--set", f"count={count}", "--until", str(until), "--json", "--quiet"]
    if start:
        command += ["--resume", start]
    if checkpoint:
        command += ["--checkpoint", checkpoint, "--every", str(until)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def mujoco_model(places, radius, step, timeconst, iterations):
    import mujoco
    planes = "".join(f'<geom type="plane" size="5 5 .1" pos="{p}" zaxis="{n}"/>' for p, n in
                     [("0 0 0", "0 0 1"), ("-.56 0 0", "1 0 0"), (".56 0 0", "-1 0 0"), ("0 -.56 0", "0 1 0"), ("0 .56 0", "0 -1 0")])
    stones = "".join(f'<body pos="{x} {y} {z}"><freejoint/><geom type="sphere" size="{radius}"/></body>' for x, y, z in places)
    xml = (f'<mujoco><option timestep="{step}" iterations="{iterations}" cone="pyramidal" solver="Newton" jacobian="sparse"/>'
           f'<size memory="1G"/><default><geom density="2600" friction="0.5 0.0 0.0" condim="3" solref="{timeconst} 1"/></default>'
           f'<worldbody>{planes}{stones}</worldbody></mujoco>')
    model = mujoco.MjModel.from_xml_string(xml)
    return model, mujoco.MjData(model)


def mujoco_run(model, data, seconds):
    import mujoco
    begin = time.process_time()
    for _ in range(round(seconds / model.opt.timestep)):
        mujoco.mj_step(model, data)
    used = time.process_time() - begin
    return used, max((-data.contact.dist).max(), 0.0) if data.ncon else 0.0


def main():
    treadle, path = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    with open(path) as file:
        model = json.load(file)
    try:
        import mujoco
    except ImportError:
        mujoco = None
        print("MuJoCo is not found: Treadle alone")
    # both settle by themselves; the pile need not be the same stone by stone
    kept = "build/spheres.state"
    treadle_run(treadle, path, count, SETTLE, checkpoint=kept)
    places = [(-0.495 + 0.11 * (i % 10), -0.495 + 0.11 * (i // 10 % 10), 0.06 + 0.105 * (i // 100)) for i in range(count)]
    peers = []
    if mujoco:
        for step, timeconst, iterations in [(0.002, 0.005, 20), (0.003, 0.006, 10), (0.004, 0.008, 10), (0.002, 0.004, 5)]:
            m, d = mujoco_model(places, 0.05, step, timeconst, iterations)
            mujoco_run(m, d, SETTLE)
            peers.append((f"MuJoCo {mujoco.__version__}, {step * 1e3:g} ms, {iterations} iterations", m, d))
    best = {}
    for _ in range(rounds):
        result = treadle_run(treadle, path, count, SETTLE + SHOWN, start=kept)
        wall = result["wall_seconds"]
        note = (wall / SHOWN, result["contacts"]["largest_penetration"])
        best["Treadle"] = min(best.get("Treadle", note), note)
        for name, m, d in peers:
            used, depth = mujoco_run(m, d, SHOWN)
            best[name] = min(best.get(name, (used / SHOWN, depth)), (used / SHOWN, depth))
    print("| engine | real-time factor | largest penetration, mm |")
    print("|---|---|---|")
    for name, (factor, depth) in best.items():
        print(f"| {name} | {factor:.3f} | {depth * 1e3:.2f} |")
    fair = [factor for name, (factor, depth) in best.items() if name != "Treadle" and depth <= MOST]
    if fair:
        print(f"\nTreadle is {min(fair) / best['Treadle'][0]:.1f} times faster than the fastest of them at {MOST * 1e3} mm or less")
    return 0 if best["Treadle"][1] <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
