"""The car with double wishbones as composite joints beside the same car with its links as bodies and loops.

    composites.py TREADLE MODELS [MASS]

The links get MASS (1 kg if not given) and the composites go. Processor time of whole runs, in turn, the least of five
each; then evaluations by `treadle bench`, the least
of its rounds.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile


def with_loops(folder, mass):
    """The same parts without composite joints."""
    for corner in ("wishbone_front.json", "wishbone_rear.json"):
        path = os.path.join(folder, corner)
        with open(path) as file:
            part = json.load(file)
        links = [link for joint in part["joints"] for link in joint.get("links", [])]
        part["joints"] = [joint for joint in part["joints"] if joint["type"] != "composite"]
        for body in part["bodies"]:
            if body["name"] in links:
                body.update(mass=mass, inertia=[0.01 * mass] * 3)
        with open(path, "w") as file:
            json.dump(part, file)


def spent(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def evaluation(treadle, model, solver):
    done = subprocess.run([treadle, "bench", model, "--solver", solver, "--json", "--quiet"], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)["solvers"][solver]["least_ns"]


def main():
    treadle, models = sys.argv[1:3]
    mass = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(models, "vehicle"), folder, dirs_exist_ok=True)
        with_loops(folder, mass)
        cars = {"composites": os.path.join(models, "vehicle", "wishbones.json"), "loops": os.path.join(folder, "wishbones.json")}
        times = {name: [] for name in cars}
        for _ in range(5):
            for name, model in cars.items():
                times[name].append(spent([treadle, "run", model, "--until", "60 s", "--quiet"]))
        for name, solver in (("composites", "topology-ldl"), ("loops", "clustered")):
            print(f"{name}: 60000 steps in {min(times[name]):.3f} s of processor time, "
                  f"one evaluation with {solver} {1e-3 * evaluation(treadle, cars[name], solver):.2f} us")


if __name__ == "__main__":
    main()
