"""One step of a vehicle in real time, in units of one generated evaluation of models/hmmwv.json timed in the same run.

    step.py TREADLE_STEPS MODELS [STEPS]

A step is semi-implicit Euler at 1 ms with tyres, road, driver and closing of loops, of a run whose outputs nobody
reads. Rounds of evaluations, steps and an empty loop take turns in one process (steps.cpp); times are medians, in
microseconds, each taken together with two looks at the clock.
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
    program, models = sys.argv[1:3]
    folder = tempfile.TemporaryDirectory()
    with_magic_formula(models, folder.name)
    steps = sys.argv[3] if len(sys.argv) > 3 else "20000"
    print("| vehicle | solver | evaluation | step | in evaluations | asked | 99.9 % | worst | empty loop: worst | real-time factor |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, file, asked in CARS:
        for solver in ("generated", "clustered"):
            said = call([program, f"{models}/hmmwv.json", os.path.join(folder.name, file), solver, steps])
            unit, step = said["evaluation"]["median"] * 1e-3, said["step"]["median"] * 1e-3
            limit = asked if solver == "generated" else 4 * asked
            print(f"| {name} | `{solver}` | {unit:.2f} | {step:.2f} | {step / unit:.2f} | {limit:g} | {said['step']['p999'] * 1e-3:.1f} | "
                  f"{said['step']['worst'] * 1e-3:.0f} | {said['empty']['worst'] * 1e-3:.0f} | {step * 1e-3:.4f} |", flush=True)


if __name__ == "__main__":
    main()
