#!/usr/bin/env python3
"""Compile time, size and speed of generated code against the size of the model, as a table for
docs/theory/generate.md.

    python3 bench/generate/figures.py build/release/treadle [--write] [--seconds 3]

Code comes from `treadle generate`, straight and with routines; it is compiled with the flags of the
engine and timed alone (the shortest of many batches, since others use the machine, too). The numeric
core is timed by `treadle bench`. --write puts the table between its two marks in the page.
"""
import argparse
import ctypes
import json
import os
import subprocess
import tempfile
import time

from models import chain, four_bars, train

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "docs", "theory", "generate.md")
MARKS = ("<!-- figures of bench/generate/figures.py -->", "<!-- end of figures -->")
FLAGS = ["-std=c99", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fPIC",
         "-O2", "-fno-tree-slp-vectorize", "-shared"]
TIMER = r"""
#include <time.h>
int EVALUATE(const double *, const double *, const double *, const double *, double *);
double shortest(const double *q, const double *v, const double *u, double *out, int calls, int batches) {
  double best = 1e30;
  for (int b = 0; b < batches; ++b) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int k = 0; k < calls; ++k) EVALUATE(q, v, u, 0, out);
    clock_gettime(CLOCK_MONOTONIC, &to);
    const double t = ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) / calls;
    if (t < best) best = t;
  }
  return best;
}
"""


def text_size(library):
    lines = subprocess.run(["size", "-A", library], check=True, capture_output=True, text=True).stdout.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(".text"))


def stored_state(folder, name):
    """The arrays of the test that goes with the code."""
    with open(os.path.join(folder, name + "_test.c"), encoding="utf-8") as file:
        text = file.read()

    def array(symbol):
        begin = text.index("static const double " + symbol + "[")
        numbers = text[text.index("{", begin) + 1:text.index("}", begin)]
        values = [float(x) for x in numbers.split(",") if x.strip()]
        return (ctypes.c_double * max(1, len(values)))(*values)

    return array("q"), array("v"), array("u"), array("expected")


def generated(treadle, model, name, routines, folder, compiler):
    out = os.path.join(folder, routines)
    facts = json.loads(subprocess.run(
        [treadle, "generate", model, "-o", out, "--name", name, "--routines", routines, "--json"],
        check=True, capture_output=True, text=True).stdout)
    source, library = os.path.join(out, name + "_evaluate.c"), os.path.join(out, "code.so")
    begin = time.monotonic()
    subprocess.run([compiler, *FLAGS, source, "-o", library, "-lm"], check=True)
    seconds = time.monotonic() - begin
    timer = os.path.join(out, "timer.c")
    with open(timer, "w", encoding="utf-8") as file:
        file.write(TIMER.replace("EVALUATE", name + "_evaluate"))
    timed = os.path.join(out, "timed.so")
    subprocess.run([compiler, "-O2", "-fPIC", "-shared", "-D_POSIX_C_SOURCE=199309L", timer, library,
                    "-Wl,-rpath," + out, "-o", timed], check=True)
    shortest = ctypes.CDLL(timed).shortest
    shortest.restype = ctypes.c_double
    q, v, u, room = stored_state(out, name)
    one = shortest(q, v, u, room, 20, 3)
    best = shortest(q, v, u, room, max(5, int(1e-3 / one)), 200)
    return {"count": facts["functions"][name + "_evaluate"], "text": text_size(library), "compile": seconds,
            "time": best}


def numeric(treadle, model, seconds):
    told = json.loads(subprocess.run(
        [treadle, "bench", model, "--solver", "topology,clustered,gauss", "--seconds", str(seconds), "--json"],
        check=True, capture_output=True, text=True).stdout)["solvers"]
    return {name: told[name]["ns"] * 1e-9 if told.get(name, {}).get("ns") else None for name in ("topology", "clustered")}


def micro(seconds):
    return "–" if seconds is None else f"{seconds * 1e6:.3g} µs"


def row(treadle, kind, size, folder, arguments):
    make = {"chain": chain, "four-bars": four_bars, "train": lambda f, n: train(f, n, os.path.join(ROOT, "models"))}
    model = make[kind](folder, size)
    name = os.path.basename(model).split(".")[0]
    straight = generated(treadle, model, name, "off", folder, arguments.compiler)
    routines = generated(treadle, model, name, "on", folder, arguments.compiler)
    core = numeric(treadle, model, arguments.seconds)
    coordinates = {"chain": size, "four-bars": 3 * size, "train": 27 * size}[kind]
    operations = straight["count"]["add"] + straight["count"]["mul"]
    cells = [kind, str(coordinates), f"{operations / 1000:.1f}k"]
    for code in (straight, routines):
        cells += [f"{code['text'] / 1000:.0f} kB", f"{code['compile']:.1f} s", micro(code["time"])]
    return "| " + " | ".join(cells + [micro(core["clustered"]), micro(core["topology"])]) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("treadle")
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    parser.add_argument("--seconds", type=float, default=3.0, help="for the numeric core of each model")
    parser.add_argument("--compiler", default="clang")
    arguments = parser.parse_args()
    lines = ["| model | coordinates | operations | straight: text | compile | time | routines: text | compile | time "
             "| `clustered` | `topology` |", "|---|---|---|---|---|---|---|---|---|---|---|"]
    for kind, sizes in (("chain", (5, 10, 20, 50, 100, 200)), ("four-bars", (2, 7, 17, 34, 67)), ("train", (1, 2, 4, 7))):
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                lines.append(row(os.path.abspath(arguments.treadle), kind, size, folder, arguments))
            print(lines[-1], flush=True)
    if arguments.write:
        with open(PAGE, encoding="utf-8") as file:
            text = file.read()
        begin, end = (text.index(mark) for mark in MARKS)
        text = text[:begin] + MARKS[0] + "\n" + "\n".join(lines) + "\n" + text[end:]
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
