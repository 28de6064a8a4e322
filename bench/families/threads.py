#!/usr/bin/env python3
"""What a second thread gains on eight branches: evaluations for each second with two threads, against those of two programs with
one thread each at the same time, so that both use two processors whatever else the machine does.

    threads.py EVALUATIONS OUT.json [--sizes 80,400,1600] [--rounds 5]      EVALUATIONS: treadle_evaluations (bench/instructions)
"""
import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from models import write

SIZES = (80, 160, 400, 800, 1600, 3200, 6400)
SOLVERS = (("clustered", "ground"), ("clustered", "hub"), ("topology", "ground"))  # and what branches stand on


def start(program, path, solver, threads, times):
    return subprocess.Popen([str(w) for w in (program, path, solver, times, threads)], stdout=subprocess.PIPE, text=True)


def speed(process, times):
    """Evaluations for each second, and what they add up to."""
    total, seconds = process.communicate()[0].split()
    return times / float(seconds), total


def measure(program, path, solver, rounds):
    """Median evaluations for each second: one thread alone, two programs together (sum), two threads."""
    times = 20
    while True:  # long enough to be timed
        rate, _ = speed(start(program, path, solver, 1, times), times)
        if times / rate > 0.3:
            break
        times = int(max(2 * times, 0.5 * rate))
    alone, together, shared = [], [], []
    for _ in range(rounds):
        rate, one = speed(start(program, path, solver, 1, times), times)
        alone.append(rate)
        both = [start(program, path, solver, 1, times) for _ in range(2)]
        together.append(sum(speed(process, times)[0] for process in both))
        rate, two = speed(start(program, path, solver, 2, times), times)
        shared.append(rate)
        if one != two:
            raise SystemExit(f"{path}: two threads give other numbers than one")
    middle = lambda a: sorted(a)[len(a) // 2]
    return {"one": middle(alone), "two_programs": middle(together), "two_threads": middle(shared),
            "share": middle([s / t for s, t in zip(shared, together)]), "best": max(s / t for s, t in zip(shared, together))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for solver, root in SOLVERS:
            name = f"{solver}, on the ground" if root == "ground" else f"{solver}, on a hub"
            found[name] = []
            for n in options.sizes:
                if solver == "topology" and n > 1600:
                    break
                row = {"n": n, **measure(options.program, write(folder, "branches", n, root == "hub"), solver, options.rounds)}
                found[name].append(row)
                print(f"{name}, n {n}: {row['share']:.2f} of two programs ({row['best']:.2f} at best), {row['two_threads'] / row['one']:.2f} of one", flush=True)
                options.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
