"""The highest speed of the double lane change without a cone touched: what needs more than one run.

    manoeuvres.py TREADLE MODELS

All figures of a single manoeuvre are in its model file and come from the run itself.
"""

import json
import subprocess
import sys


def figures(treadle, model, *more):
    done = subprocess.run([treadle, "run", model, "--json", "--quiet", *more], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{model}: {done.stderr}")
    return {name: figure["value"] for name, figure in json.loads(done.stdout)["figures"].items()}


def main():
    treadle, models = sys.argv[1:3]
    best = None
    for speed in range(60, 125, 5):
        said = figures(treadle, f"{models}/vehicle/lane_change.json", "--set", f"speed={speed} km/h")
        print(f"  {speed} km/h: {said['cones touched']:.0f} cones, {said['left beside the cones']:.3f} m left")
        if said["cones touched"] > 0:
            break
        best = speed
    print(f"double lane change: {best} km/h without a cone")


if __name__ == "__main__":
    main()
