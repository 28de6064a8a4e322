#!/usr/bin/env python3
"""The methods of Negrut, Serban and Potra (1997) and ours on the vehicle of their paper, beside their tables 1 to 5.

Prints the tables of docs/solvers.md: operations as the paper printed them and as `treadle count` finds them, times by one
run of `treadle bench`, in which all solvers take turns, as ratios to Gauss; the shortest batch of each counts.

    paper_tables.py TREADLE MODEL [SECONDS]        make paper-tables
"""

import json
import subprocess
import sys

# Tables 1 to 3: additions, multiplications, divisions, roots; by step, then in all.
STEPS = ("1", "2", "3.1", "3.2", "3.3", "3.4", "3.5", "4")
PRINTED = {
    "gauss": {"factor": (25585, 25585, 903, 0), "forward": (903, 903, 0, 0), "backward": (903, 903, 43, 0)},
    "topology": dict(zip(STEPS, ((975, 975, 165, 27), (165, 165, 27, 0), (708, 804, 174, 0), (172, 172, 0, 0),
                                 (834, 1135, 0, 0), (680, 680, 120, 16), (145, 162, 0, 0), (192, 165, 27, 0)))),
    "dense": dict(zip(STEPS, ((3276, 3276, 351, 27), (351, 351, 27, 0), (5616, 5616, 432, 0), (432, 432, 0, 0),
                              (3536, 3672, 0, 0), (2280, 2280, 152, 16), (405, 432, 0, 0), (378, 351, 27, 0)))),
}
TOTALS = {"gauss": (27391, 27391, 946, 0), "topology": (3871, 4258, 513, 43), "dense": (15914, 16410, 989, 43)}
# Table 4, microseconds; table 5, the same by step.
TIMES = {"gauss": 2336, "symmetric": 2022, "sparse": 3532, "topology": 1201, "dense": 1179}
PROFILES = {"topology": (300, 59, 246, 50, 276, 159, 57, 54), "dense": (289, 31, 347, 27, 276, 147, 31, 31)}
NAMES = {"gauss": "Gauss (`dgesv`)", "symmetric": "Symmetric (`dsysv`)", "sparse": "Harwell (`ma28`)",
         "sparse-symmetric": "`ma47`, not tried", "topology": "Alg-S", "dense": "Alg-D (`dposv`)",
         "dense-cholmod": "Alg-D with `ma47`, not tried"}
KINDS = ("add", "mul", "div", "sqrt")


def ask(treadle, *words):
    done = subprocess.run([treadle, *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def line(cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def head(cells):
    line(cells)
    line(["---"] * len(cells))


def slashes(numbers):
    return " / ".join(str(n) for n in numbers)


def operations(entry):
    """A / M / D / SQ of the tally, or what the library says."""
    if "left_out" in entry:
        return "left out", ""
    tally = slashes(entry["total"][k] for k in KINDS) if "total" in entry else ""
    if "library" not in entry:
        return tally, ""
    facts = entry["library"]
    said = f"{facts['operations']:.0f} in the factors"
    return (f"{tally} and {said}" if tally else said), f"{facts['matrix_entries']:.0f} → {facts['factor_entries']:.0f}"


def all_methods(counts, times):
    print(f"\nOne solve. Times: {times['states']} states, {times['rounds']} rounds in turn.\n")
    head(["solver", "in the paper", "operations there, A / M / D / SQ", "operations here", "entries: matrix → factors",
          "Gauss over it, there", "gauss over it, here", "error"])
    gauss = times["solvers"]["gauss"]["solve_least_ns"]
    for name, entry in times["solvers"].items():
        if entry["refusal"] or entry["solve_least_ns"] is None:
            continue
        done, entries = operations(counts["solvers"][name])
        there = f"{TIMES['gauss'] / TIMES[name]:.2f}" if name in TIMES else ""
        line([f"`{name}`", NAMES.get(name, ""), slashes(TOTALS[name]) if name in TOTALS else "", done, entries, there,
              f"{gauss / entry['solve_least_ns']:.2f}", f"{entry['error']:.0e}"])


def by_step(counts):
    print("\nOperations by step, A / M / D / SQ: printed in the paper, and counted here.\n")
    for name, printed in PRINTED.items():
        steps = counts["solvers"][name]["steps"]
        head([f"`{name}`", *printed])
        line(["printed", *(slashes(n) for n in printed.values())])
        line(["counted", *(slashes(steps[s][k] for k in KINDS) for s in printed)])
        print()


def profiles(times):
    print("Shares of the steps in the time of a solve, in percent: table 5, and here with a clock between them.\n")
    head(["", *STEPS])
    for name, there in PROFILES.items():
        here = times["solvers"][name]["steps"]
        line([f"{NAMES[name].split(' ')[0]}, there", *(f"{100 * t / sum(there):.0f}" for t in there)])
        line([f"`{name}`, here", *(f"{100 * here[s] / sum(here.values()):.0f}" for s in STEPS)])


def main(treadle, model, seconds="20"):
    counts = ask(treadle, "count", model)
    times = ask(treadle, "bench", model, "--quiet", "--seconds", seconds)
    all_methods(counts, times)
    by_step(counts)
    profiles(times)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
