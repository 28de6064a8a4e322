"""Steps of stones in contact with each Jacobian: the comparison of Pogorelov's paper over 100 to 20000 stones.

    jacobians.py measure TREADLE MODEL RESULT.json [COUNTS]    COUNTS: 100,300,1000
    jacobians.py draw RESULT.json PICTURE.svg
    jacobians.py table RESULT.json

The stones of MODEL (models/ballast/spheres.json) stand in a box that grows with them, ten layers deep. They settle with explicit
steps; from that state all kinds take the same steps of a millisecond. Proved before a time counts: the largest penetration and all
positions at the end are near those of explicit steps ten times shorter, the nearer the shorter the step is, and what is factored and
what is iterated with the same matrix agree to 1e-8 m. Distances are means of squares. Prints processor time of a step without the first one, steps of
the iteration for each solution, entries of the matrix and of its factors, and the memory of the process.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

SETTLE, STEP, RADIUS = 2.0, 1e-3, 0.05
KINDS = {"explicit": None, "exact": "exact", "approximate": "approximate", "symmetric": "approximate-symmetric",
         "iterated": "block-diagonal"}
STYLES = {"explicit": ("#000000", ""), "exact": ("#cc79a7", "2 3"), "approximate": ("#d55e00", ""), "symmetric": ("#e69f00", "9 6"),
          "iterated": ("#0072b2", "")}
LONGEST = 1.2  # seconds: a kind that takes more for a step is not asked for more stones


def bed(path, count):
    """The model with room for so many stones."""
    with open(path, encoding="utf-8") as file:
        model = json.load(file)
    side = max(4, math.ceil(math.sqrt(count / 10)))
    model["parameters"]["count"]["value"] = count
    stone = model["bodies"][0]
    first = -0.055 * (side - 1)
    stone["position"] = [first, first, 0.06]
    stone["repeat"]["grid"] = [side, side]
    wall = 0.055 * side + 0.01
    for plane, at in zip(model["contacts"][0]["planes"][1:], ([-wall, 0, 0], [wall, 0, 0], [0, -wall, 0], [0, wall, 0])):
        plane["point"] = at
    return model


def run(command):
    """The summary of a run, its processor time and the largest memory of its process, in bytes."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command + ["--json", "--quiet"], stdout=out, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status):
            raise RuntimeError(errors.decode())
        out.seek(0)
        return json.loads(out.read()), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def places(summary):
    return [numbers[:3] for numbers in summary["end"]["q"].values()]


def apart(a, b):
    """Mean distance of stones, by squares."""
    squares = [math.dist(p, q)**2 for p, q in zip(places(a), places(b))]
    return math.sqrt(sum(squares) / len(squares))


def measure(treadle, path, count, folder):
    model, start = os.path.join(folder, "bed.json"), os.path.join(folder, "start.csv")
    with open(model, "w", encoding="utf-8") as file:
        json.dump(bed(path, count), file)
    settled, _, _ = run([treadle, "run", model, "--until", str(SETTLE), "--step", str(STEP), "--output-interval", str(SETTLE), "--out", start])
    base = [treadle, "run", model, "--channels", "energy.kinetic", "--out", os.devnull]
    steps = 20 if count <= 3000 else 5

    def go(step, words, steps=steps):
        until = settled["end"]["time"] + steps * STEP
        return run(base + ["--start-from", start, "--until", repr(until), "--step", str(step), "--output-interval", str(steps * STEP)] + words)

    witness, _, _ = go(STEP / 10, [])
    row = {"count": count, "steps": steps, "points": witness["contacts"]["count"], "penetration": witness["contacts"]["penetration"],
           "kinds": {}}
    slow, ends = set(), {}
    for kind, jacobian in KINDS.items():
        if kind in measure.slow:
            continue
        words = ["--integrator", "implicit-euler", "--jacobian", jacobian] if jacobian else []
        _, first, _ = go(STEP, words, 1)
        summary, used, memory = go(STEP, words)
        timed = steps
        if not jacobian:  # a short run of these is hardly more than its start
            timed = 20 * steps
            _, used, _ = go(STEP, words, timed)
        told = summary["jacobian"] or {}
        entry = {"seconds": (used - first) / (timed - 1), "memory": memory, "apart": apart(summary, witness),
                 "penetration": summary["contacts"]["penetration"], "points": summary["contacts"]["count"],
                 "iterations": told.get("iterations", 0) / max(1, told.get("factorizations", 0)),
                 "matrix": told.get("matrix_entries", 0), "factors": told.get("factor_entries", 0), "patterns": told.get("patterns", 0)}
        row["kinds"][kind] = entry
        print(count, kind, entry, file=sys.stderr, flush=True)
        if entry["seconds"] > LONGEST:
            slow.add(kind)
        ends[kind] = summary
        if not entry["apart"] < 0.002 * RADIUS or abs(entry["penetration"] - row["penetration"]) > 0.1 * row["penetration"]:
            raise RuntimeError(f"{kind} of {count} stones went another way: {entry}")
        if jacobian and count <= 300:  # of first order: a quarter of the step is a quarter of the way
            nearer, _, _ = go(STEP / 4, ["--integrator", "implicit-euler", "--jacobian", jacobian])
            entry["apart_quarter"] = apart(nearer, witness)
            if not entry["apart_quarter"] < 0.4 * entry["apart"]:
                raise RuntimeError(f"{kind} of {count} stones does not come nearer: {entry}")
    if "symmetric" in ends and not apart(ends["symmetric"], ends["iterated"]) < 1e-8:
        raise RuntimeError(f"factored and iterated differ by {apart(ends['symmetric'], ends['iterated'])}")
    measure.slow |= slow
    return row


measure.slow = set()


def table(rows):
    print("| stones | points | Jacobian | processor time of a step, ms | iterations | matrix, entries | factors, entries | fill-in | memory, MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        for kind, e in row["kinds"].items():
            fill = f"{e['factors'] / e['matrix']:.1f}" if e["matrix"] else ""
            time = float(f"{e['seconds'] * 1e3:.3g}")
            print(f"| {row['count']} | {row['points']} | {kind} | {time:g} | "
                  f"{e['iterations']:.0f} | {e['matrix'] or ''} | {e['factors'] or ''} | {fill} | {e['memory'] / 1e6:.0f} |")


def draw(rows, path):
    """Time of a step over stones, both by powers of ten."""
    width, height, left, top = 460, 300, 60, 40
    numbers = [(row["count"], e["seconds"]) for row in rows for e in row["kinds"].values()]
    low, high = math.log10(min(n for n, _ in numbers)), math.log10(max(n for n, _ in numbers))
    bottom, highest = math.floor(math.log10(min(s for _, s in numbers))), math.ceil(math.log10(max(s for _, s in numbers)))
    across = lambda n: left + width * (math.log10(n) - low) / (high - low)
    up = lambda s: top + height * (1 - (math.log10(s) - bottom) / (highest - bottom))
    unit = {-5: "10 µs", -4: "0.1 ms", -3: "1 ms", -2: "10 ms", -1: "0.1 s", 0: "1 s", 1: "10 s", 2: "100 s", 3: "1000 s"}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {top + height + 40}" font-family="sans-serif" '
             f'font-size="11"><rect width="{left + width + 30}" height="{top + height + 40}" fill="white"/>',
             f'<text x="{left}" y="20" font-weight="bold" font-size="13">processor time of a step of 1 ms, over stones</text>']
    for k in range(bottom, highest + 1):
        y = up(10.0**k)
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{unit.get(k, f"1e{k} s")}</text>')
    for row in rows:
        x = across(row["count"])
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{top + height}" stroke="#eee"/>'
                     f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle">{row["count"]}</text>')
    for k, (kind, (color, dashes)) in enumerate(STYLES.items()):
        curve = [(across(row["count"]), up(row["kinds"][kind]["seconds"])) for row in rows if kind in row["kinds"]]
        if not curve:
            continue
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in curve]
        y = top + 14 + 15 * k
        parts.append(f'<line x1="{left + 8}" x2="{left + 30}" y1="{y}" y2="{y}" stroke="{color}" stroke-width="2" '
                     f'stroke-dasharray="{dashes}"/><text x="{left + 35}" y="{y + 4}">{kind}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n</svg>\n")


def main():
    what = sys.argv[1]
    if what == "measure":
        counts = [int(n) for n in (sys.argv[5] if len(sys.argv) > 5 else "100,300,1000,3000,10000,20000").split(",")]
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            for count in counts:
                rows.append(measure(sys.argv[2], sys.argv[3], count, folder))
                with open(sys.argv[4], "w", encoding="utf-8") as file:
                    json.dump(rows, file, indent=1)
        return table(rows)
    with open(sys.argv[2], encoding="utf-8") as file:
        rows = json.load(file)
    return draw(rows, sys.argv[3]) if what == "draw" else table(rows)


if __name__ == "__main__":
    main()
