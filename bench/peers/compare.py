"""Times other engines on a model of Treadle, after their accelerations have been found to agree.

    compare.py --treadle BINARY --model FILE --build FOLDER [--rounds N]

FOLDER holds what prepare.sh has made: programs/ and venv/. An engine that is not there, or cannot say the
model, is left out with a line that says why.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from mechanism import Untranslated, load, treadle
from motion import generalized_forces, move
from states import accelerations, along_a_motion

AGREE = 1e-8  # of the largest acceleration of a state
STATES = 8
BATCH = 5e4    # nanoseconds, as treadle bench has it
BATCHES = 400  # of one method in one round
OURS = ("topology", "clustered")
HERE = Path(__file__).resolve().parent


def numbers(*parts):
    return " ".join(f"{x:.17g}" for part in parts for x in np.ravel(part))


def write_problem(mechanism, q, v, path):
    """What problem.hpp reads."""
    lines = [f"gravity {numbers(mechanism.gravity)}"]
    for b in mechanism.bodies:
        i = b.inertia
        lines.append(f"body {b.parent} {b.kind} " + numbers(b.placement.r, b.placement.p, b.mass, b.center, np.diag(i),
                                                            [i[0, 1], i[0, 2], i[1, 2]]))
    for l in mechanism.loops:
        lines.append(f"loop {l.start.body} {numbers(l.start.p)} {l.end.body} {numbers(l.end.p, l.length or 0.0)}")
    for a, b in zip(q, v):
        lines.append("state " + numbers(a, b, generalized_forces(mechanism, move(mechanism, a, b))))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


class Problem:
    """One model: its reference accelerations, its text for the others, and Treadle's times."""

    def __init__(self, binary, model, name, folder, motion=None):
        folder.mkdir(parents=True, exist_ok=True)
        self.binary, self.model, self.name = binary, model, name
        self.flat, self.mechanism = load(binary, model)
        self.motion = motion or along_a_motion(binary, self.flat, self.mechanism, folder, STATES)
        states, q, v = self.motion
        self.text = folder / "problem.txt"
        write_problem(self.mechanism, q, v, self.text)
        by = {s: accelerations(binary, model, self.mechanism, states, folder / f"{s}.csv", s) for s in ("gauss",) + OURS}
        self.reference = by["gauss"]
        self.differences = {s: self.difference(by[s]) for s in OURS}
        self.times = {s: [] for s in OURS}

    def difference(self, given):
        return float((np.abs(given - self.reference).max(axis=1) / np.abs(self.reference).max(axis=1)).max())

    def measure(self):
        found = json.loads(treadle(self.binary, "bench", self.model, "--solver", ",".join(OURS), "--seconds", 0.4, "--json"))
        for solver in OURS:
            self.times[solver].append(found["solvers"][solver]["ns"])


class Peer:
    """A program that answers as serve.hpp says, on one problem."""

    def __init__(self, name, command, problem):
        self.name, self.problem, self.times, self.sizes, self.notes = name, problem, {}, {}, {}
        one = {k: "1" for k in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
        self.program = subprocess.Popen([*map(str, command), str(problem.text)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env={**os.environ, **one})
        answers, self.version, method = {}, "", None
        for line in self.program.stdout:
            word, *rest = line.split()
            if word == "ready":
                break
            if word == "version":
                self.version = rest[0]
            elif word == "method":
                method = rest[0]
                answers[method] = []
            else:
                answers[method].append([float(x) for x in rest])
        else:
            raise RuntimeError((self.program.communicate()[1].strip() or "it ended without a word").splitlines()[-1])
        self.differences = {m: problem.difference(np.array(a)) for m, a in answers.items()}

    def ask(self, method, evaluations, batches):
        print(method, evaluations, batches, file=self.program.stdin, flush=True)
        return float(self.program.stdout.readline())

    def measure(self, method):
        if method not in self.sizes:
            self.sizes[method] = 1 + int(BATCH / self.ask(method, 1, 200))
            self.times[method] = []
        self.times[method].append(self.ask(method, self.sizes[method], BATCHES))

    def close(self):
        self.program.stdin.close()
        self.program.wait(timeout=60)


def without_rods(problem, folder):
    """The same model with its rods taken away, at the same states: all its loops are closed by points."""
    if all(l.length is None for l in problem.mechanism.loops) or all(l.length is not None for l in problem.mechanism.loops):
        return None
    flat = dict(problem.flat)
    flat["constraints"] = [c for c in flat["constraints"] if c["type"] not in ("distance", "rod")]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.json"
    path.write_text(json.dumps(flat), encoding="utf-8")
    return Problem(problem.binary, path, "without rods", folder, problem.motion)


def find_peers(build, problems):
    """Peers that are there, and lines about those that are not."""
    python = build / "venv" / "bin" / "python"
    reasons = dict(line.split(": ", 1) for line in (build / "left_out").read_text(encoding="utf-8").splitlines()) \
        if (build / "left_out").exists() else {}
    commands = {"Simbody": [build / "programs" / "peer_simbody"], "Pinocchio": [build / "programs" / "peer_pinocchio"],
                "MuJoCo": [python, "-B", HERE / "engine_mujoco.py"]}
    peers, lines = [], []
    for name, command in commands.items():
        if name in reasons:
            lines.append(f"{name} is left out: {reasons[name]}")
            continue
        if not command[0].exists():
            lines.append(f"{name} is left out: {command[0]} is not there; make bench-peers makes it")
            continue
        for problem in problems:
            try:
                peers.append(Peer(name, command, problem))
            except (RuntimeError, OSError) as trouble:
                lines.append(f"{name} is left out ({problem.name}): {trouble}")
    return peers, lines


def middle(times):
    """Median and half the distance of the quartiles, in parts of it."""
    median = statistics.median(times)
    low, _, high = statistics.quantiles(times, n=4)
    return median, (high - low) / 2 / median


def ratio(times, ours):
    """Median over the rounds of what both took in the same round."""
    return statistics.median(a / b for a, b in zip(times, ours))


def table(problems, peers):
    rows = [("engine", "version", "method", "problem", "us", "spread", "topology", "clustered", "difference", "")]
    version = treadle(problems[0].binary, "--version").split()[-1]
    for problem in problems:
        def row(engine, version, method, times, difference, note):
            time_, spread = middle(times)
            rows.append((engine, version, method, problem.name, f"{time_ / 1000:.2f}", f"{100 * spread:.0f} %",
                         *(f"{ratio(times, problem.times[s]):.2f}" for s in OURS), f"{difference:.0e}", note))

        for solver in OURS:
            row("Treadle", version, solver, problem.times[solver], problem.differences[solver], "")
        for peer in (p for p in peers if p.problem is problem):
            for method, times in peer.times.items():
                row(peer.name, peer.version, method, times, peer.differences[method], peer.notes.get(method, ""))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows)


def rounds(count, problems, peers):
    """Everything in turn, round after round, so that the machine's moods meet all alike."""
    for k in range(count):
        if sys.stderr.isatty():
            print(f"\rround {k + 1} of {count}", end="", file=sys.stderr, flush=True)
        for problem in problems:
            problem.measure()
        for peer in peers:
            for method in peer.methods:
                peer.measure(method)
    if sys.stderr.isatty():
        print(file=sys.stderr)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--treadle", required=True)
    options.add_argument("--model", required=True)
    options.add_argument("--build", required=True, type=Path)
    options.add_argument("--rounds", type=int, default=15)
    given = options.parse_args()
    try:
        problems = [Problem(given.treadle, given.model, "whole", given.build / "whole")]
        rest = without_rods(problems[0], given.build / "without_rods")
    except Untranslated as reason:
        sys.exit(f"{given.model}: {reason}; that is not translated for other engines")
    problems += [rest] if rest else []
    peers, lines = find_peers(given.build, problems)

    for peer in peers:
        peer.methods = []
        for method, difference in peer.differences.items():
            if difference <= AGREE:
                peer.methods.append(method)
            elif peer.name == "MuJoCo":
                peer.methods.append(method)
                peer.notes[method] = "another problem: its loops are soft"
            else:
                lines.append(f"{peer.name} {method} ({peer.problem.name}) is not timed: accelerations differ by {difference:.0e}")
    sizes = [f"{p.name}: {len(p.motion[2][0])} velocities, {sum(1 if l.length else 3 for l in p.mechanism.loops)} equations"
             for p in problems]
    print(f"{problems[0].mechanism.name}; {'; '.join(sizes)}; {STATES} states, {given.rounds} rounds")
    start = time.time()
    rounds(max(4, given.rounds), problems, peers)
    print(table(problems, peers))
    third = max(1, given.rounds // 3)
    for solver in OURS:
        times = problems[0].times[solver]
        first, last = statistics.median(times[:third]), statistics.median(times[-third:])
        print(f"{solver} at the beginning {first / 1000:.2f} us, at the end {last / 1000:.2f} us")
    print("us: one evaluation of accelerations, one thread. topology, clustered: how many times Treadle's own in the same round, the median.")
    print("The forces of springs, dampers and tyres are computed by Treadle in its time and given to the others for nothing.")
    print("\n".join(lines + [f"{time.time() - start:.0f} s"]))
    for peer in peers:
        peer.close()


if __name__ == "__main__":
    main()
