"""Draws mechanisms, runs them, and compares accelerations with a witness that shares no code with the engine.

    campaign.py --treadle BINARY [--seed N] [--count N | --seconds S] [--family NAME,...] [--jobs N] [--out FOLDER]
    campaign.py --treadle BINARY --case FILE...

Failing mechanisms are made small and written to FOLDER. docs/campaign.md tells what is drawn and what counts as wrong.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

from grammar import FAMILIES, draw
from shrink import shrink
from trial import Trial

GRAVEST = ("crash", "wrong", "gave up", "hang", "open", "finite", "stop", "energy", "refused")


def tell(model):
    """A model file in our form: one line for each item."""
    lines = []
    for key, value in model.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n".join("    " + json.dumps(item) for item in value)
            lines.append(f'  "{key}": [\n{items}\n  ]')
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def gravest(outcome):
    return next((k for k in GRAVEST if k in outcome.kinds()), None)


def words(outcome, kind):
    return next(w for k, w in outcome.faults if k == kind)


def attempt(job):
    """One mechanism by family and seed; a failing one is made small and written."""
    options, family, seed = job
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(options.treadle, Path(name), options.limit)
        outcome = trial.run(draw(family, seed))
        kind, written = gravest(outcome), None
        if kind:
            small, again = draw(family, seed), None
            if options.shrink > 0:
                small, again = shrink(small, kind, trial, options.shrink, [draw(family, seed, plain=True)])
            told = words(again or outcome, kind)
            small = {"treadle": 1, "name": small["name"], "description": f"{kind}: {told}", **small}
            written = Path(options.out) / f"{family}-{seed}.json".replace("/", "-")
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(tell(small), encoding="utf-8")
    return family, seed, outcome, kind, written


class Table:
    """Counts for each family."""

    COLUMNS = ("drawn", "ran", "stopped", "slow", "hang", "refused", "states", "irregular", "wrong", "failed")

    def __init__(self):
        self.rows, self.reasons, self.worst, self.drift = {}, {}, (0.0, ""), (0.0, "")

    def add(self, family, seed, outcome, kind):
        row = self.rows.setdefault(family, dict.fromkeys(self.COLUMNS, 0))
        row["drawn"] += 1
        row["refused" if outcome.end == "crashed" else outcome.end] += 1
        row["states"] += outcome.compared
        row["irregular"] += outcome.irregular
        row["wrong"] += outcome.wrong
        row["failed"] += kind is not None
        if kind is None:
            self.worst = max(self.worst, (outcome.worst, f"{family} {seed}"))
            self.drift = max(self.drift, (outcome.drift, f"{family} {seed}"))
        if outcome.end in ("stopped", "slow"):
            excuse = "" if kind else " (singular there)" if outcome.end == "stopped" else ""
            self.reasons.setdefault(family, []).append(f"{outcome.end}: {outcome.reason}{excuse}")

    def text(self):
        total = {c: sum(r[c] for r in self.rows.values()) for c in self.COLUMNS}
        lines = [("family", *self.COLUMNS)]
        lines += [(name, *(str(row[c]) for c in self.COLUMNS)) for name, row in [*self.rows.items(), ("all", total)]]
        widths = [max(len(l[k]) for l in lines) for k in range(len(lines[0]))]
        aligned = ([l[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(l[1:], widths[1:])] for l in lines)
        return "\n".join("  ".join(cells) for cells in aligned)

    def counts(self):
        failed = sum(r["failed"] for r in self.rows.values())
        return sum(r["drawn"] for r in self.rows.values()) - failed, failed


def batches(options):
    """Jobs, each family in turn, until the count or the time is used up."""
    families, end, k = options.family, time.monotonic() + options.seconds, 0
    while (options.count and k < options.count) or (not options.count and time.monotonic() < end):
        batch = []
        while len(batch) < max(options.jobs, 1) * 4 and (not options.count or k < options.count):
            batch.append((options, families[k % len(families)], f"{options.seed}.{k // len(families)}"))
            k += 1
        yield batch


def campaign(options):
    table, begun = Table(), time.monotonic()
    pool = multiprocessing.Pool(options.jobs) if options.jobs > 1 else None
    for batch in batches(options):
        for family, seed, outcome, kind, written in (pool.imap(attempt, batch) if pool else map(attempt, batch)):
            table.add(family, seed, outcome, kind)
            if options.verbose:
                print(f"{family} {seed}: {outcome.end}, {outcome.compared} states, worst {outcome.worst:.0e}, weakest "
                      f"{outcome.weakest:.0e}, drift {outcome.drift:.0e}, {outcome.seconds:.2f} s", flush=True)
            if kind:
                print(f"{family} {seed}: {kind}: {words(outcome, kind)}\n  again: python3 -B {sys.argv[0]} --treadle "
                      f"{options.treadle} --case {written}", flush=True)
    if pool:
        pool.close()
        pool.join()
    print(table.text())
    for family, reasons in table.reasons.items():
        for reason in reasons:
            print(f"{family} {reason}")
    for what, (size, where) in (("difference", table.worst), ("drift of energy", table.drift)):
        print(f"largest {what} that passed: {size:.1e} ({where})")
    print(f"{time.monotonic() - begun:.0f} s")
    return table.counts()


def cases(options):
    """Kept mechanisms, each run and compared; states beside a file, as CSV, are compared as well."""
    failed = 0
    for path in map(Path, options.case):
        model = json.loads(path.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as name:
            trial = Trial(options.treadle, Path(name), options.limit)
            outcomes = [trial.run(model)]
            states = path.with_suffix(".csv")
            if states.exists():
                outcomes.append(trial.run(model, states))
        faults = [f for o in outcomes for f in o.faults]
        failed += bool(faults)
        print(f"{path.stem}: {outcomes[0].end}, {sum(o.compared for o in outcomes)} states compared, largest "
              f"difference {max(o.worst for o in outcomes):.1e}")
        print("".join(f"  {kind}: {told}\n" for kind, told in faults[:5]), end="", flush=True)
    return len(options.case) - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--treadle", required=True, help="the command line of Treadle")
    parser.add_argument("--seed", default="1", help="another seed draws other mechanisms")
    parser.add_argument("--count", type=int, default=0, help="how many mechanisms; 0: as many as the time allows")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long to go on, where there is no count")
    parser.add_argument("--family", default="", help="families by name, with commas; all if left out")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds after which a run is ended")
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds to make a failing mechanism small")
    parser.add_argument("--out", default="build/campaign", help="folder for what fails")
    parser.add_argument("--verbose", action="store_true", help="a line for each mechanism")
    parser.add_argument("--case", nargs="+", help="model files to run and compare instead")
    options = parser.parse_args()
    options.family = [f for f in options.family.split(",") if f] or list(FAMILIES)
    unknown = set(options.family) - set(FAMILIES)
    if unknown:
        sys.exit(f"there is no family '{sorted(unknown)[0]}'; families: {', '.join(FAMILIES)}")
    passed, failed = cases(options) if options.case else campaign(options)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
