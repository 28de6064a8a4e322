"""Instructions of one acceleration evaluation, counted by callgrind, against those that docs/solvers.md states.

    check_instructions.py PROGRAM MODEL PAGE

The count is exact and the same on a quiet and on a busy machine; it depends on the compiler, so a tenth more or a
fifth less than stated passes. More is a loss of speed, less a figure to be written anew.
"""
import os
import re
import subprocess
import sys
import tempfile

FEW, MANY = 200, 1200
MORE, LESS = 1.10, 0.80


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
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
