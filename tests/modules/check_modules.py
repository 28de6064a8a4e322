"""Modules (src/base/module.hpp) keep to themselves.

    check_modules.py FOLDER                         each exports its entry and nothing else
    check_modules.py FOLDER --treadle PROGRAM MODEL  a command opens the modules it needs and no other, and the one
                                                    with MUMPS works beside a real MPI, whose names it also has
    check_modules.py --self-test
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ENTRY = "treadle_module"
RUNTIME, RUNTIME_ENTRY = "treadle_component_runtime.so", "treadle_component_v1"  # of compiled parts
NEEDS = {"sparse": "treadle_klu", "sparse-symmetric": "treadle_mumps", "dense-cholmod": "treadle_cholmod"}


def others_in(listing, entry=ENTRY):
    """Names in the output of nm -D --defined-only, without the entry and without versions of the linker."""
    names = [line.split()[-1].split("@")[0] for line in listing.splitlines() if line.strip() and not line.endswith(":")]
    return [name for name in names if name != entry], entry in names


def check_exports(folder, faults):
    modules = sorted(Path(folder).glob("*.so"))
    for module in modules:
        listing = subprocess.run(["nm", "-D", "--defined-only", module], capture_output=True, text=True, check=True)
        entry = RUNTIME_ENTRY if module.name == RUNTIME else ENTRY
        others, has_entry = others_in(listing.stdout, entry)
        if not has_entry:
            faults.append(f"{module.name}: no {entry}")
        if others:
            faults.append(f"{module.name}: exports {len(others)} names besides its entry: {' '.join(others[:5])}")
    return len(modules)


def run(treadle, model, words, **environment):
    return subprocess.run([treadle, *words[:1], model, *words[1:]], capture_output=True, text=True,
                          env={**os.environ, **environment})


def opened(treadle, model, words):
    """Modules that a command opened, as the loader tells."""
    said = run(treadle, model, words, LD_DEBUG="files").stderr
    return set(re.findall(r"file=\S*?(treadle_\w+)\.so", said))


def check_loading(folder, treadle, model, faults):
    there = {path.stem for path in Path(folder).glob("*.so")}
    quiet = ["run", "--until", "0.01", "--quiet"]
    for words in (["inspect"], quiet):
        if loaded := opened(treadle, model, words):
            faults.append(f"{words[0]} opens {sorted(loaded)}")
    if "treadle_tbb" in there and (loaded := opened(treadle, model, [*quiet, "--threads", "2"])) != {"treadle_tbb"}:
        faults.append(f"--threads 2 opens {sorted(loaded)}")
    for solver, module in NEEDS.items():
        if module in there and (loaded := opened(treadle, model, [*quiet, "--solver", solver])) != {module}:
            faults.append(f"--solver {solver} opens {sorted(loaded)}")


def find_mpi():
    said = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"libmpi\.so\S* .*=> (\S+)", said)
    return found[1] if found else None


def check_beside_mpi(folder, treadle, model, faults):
    mpi = find_mpi()
    if mpi is None or not (Path(folder) / "treadle_mumps.so").exists():
        print("modules: no MPI or no MUMPS here: not tried side by side")
        return
    with tempfile.TemporaryDirectory() as place:
        rows = Path(place) / "rows.csv"
        words = ["run", "--until", "0.01", "--out", str(rows), "--quiet", "--solver", "sparse-symmetric"]
        motions = []
        for environment in ({}, {"LD_PRELOAD": mpi}):
            done = run(treadle, model, words, **environment)
            if done.returncode:
                faults.append(f"MUMPS, {environment or 'alone'} ({done.returncode}): {done.stderr}")
                return
            motions.append(rows.read_bytes())
        if motions[0] != motions[1]:
            faults.append(f"MUMPS beside {mpi} gives other numbers than alone")


def self_test():
    good = "0000000000004d70 D treadle_module\n"
    bad = good + "0000000000001230 T MPI_Init\n0000000000001230 W _ZN7treadle1xEv\n"
    assert others_in(good) == ([], True)
    assert others_in(bad) == (["MPI_Init", "_ZN7treadle1xEv"], True)
    assert others_in("") == ([], False)
    print("modules self-test: passed")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    folder, faults = arguments[0], []
    count = check_exports(folder, faults)
    if arguments[1:2] == ["--treadle"]:
        check_loading(folder, *arguments[2:4], faults)
        check_beside_mpi(folder, *arguments[2:4], faults)
    for fault in faults:
        print(f"modules: {fault}")
    print(f"modules: {count} looked at, {len(faults)} faults")
    return sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
