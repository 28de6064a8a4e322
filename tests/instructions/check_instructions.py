"""Instructions of one acceleration evaluation, counted by callgrind, against those that docs/solvers.md states.

    check_instructions.py PROGRAM MODEL PAGE

The count is exact and the same on a quiet and on a busy machine; it depends on the compiler, so a tenth more or a
fifth less than stated passes. More is a loss of speed, less a figure to be written anew.

Reading and preparing a chain of bodies has to take instructions in proportion to their number.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

FEW, MANY = 200, 1200
MORE, LESS = 1.10, 0.80
CHAINS = (250, 500, 1000)
MOST_GROWTH = 2.3  # of what twice as many bodies add: 2 in proportion, 4 with the square


def instructions(program, model, solver, times):
    with tempfile.TemporaryDirectory() as folder:
        words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(folder, "out"),
                 program, model, solver, str(times)]
        run = subprocess.run(words, capture_output=True, text=True, timeout=300)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found:
        sys.exit(f"{solver}: callgrind ended with {run.returncode}:\n{run.stderr[-2000:]}")
    return int(found.group(1))


def stated(page):
    """Solver -> instructions, from the rows `| `name` | 12 345 |` of the table under the heading."""
    text = open(page, encoding="utf-8").read()
    part = text.split("## Instructions", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d ]+) \|$", part, re.M)
    return {name: int(number.replace(" ", "")) for name, number in rows}


def chain(count):
    """A model file of so many hinged bodies, each on the one before."""
    bodies = [{"name": f"body{i}", "mass": "2 kg", "inertia": [0.1, 0.1, 0.1], "position": [0, 0, -i]}
              for i in range(count)]
    joints = [{"name": f"joint{i}", "type": "revolute", "parent": f"body{i - 1}" if i else "ground",
               "child": f"body{i}", "position": [0, 0, -i], "axis": [0, 1, 0], "damping": "1 N m s/rad"}
              for i in range(count)]
    return json.dumps({"bodies": bodies, "joints": joints})


def growth(program):
    """How much more the second doubling of a chain adds than the first, evaluations left out."""
    counts = []
    with tempfile.TemporaryDirectory() as folder:
        for count in CHAINS:
            name = os.path.join(folder, f"chain{count}.json")
            with open(name, "w", encoding="utf-8") as file:
                file.write(chain(count))
            counts.append(instructions(program, name, "clustered", 0))
    return (counts[2] - counts[1]) / (counts[1] - counts[0])


def main():
    program, model, page = sys.argv[1:4]
    table = stated(page)
    if len(table) < 2:
        sys.exit(f"{page}: no table of instructions was found")
    wrong = 0
    for solver, figure in table.items():
        counts = [instructions(program, model, solver, n) for n in (FEW, MANY)]
        each = (counts[1] - counts[0]) / (MANY - FEW)
        good = LESS * figure <= each <= MORE * figure
        wrong += not good
        print(f"{solver}: {each:.0f} instructions for each evaluation, {figure} stated{'' if good else ': NOT ALIKE'}")
    ratio = growth(program)
    wrong += not ratio <= MOST_GROWTH
    print(f"reading a chain: {ratio:.2f} times as much for twice as many bodies, at most {MOST_GROWTH}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
