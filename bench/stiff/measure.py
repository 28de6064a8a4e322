"""Implicit integrators and their Jacobians on stiff machines: the table of docs/stiff.md.

    measure.py TREADLE FOLDER [MACHINE ...]

Each machine is run with Adams' method and with implicit ones. The error is the largest of all coordinates in all rows
against a run with a tolerance of 1e-10; the tolerance of each method is moved until the error is just below 1e-5.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

import machines

WANTED = 1e-5
NEAR = 2.0  # an error that is so much smaller than wanted is near enough
TRIALS = 7  # tolerances for one method
PATIENCE = 120  # seconds for one run


def run(treadle, model, integrator, jacobian, tolerance):
    """The summary and the coordinates of all rows; None where it was not done."""
    out = model.with_suffix(".csv")
    words = [treadle, "run", str(model), "--json", "--quiet", "--integrator", integrator, "--jacobian", jacobian,
             "--rtol", str(tolerance), "--atol", str(tolerance), "--out", str(out)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    with open(out, newline="") as file:
        names, *rows = csv.reader(file)
    chosen = [i for i, name in enumerate(names) if ".q" in name]
    return json.loads(done.stdout), [[float(row[i]) for i in chosen] for row in rows]


def apart(a, b):
    return max((abs(x - y) for one, other in zip(a, b) for x, y in zip(one, other)), default=0.0)


def measure(treadle, model, witness, integrator, jacobian):
    """The loosest tolerance that was found to do, what it gave and its error."""
    best, tolerance, low, high = None, WANTED, None, None  # low does, high does not
    for _ in range(TRIALS):
        done = run(treadle, model, integrator, jacobian, tolerance)
        error = apart(done[1], witness) if done else None
        if error is not None and error <= WANTED:
            low = tolerance
            if best is None or done[0]["wall_seconds"] < best[1]["wall_seconds"]:
                best = (tolerance, done[0], error)
            if error * NEAR > WANTED:
                break
        elif error is None and low is None:
            return None  # not within PATIENCE, and tighter ones are slower
        else:
            high = tolerance
        if low and high:
            if high < 2 * low:
                break
            tolerance = (low * high) ** 0.5
        else:
            factor = WANTED / max(error, 1e-12)
            tolerance *= min(max(0.7 * factor, 1e-2), 0.3) if high else min(max(factor, 3.0), 100.0)
        if not 1e-12 < tolerance <= 0.1:
            break
    return best


def costs(treadle, model):
    done = subprocess.run([treadle, "count", str(model), "--jacobians", "--json"], capture_output=True, text=True,
                          timeout=PATIENCE)
    return json.loads(done.stdout).get("jacobians", {}) if done.returncode == 0 else {}


METHODS = [("adams", "auto"), ("implicit", "exact"), ("implicit", "approximate"), ("implicit", "approximate-symmetric"),
           ("implicit", "block-diagonal"), ("bdf", "approximate"), ("bdf", "approximate-symmetric"),
           ("generalized-alpha", "approximate"), ("cvode-bdf", "approximate"), ("cvode-bdf", "differences")]


def main(treadle, folder, chosen):
    print("| machine | integrator | jacobian | tolerance | error | steps | refused | evaluations | Jacobians | factors | "
          "iterations | Jacobian, factors (evaluations) | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for model in machines.all_machines(Path(folder)):
        if chosen and model.stem not in chosen:
            continue
        witness = run(treadle, model, "adams", "auto", 1e-10) or run(treadle, model, "bdf", "approximate", 1e-9)
        if witness is None:
            print(f"| {model.stem} | no witness |", flush=True)
            continue
        cost = costs(treadle, model)
        for integrator, jacobian in METHODS:
            found = measure(treadle, model, witness[1], integrator, jacobian)
            if found is None:
                print(f"| {model.stem} | {integrator} | {jacobian} | not reached |", flush=True)
                continue
            tolerance, result, error = found
            counts = result["jacobian"] or {"evaluations": 0, "factorizations": 0, "iterations": 0}
            one = cost.get(jacobian) or {"evaluation": 0.0, "factorization": 0.0}
            print(f"| {model.stem} | {integrator} | {jacobian if result['jacobian'] else ''} | {tolerance:.1g} | {error:.1g} | "
                  f"{result['steps']} | {result['failures']} | {result['evaluations']} | {counts['evaluations']} | "
                  f"{counts['factorizations']} | {counts['iterations']} | "
                  f"{one['evaluation']:.2g}, {one['factorization']:.2g} | {result['wall_seconds']:.3g} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
