"""Table 2 of Choi, Yoo and Im (2001) on our car: the whole double lane change of 10 s with Euler steps of 1.2 ms, one
method after the other, round by round, so that all of them see the same machine.

    table2.py TREADLE MODEL [ROUNDS]

Prints the least time of each method over all rounds, its share of `dense` (the reduced multiplier method of the paper)
and the paper's own share. Every method must end where `dense` ends.
"""

import json
import subprocess
import sys

METHODS = [("dense", "reduced Lagrange multipliers", 100.0), ("dbbd", "sparse Cholesky", 94.4),
           ("block-recursive", "recursive block mass matrix", 86.2), ("topology-ldl", "", None), ("clustered", "", None),
           ("generated", "", None)]


def run(treadle, model, method):
    command = [treadle, "run", model, "--solver", method, "--integrator", "explicit-euler", "--step", "1.2 ms", "--json", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"code {done.returncode}"
    return json.loads(done.stdout), ""


def main():
    treadle, model = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    best, end, refused = {}, {}, {}
    for _ in range(rounds):
        for method, _, _ in METHODS:
            result, why = run(treadle, model, method)
            if result is None:
                refused[method] = why
                continue
            best[method] = min(best.get(method, 1e9), result["wall_seconds"])
            end[method] = result["end"]["q"]["car.chassis"][:3]
    print("| method | paper | seconds | share of dense | of the paper | microseconds a step |")
    print("|---|---|---|---|---|---|")
    worst = 0.0
    for method, name, share in METHODS:
        if method in refused:
            print(f"| `{method}` | {name} | refused: {refused[method]} | | | |")
            continue
        paper = f"{share} %" if share else ""
        print(f"| `{method}` | {name} | {best[method]:.3f} | {100 * best[method] / best['dense']:.1f} % | {paper} | "
              f"{best[method] / 8333 * 1e6:.2f} |")
        worst = max(worst, max(abs(a - b) for a, b in zip(end[method], end["dense"])))
    print(f"\nlargest difference between places of the chassis at the end: {worst:.1e} m")
    return 0 if worst < 1e-5 else 1


if __name__ == "__main__":
    sys.exit(main())
