#!/usr/bin/env python3
"""What a second thread and a second process gain with formulation component: steps for each second, against those of two programs
with one thread each at the same time, so that both use two processors whatever else the machine does.

    processes.py TREADLE OUT.json [--family ladder] [--sizes 200,1000,2000] [--rounds 3] [--mpirun mpirun]
"""
import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

from models import write

STEP = 1e-4


def words_of(treadle, path, steps):
    return [treadle, "run", path, "--formulation", "component", "--integrator", "rk4", "--step", STEP, "--until", STEP * steps,
            "--output-interval", STEP * steps, "--json"]


def start(words):
    return subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def speed(process):
    """Steps for each second, and where they led to."""
    said = json.loads(process.communicate()[0])
    return said["steps"] / said["wall_seconds"], json.dumps(said["end"]), said


def measure(treadle, mpirun, path, rounds):
    steps = 5
    while True:  # long enough to be timed
        rate, _, _ = speed(start(words_of(treadle, path, steps)))
        if steps / rate > 1.0:
            break
        steps = int(max(2 * steps, 1.5 * rate))
    words = words_of(treadle, path, steps)
    launch = [mpirun, "--oversubscribe", "--bind-to", "none", "-n", 2] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])
    rows = []
    for _ in range(rounds):
        alone, end, _ = speed(start(words))
        both = [start(words) for _ in range(2)]
        together = sum(speed(process)[0] for process in both)
        threads, by_threads, _ = speed(start([*words, "--threads", 2]))
        processes, by_processes, said = speed(start([*launch, *words, "--distribute", "mpi"]))
        if end != by_threads or end != by_processes:
            raise SystemExit(f"{path}: other numbers with two threads or processes")
        rows.append({"one": alone, "two_programs": together, "two_threads": threads, "two_processes": processes,
                     "threads_share": threads / together, "processes_share": processes / together})
    middle = lambda key: sorted(row[key] for row in rows)[len(rows) // 2]
    return {**{key: middle(key) for key in rows[0]}, "traffic": said["processes"], "evaluations": said["evaluations"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treadle")
    parser.add_argument("out", type=Path)
    parser.add_argument("--family", default="ladder")
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[100, 500, 2000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--mpirun", default="mpirun")
    options = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for n in options.sizes:
            row = {"n": n, **measure(options.treadle, options.mpirun, write(folder, options.family, n, False), options.rounds)}
            found.append(row)
            print(f"{options.family}, n {n}: two threads {row['threads_share']:.2f}, two processes {row['processes_share']:.2f} of two programs; "
                  f"{row['two_threads'] / row['one']:.2f} and {row['two_processes'] / row['one']:.2f} of one", flush=True)
            options.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
