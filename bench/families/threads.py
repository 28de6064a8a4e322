#!/usr/bin/env python3
"""What a second thread gains on eight branches: steps for each second with two threads, against those of two runs with one
thread each at the same time, so that both use two processors whatever else the machine does.

    threads.py TREADLE OUT.json [--sizes 80,400,1600] [--rounds 5]
"""
import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from models import write

SIZES = (80, 160, 400, 800, 1600, 3200, 6400)
SOLVERS = (("clustered", False), ("clustered", True), ("topology", True))  # and whether branches are unequal


def start(treadle, path, solver, threads, steps):
    words = [treadle, "run", path, "--integrator", "rk4", "--step", "1e-4", "--until", str(1e-4 * steps), "--output-interval",
             str(1e-4 * steps), "--quiet", "--json", "--solver", solver, "--threads", threads]
    return subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def speed(process):
    said = json.loads(process.communicate()[0])
    return said["steps"] / said["wall_seconds"], said["end"]["q"]


def measure(treadle, path, solver, rounds):
    """Median steps for each second: one thread alone, two runs together (sum), two threads."""
    steps = 5
    while True:  # long enough to be timed
        rate, _ = speed(start(treadle, path, solver, 1, steps))
        if steps / rate > 0.4 or steps >= 20000:
            break
        steps = int(max(2 * steps, 0.6 * rate))
    alone, together, shared = [], [], []
    for _ in range(rounds):
        rate, one = speed(start(treadle, path, solver, 1, steps))
        alone.append(rate)
        both = [start(treadle, path, solver, 1, steps) for _ in range(2)]
        together.append(sum(speed(process)[0] for process in both))
        rate, two = speed(start(treadle, path, solver, 2, steps))
        shared.append(rate)
        if one != two:
            raise SystemExit(f"{path}: two threads give other numbers than one")
    middle = lambda a: sorted(a)[len(a) // 2]
    return {"one": middle(alone), "two_runs": middle(together), "two_threads": middle(shared),
            "share": middle([s / t for s, t in zip(shared, together)])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treadle")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for solver, unequal in SOLVERS:
            name = solver + (", unequal branches" if unequal else ", equal branches")
            found[name] = []
            for n in options.sizes:
                if solver == "topology" and n > 1600:
                    break
                row = {"n": n, **measure(options.treadle, write(folder, "branches", n, unequal), solver, options.rounds)}
                found[name].append(row)
                print(f"{name}, n {n}: {row['share']:.2f} of two runs, {row['two_threads'] / row['one']:.2f} of one", flush=True)
                options.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
