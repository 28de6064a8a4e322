"""One step of a vehicle in real time, in units of one generated evaluation of models/hmmwv.json timed in the same run.

    step.py TREADLE MODELS [ROUNDS]

A step is semi-implicit Euler at 1 ms with tyres, road, driver and closing of loops. Rounds go over all of them in turn;
the least time of each counts.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

CARS = [("ten bodies, linear tyre", "vehicle/lane_change.json", 1.4), ("ten bodies, Magic Formula", "magic/lane_change.json", 2.1),
        ("HMMWV, 18 bodies", "vehicle/hmmwv_lane_change.json", 3.5)]


def with_magic_formula(models, folder):
    """The same car on tyres of a .tir file."""
    shutil.copytree(models, folder, dirs_exist_ok=True)
    shutil.copytree(os.path.join(models, "vehicle"), os.path.join(folder, "magic"))
    tir = os.path.abspath(os.path.join(models, "..", "docs", "model", "examples", "parts", "tyre.tir"))
    for corner in ("front_corner.json", "rear_corner.json"):
        path = os.path.join(folder, "magic", corner)
        with open(path) as file:
            part = json.load(file)
        for force in part["forces"]:
            if force["type"] == "tyre":
                kept = {key: force[key] for key in ("name", "type", "wheel", "axis", "damping", "road") if key in force}
                force.clear()
                force.update(kept, file=tir)
        with open(path, "w") as file:
            json.dump(part, file)


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout)


def main():
    treadle, models = sys.argv[1:3]
    folder = tempfile.TemporaryDirectory()
    with_magic_formula(models, folder.name)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    unit, best = 1e9, {}
    for _ in range(rounds):
        bench = call([treadle, "bench", f"{models}/hmmwv.json", "--solver", "generated", "--json"])
        unit = min(unit, bench["solvers"]["generated"]["least_ns"] * 1e-3)
        for name, file, _ in CARS:
            for solver in ("generated", "clustered"):
                run = call([treadle, "run", os.path.join(folder.name, file), "--solver", solver, "--integrator", "semi-implicit-euler",
                            "--step", "1 ms", "--json", "--quiet"])
                time = run["wall_seconds"] / run["steps"] * 1e6
                best[name, solver] = min(best.get((name, solver), 1e9), time)
    print(f"generated evaluation of hmmwv.json: {unit:.3f} microseconds\n")
    print("| vehicle | solver | microseconds a step | in evaluations | asked | real-time factor |")
    print("|---|---|---|---|---|---|")
    for name, _, asked in CARS:
        for solver in ("generated", "clustered"):
            time = best[name, solver]
            limit = asked if solver == "generated" else 4 * asked
            print(f"| {name} | `{solver}` | {time:.2f} | {time / unit:.2f} | {limit:g} | {time * 1e-3:.5f} |")


if __name__ == "__main__":
    main()
