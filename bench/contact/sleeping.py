"""What sleeping saves: spheres of stone at rest, and the same while hail falls into one corner.

    sleeping.py TREADLE MODEL [COUNT] [STEP]

Each run settles for 2 s and goes on for 2 s; prints seconds of processor time for one of these, with sleeping and
without, the bodies asleep at the end, and how far stones are from where they are without sleeping.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

SETTLE, MORE, GRAVITY = 2.0, 2.0, 9.81


def with_hail(model):
    """Twenty balls that fall into a corner from the second second on, thrown up so that they come when it rests."""
    for k in range(20):
        name, arrives, corner = f"hail{k}", SETTLE + 0.1 * k, [-0.45 + 0.11 * (k % 3), -0.45 + 0.11 * (k // 3 % 3), 1.6 + 0.12 * (k // 9)]
        model["bodies"].append({"name": name, "shapes": [{"type": "sphere", "radius": 0.05, "density": 1300}]})
        model.setdefault("joints", []).append(
            {"name": name + "_flight", "type": "free", "parent": "ground", "child": name, "start": {"position": corner},
             "velocity": {"linear": [0, 0, GRAVITY * arrives / 2]}})
    stones = model["contacts"][0]
    hail = {**stones, "name": "hail", "of": ["hail*"], "with": ["stone*", "hail*"], "damping": 0.05}
    model["contacts"].insert(0, hail)


class Run:
    def __init__(self, program, model, sleeping, folder, name):
        model["simulation"].update({"sleeping": sleeping, "output_interval": SETTLE + MORE})
        self.path = os.path.join(folder, name)
        with open(self.path + ".json", "w") as file:
            json.dump(model, file)
        self.command = [program, "run", self.path + ".json", "--json", "--quiet", "--out", self.path + ".csv"]
        early, _ = self.go(SETTLE)
        late, self.result = self.go(SETTLE + MORE)
        self.seconds = (late - early) / MORE

    def go(self, until):
        before = os.times()
        done = subprocess.run(self.command + ["--until", str(until)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        after = os.times()
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        return after.children_user - before.children_user, json.loads(done.stdout)

    def places(self):
        with open(self.path + ".csv") as file:
            rows = list(csv.reader(file))
        return {name: float(x) for name, x in zip(rows[0], rows[-1]) if name.startswith("stone") and ".q." in name and name.split()[0][-2:] in (".x", ".y", ".z")}


def main():
    program, path = sys.argv[1], sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    step = float(sys.argv[4]) if len(sys.argv) > 4 else 2e-4
    with tempfile.TemporaryDirectory() as folder:
        for title, change in (("at rest", lambda model: None), ("hail in a corner", with_hail)):
            runs = {}
            for sleeping in (False, True):
                with open(path) as file:
                    model = json.load(file)
                model["parameters"]["count"]["value"] = count
                model["simulation"]["step"] = step
                change(model)
                runs[sleeping] = Run(program, model, sleeping, folder, f"{title.split()[0]}{sleeping}")
            awake, asleep = runs[False].places(), runs[True].places()
            apart = sorted(abs(awake[name] - asleep[name]) for name in awake)
            print(f"{title}: {runs[False].seconds:.3f} s awake, {runs[True].seconds:.3f} s with sleeping,"
                  f" {runs[False].seconds / runs[True].seconds:.1f} times;"
                  f" {runs[True].result['contacts']['asleep']} of {count} asleep at the end;"
                  f" apart by {apart[len(apart) // 2]:.2g} m (median), {apart[-1]:.2g} m (most)")


main()
