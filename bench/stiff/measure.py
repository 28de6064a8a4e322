"""Implicit integrators and their Jacobians on stiff machines: the table of docs/stiff.md.

    measure.py TREADLE FOLDER [MACHINE ...]

Each machine is run with Adams' method and with implicit ones. The error is that of all coordinates at the end against
a run with a tolerance a thousand times smaller; the tolerance of each method is lowered until the error is below 1e-5.
"""

import json
import subprocess
import sys
from pathlib import Path

import machines

WANTED = 1e-5
PATIENCE = 300  # seconds for one run


def run(treadle, model, integrator, jacobian, tolerance, more=()):
    words = [treadle, "run", str(model), "--json", "--quiet", "--integrator", integrator, "--jacobian", jacobian,
             "--rtol", str(tolerance), "--atol", str(tolerance), *more]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def apart(a, b):
    return max((abs(x - y) for name in a["end"]["q"] for x, y in zip(a["end"]["q"][name], b["end"]["q"][name])), default=0.0)


def measure(treadle, model, witness, integrator, jacobian):
    for tolerance in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9):
        result = run(treadle, model, integrator, jacobian, tolerance)
        if result and apart(result, witness) <= WANTED:
            return tolerance, result
    return None, None


def costs(treadle, model):
    done = subprocess.run([treadle, "count", str(model), "--jacobians", "--json"], capture_output=True, text=True,
                          timeout=PATIENCE)
    return json.loads(done.stdout).get("jacobians", {}) if done.returncode == 0 else {}


METHODS = [("adams", "auto"), ("implicit", "exact"), ("implicit", "approximate"), ("implicit", "approximate-symmetric"),
           ("implicit", "block-diagonal"), ("bdf", "approximate"), ("cvode-bdf", "approximate")]


def main(treadle, folder, chosen):
    print("| machine | integrator | jacobian | tolerance | steps | refused | Jacobians | factors | iterations | "
          "Jacobian, factors (evaluations) | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for model in machines.all_machines(Path(folder)):
        if chosen and model.stem not in chosen:
            continue
        witness = run(treadle, model, "bdf", "approximate", 1e-10) or run(treadle, model, "adams", "auto", 1e-9)
        if witness is None:
            print(f"| {model.stem} | no witness |")
            continue
        cost = costs(treadle, model)
        for integrator, jacobian in METHODS:
            tolerance, result = measure(treadle, model, witness, integrator, jacobian)
            if result is None:
                print(f"| {model.stem} | {integrator} | {jacobian} | not reached |", flush=True)
                continue
            counts = result["jacobian"] or {"evaluations": 0, "factorizations": 0, "iterations": 0}
            one = cost.get(jacobian) or {"evaluation": 0.0, "factorization": 0.0}
            print(f"| {model.stem} | {integrator} | {jacobian if result['jacobian'] else ''} | {tolerance:g} | "
                  f"{result['steps']} | {result['failures']} | {counts['evaluations']} | {counts['factorizations']} | "
                  f"{counts['iterations']} | {one['evaluation']:.2g}, {one['factorization']:.2g} | "
                  f"{result['wall_seconds']:.3g} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
