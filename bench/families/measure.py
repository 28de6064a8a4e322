#!/usr/bin/env python3
"""Time of an evaluation and memory of a run, by solver, on six families of mechanisms of growing size.

One call of `treadle bench` times all solvers of a size in turn, so ratios hold whatever else the machine does; the shortest
batch counts. A solver that took
longer than a twentieth of a second is left out of larger sizes, and so is one that would take more than two gigabytes; a family ends where it takes longer than the limit to load. What `auto`
takes is asked for, and compared with the fastest; compiled code, which auto takes for long runs, is left out.

    measure.py TREADLE OUT.json [--sizes 10,30,100] [--families chain,rings] [--seconds 3] [--limit 60]
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
SLOW = 5e7  # nanoseconds of an evaluation
LARGE = 250.0  # megabytes of a run
NEAR = 1.2  # what counts as the fastest


def call(words, limit):
    """Exit code, what was said, and the largest memory in MB; None after the limit."""
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
            time.sleep(0.01)
        out.seek(0)
        return process.returncode, out.read(), usage.ru_maxrss / 1024.0


def chosen(treadle, path, limit):
    done = call([treadle, "run", path, "--until", "1e-5", "--integrator", "rk4", "--step", "1e-5", "--quiet", "--json"], limit)
    return json.loads(done[1])["solver"] if done and done[0] == 0 else None


def memory(treadle, path, solver, limit):
    done = call([treadle, "run", path, "--until", "1e-5", "--integrator", "rk4", "--step", "1e-5", "--quiet", "--solver", solver], limit)
    return round(done[2], 1) if done and done[0] == 0 else None


def at_size(treadle, path, names, options):
    """{solver: {ns, mb}}, coordinates, equations; None where the model does not load in time."""
    words = [treadle, "bench", path, "--seconds", options.seconds, "--quiet", "--json", "--solver", ",".join(names)]
    done = call(words, options.limit + 10 * options.seconds)
    if done is None or done[0] not in (0, 3):
        return None
    said = json.loads(done[1])
    found = {}
    for name, entry in said["solvers"].items():
        if not entry["refusal"] and not name.startswith("generated") and (names is None or name in names):
            found[name] = {"ns": round(entry["least_ns"], 1)}
    return found, said["coordinates"], said["constraints"]


def measure(treadle, family, redundant, folder, options):
    rows, names = [], list(SOLVERS)
    for n in options.sizes:
        path = write(folder, family, n, redundant)
        auto = chosen(treadle, path, options.limit)
        got = at_size(treadle, path, names, options) if auto else None
        if got is None:
            print(f"  {n}: does not load in {options.limit} s", flush=True)
            break
        found, coordinates, equations = got
        if not found:
            print(f"  {n}: no solver's answer is called right by bench", flush=True)
            break
        for name in found:
            found[name]["mb"] = memory(treadle, path, name, options.limit)
        best = min(found, key=lambda name: found[name]["ns"])
        behind = found[auto]["ns"] / found[best]["ns"] if auto in found else None
        rows.append({"n": coordinates, "m": equations, "auto": auto, "solvers": found})
        print(f"  n {coordinates} m {equations}: auto {auto}, fastest {best}"
              + ("" if behind is None or behind <= NEAR else f", {behind:.2f} times faster") + "   "
              + "  ".join(f"{k} {v['ns'] / 1e3:.3g} us" for k, v in sorted(found.items(), key=lambda i: i[1]["ns"])), flush=True)
        # what comes next is three times as large
        names = [name for name, entry in found.items() if entry["ns"] < SLOW and (entry["mb"] or 0.0) < LARGE]
        if not names:
            break
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treadle")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES)
    parser.add_argument("--families", type=lambda text: text.split(","), default=list(FAMILIES))
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--limit", type=float, default=60.0)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    all_rows = json.loads(options.out.read_text()) if options.out.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        for family in options.families:
            for redundant in (False, True):
                name = family + (", redundant" if redundant else "")
                print(name, flush=True)
                all_rows[name] = measure(options.treadle, family, redundant, folder, options)
                options.out.write_text(json.dumps(all_rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
