#!/usr/bin/env python3
"""Time of an evaluation and memory of a run, by solver, on six families of mechanisms of growing size.

Times are processor time, differences of two runs of treadle_evaluations (bench/instructions) with few and many evaluations, so
that neither reading the model nor what else the machine does is in them; the shorter of two counts. A solver that took longer
than 3 ms, more than 300 MB, or the limit to be ready, is left out of larger sizes. What `auto` takes is asked for, and compared
with the fastest.

    measure.py TREADLE EVALUATIONS OUT.json [--sizes 10,30,100] [--families chain,rings] [--limit 60]
"""
import argparse
import json
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from models import FAMILIES, write

SIZES = (10, 30, 100, 300, 1000, 3000, 10000)
SOLVERS = ("topology", "topology-ldl", "clustered", "dense", "dense-cholmod", "symmetric", "gauss", "sparse", "sparse-symmetric")
SLOW = 3e6  # nanoseconds of an evaluation
LARGE = 300.0  # megabytes of a run
ENOUGH = 0.1  # seconds of processor time
NEAR = 1.2  # what counts as the fastest


def call(words, limit):
    """Exit code, what was said, seconds of processor time and the largest memory in MB; None after the limit."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([str(w) for w in words], stdout=out, stderr=subprocess.DEVNULL)
        end = time.monotonic() + limit
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                break
            if time.monotonic() > end:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                return None
            time.sleep(0.005)
        out.seek(0)
        return process.returncode, out.read(), usage.ru_utime, usage.ru_maxrss / 1024.0


def chosen(treadle, path, limit):
    done = call([treadle, "run", path, "--until", "1e-5", "--integrator", "rk4", "--step", "1e-5", "--quiet", "--json"], limit)
    return json.loads(done[1])["solver"] if done and done[0] == 0 else None


def timed(evaluations, path, solver, limit):
    """{ns, mb} of a solver, or None."""
    first = call([evaluations, path, solver, 1], limit)
    if first is None or first[0] != 0:
        return None
    times, found = 10, []
    while len(found) < 2:
        done = call([evaluations, path, solver, times], 4 * limit)
        if done is None or done[0] != 0:
            return None
        taken = done[2] - first[2]
        if taken < 0.5 * ENOUGH:
            times *= 10 if taken < 0.05 * ENOUGH else int(1.2 * ENOUGH / taken) + 1
            continue
        found.append(taken / (times - 1))
    return {"ns": round(1e9 * min(found), 1), "mb": round(first[3], 1)}


def measure(options, family, redundant, folder):
    rows, names = [], list(SOLVERS)
    for n in options.sizes:
        path = write(folder, family, n, redundant)
        auto = chosen(options.treadle, path, options.limit)
        if auto is None:
            print(f"  {n}: does not load in {options.limit} s", flush=True)
            break
        found = {name: timed(options.evaluations, path, name, options.limit) for name in names}
        found = {name: entry for name, entry in found.items() if entry}
        if not found:
            break
        best = min(found, key=lambda name: found[name]["ns"])
        behind = found[auto]["ns"] / found[best]["ns"] if auto in found else None
        rows.append({"n": n, "auto": auto, "solvers": found})
        print(f"  n {n}: auto {auto}, fastest {best}" + ("" if behind is None or behind <= NEAR else f", {behind:.2f} times faster") + "   "
              + "  ".join(f"{k} {v['ns'] / 1e3:.3g} us" for k, v in sorted(found.items(), key=lambda i: i[1]["ns"])), flush=True)
        names = [name for name in found if found[name]["ns"] < SLOW and found[name]["mb"] < LARGE]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treadle")
    parser.add_argument("evaluations")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES)
    parser.add_argument("--families", type=lambda text: text.split(","), default=list(FAMILIES))
    parser.add_argument("--limit", type=float, default=60.0)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    all_rows = json.loads(options.out.read_text()) if options.out.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        for family in options.families:
            for redundant in (False, True):
                name = family + (", redundant" if redundant else "")
                print(name, flush=True)
                all_rows[name] = measure(options, family, redundant, folder)
                options.out.write_text(json.dumps(all_rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
