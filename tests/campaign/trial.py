"""One mechanism through the engine and past the witness: what happened, and whether that is right."""

import csv
import json
import math
import signal
import subprocess

import witness
from machine import Machine
from vectors import norm

SOLVERS = ("auto", "clustered", "topology", "topology-ldl", "gauss", "symmetric", "dense", "dense-cholmod", "sparse",
           "sparse-symmetric", "dbbd", "block-recursive")
ABSENT = "when treadle is built"  # said of a library that is not there
WRONG = 1e-6          # difference of accelerations that nothing excuses where the equations are strong
ROUNDING = 1e-14      # of poses, in parts of the size; a mechanism may stand far from the origin
GROWTH = 100.0        # of rounding and gaps, divided by the square of the weakest strength: a right answer differs by less
UNKNOWN = 1e-4        # where it may differ by more than this, nobody knows the answer
CONSISTENT = 1e-7     # what accelerations cannot satisfy, in parts of the right side and of the weakest strength
OPEN = 1e-8           # gap of a loop, in parts of the size or in rad
OPENING = 1e-6        # rate of a gap, in parts of the speed
ENERGY = 1e-5         # part of the largest kinetic energy, where forces are smooth
STEP_ENERGY = 2e-8    # that a step may lose: twice the tolerance of its velocities; over many steps they may add up
ROUGH_ENERGY = 1e-3   # the most, also where they have kinks: stops, contact, friction
SLOW = 0.05           # part of the run that has to be done in twice the time, else it hangs
REST = 1e-9           # energy that is nothing, in parts of mass, gravity and size
STATES = 16
KINKS = ("limits", "friction", "bump", "rebound", "plane", "rebound_damping", "end_damping", "law", "damper_law", "play")


class Outcome:
    """faults: (kind, words); counts of states; how the run ended."""

    def __init__(self):
        self.faults, self.end, self.reason, self.fault_time = [], "ran", "", None
        self.compared = self.irregular = self.wrong = self.steps = 0
        self.worst, self.weakest, self.drift, self.seconds = 0.0, 1.0, 0.0, 0.0

    def fault(self, kind, words, time=None):
        self.faults.append((kind, words))
        if time is not None and (self.fault_time is None or time < self.fault_time):
            self.fault_time = time

    def kinds(self):
        return sorted({kind for kind, _ in self.faults})


def call(binary, arguments, limit):
    """Exit code (None: it was ended after the limit), output, words of trouble. SIGTERM lets it write what it has."""
    process = subprocess.Popen([binary, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    try:
        out, err = process.communicate(timeout=limit)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            out, err = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return None, out, err


def last_line(text):
    lines = [l.strip() for l in text.splitlines() if l.strip() and "warning:" not in l and "note:" not in l]
    return lines[-1].removeprefix("treadle: ") if lines else "it ended without a word"


def rough(model):
    """Whether forces have kinks or stiff ends."""
    text = json.dumps(model)
    return any(f'"{word}"' in text for word in KINKS)


def crashed(code):
    return code is not None and (code < 0 or code > 3)


class Trial:
    """Files of one mechanism in a folder."""

    def __init__(self, binary, folder, limit, solvers=SOLVERS):
        self.binary, self.folder, self.limit, self.solvers = binary, folder, limit, solvers

    def run(self, model, given=None):
        """The whole way: run, states, solvers. `given`: a CSV file of states instead of a run."""
        outcome = Outcome()
        path = self.folder / "model.json"
        path.write_text(json.dumps(model), encoding="utf-8")
        code, out, err = call(self.binary, ["inspect", path, "--json"], self.limit)
        if code != 0:
            outcome.end, outcome.reason = "refused", last_line(err).replace(str(path), "model.json")
            kind = "hang" if code is None else "crash" if crashed(code) else "refused"
            outcome.fault(kind, f"inspect: {outcome.reason}")
            return outcome
        machine = Machine(model, json.loads(out))
        motion = read_states(machine, given) if given else self.simulate(machine, path, outcome)
        if not all(math.isfinite(x) for _, q, u in motion for x in q + u):
            outcome.fault("finite", "a coordinate or a velocity is not finite")
        elif motion:
            self.compare(machine, path, motion, outcome)
        return outcome

    def simulate(self, machine, path, outcome):
        """Runs the model; returns states along the run, and the one at which it did not go on."""
        states = self.folder / "run.csv"
        states.unlink(missing_ok=True)
        until = machine.model["simulation"]["duration"]
        code, said, err = self.call_run(path, until, states, self.limit)
        reached = said.get("end", {}).get("time", 0.0)
        if code is None:
            outcome.reason = (f"t = {reached:.6g} of {until:.6g} s after {self.limit:g} s, {said.get('steps')} steps, "
                              f"{said.get('failures')} failed")
            outcome.end = "slow" if self.goes_on(path, until, reached) else "hang"
            if outcome.end == "hang":
                outcome.fault("hang", outcome.reason, reached)
        elif code == 3:
            outcome.end, outcome.reason = "stopped", last_line(err).replace(str(path), "model.json")
            outcome.fault_time = reached
        elif code != 0:
            outcome.end = "crashed" if crashed(code) else "refused"
            outcome.reason = last_line(err).replace(str(path), "model.json")
            outcome.fault("crash" if crashed(code) else "refused", f"exit code {code}: {outcome.reason}")
        outcome.seconds, outcome.drift = said.get("wall_seconds", 0.0), said.get("energy_drift") or 0.0
        outcome.steps = said.get("steps") or 0
        motion = read_states(machine, states) if states.exists() else []
        if outcome.end in ("hang", "stopped") and said:
            motion.append(last_state(machine, said["end"]))
        return motion

    def call_run(self, path, until, states, limit):
        """Exit code, the object that is printed, words of trouble."""
        more = ["--json", "--out", states] if states else ["--json"]
        code, out, err = call(self.binary, ["run", path, "--until", repr(until), "--output-interval",
                                            repr(until / (STATES - 1)), *more], limit)
        try:
            return code, json.loads(out), err
        except ValueError:
            return code, {}, err

    def goes_on(self, path, until, reached):
        """Whether a run that was ended comes further in twice the time."""
        code, said, _ = self.call_run(path, until, None, 2 * self.limit)
        return code is not None or said.get("end", {}).get("time", 0.0) - reached > SLOW * until

    def evaluate(self, path, states, solver, names):
        """Accelerations of all states by one solver, or none; and a reason."""
        code, out, err = call(self.binary, ["evaluate", path, "--states", states, "--solver", solver, "--json"],
                              self.limit)
        if code not in (0, 3) or not out:
            return None, f"exit code {code}: {last_line(err)}"
        said = json.loads(out)
        at = {c["name"]: k for k, c in enumerate(said["columns"])}
        return [[row[at[n]] for n in names] for row in said["rows"]], "; ".join(map(str, said["troubles"][:1]))

    def compare(self, machine, path, motion, outcome):
        """All solvers against the witness at the states where it knows the answer."""
        states = self.folder / "states.csv"
        write_states(machine, motion, states)
        answers = [witness.accelerate(machine, q, u, t) for t, q, u in motion]
        rank = max(a.rank for a in answers)
        steady = [a.clear and a.rank == rank for a in answers]
        regular = [good and not a.jump and a.left <= CONSISTENT * a.weakest and allowed(a) <= UNKNOWN
                   for a, good in zip(answers, steady)]
        outcome.irregular, outcome.compared = regular.count(False), regular.count(True)
        for (t, _, _), a, good in zip(motion, answers, regular):
            if a.gap > OPEN:
                outcome.fault("open", f"a loop is open by {a.gap:.1e} at {t:.6g} s", t)
            elif good and a.rate_gap > OPENING * a.speed:
                outcome.fault("open", f"a loop opens at the rate {a.rate_gap:.1e} 1/s at {t:.6g} s", t)
            if good:
                outcome.weakest = min(outcome.weakest, a.weakest)
        if outcome.end == "ran" and not energy_kept(machine, outcome, max(a.kinetic for a in answers)):
            outcome.fault("energy", f"energy drifts by {outcome.drift:.1e} of the largest kinetic energy")
        bad, singular = set(), {}

        def is_singular(k):
            """Whether positions near by have more strong equations than this state: then one answer is not certain."""
            if k not in singular:
                t, q, u = motion[k]
                singular[k] = witness.rank_near(machine, q, u, t) > answers[k].rank
            return singular[k]

        if outcome.end == "stopped" and not excused(answers, steady) and not is_singular(len(motion) - 1):
            outcome.fault("stop", outcome.reason)
        for solver in self.solvers:
            found, words = self.evaluate(path, states, solver, machine.names("a"))
            if found is None and ABSENT in words:
                continue
            if found is None:
                outcome.fault("crash", f"evaluate --solver {solver}: {words}")
                continue
            for k, ((t, q, u), a, good) in enumerate(zip(motion, answers, regular)):
                if not good:
                    continue
                if any(x is None or not math.isfinite(x) for x in found[k]):
                    if not is_singular(k):
                        outcome.fault("gave up", f"{solver} has no accelerations at {t:.6g} s: {words}", t)
                    continue
                off = witness.difference(machine, q, u, found[k], a)
                if not off <= allowed(a):
                    if is_singular(k):
                        continue
                    bad.add(k)
                    outcome.fault("wrong", f"{solver} is off by {off:.1e} at {t:.6g} s", t)
                outcome.worst = max(outcome.worst, off)
        outcome.wrong = len(bad)
        given_up = sum(regular[k] for k, it_is in singular.items() if it_is)
        outcome.irregular, outcome.compared = outcome.irregular + given_up, outcome.compared - given_up


def allowed(answer):
    """Difference that rounding and the open gap of the state may cause, by the condition of its equations."""
    off = ROUNDING + answer.gap + (answer.rate_gap / answer.speed if answer.speed > 0 else 0.0)
    return max(WRONG, GROWTH * off / answer.weakest ** 2)


def energy_kept(machine, outcome, kinetic):
    """Whether the balance holds; what hardly moves is measured by its weight instead."""
    lift = sum(b.mass for b in machine.bodies) * norm(machine.gravity) * machine.size
    smooth = min(max(ENERGY, STEP_ENERGY * outcome.steps), ROUGH_ENERGY)
    bound = ROUGH_ENERGY if rough(machine.model) else smooth
    return outcome.drift <= bound or outcome.drift * kinetic <= REST * lift


def excused(answers, steady):
    """A stop is excused where the last state is singular: it has no accelerations at all, or less strength than usual:
    5 % of the median along the motion."""
    usual, last = sorted(a.weakest for a in answers)[len(answers) // 2], answers[-1]
    return not steady[-1] or last.left > CONSISTENT * last.weakest or last.weakest < 0.05 * usual


def read_states(machine, path):
    """(time, coordinates, velocities) of each row; units behind the names are left away."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    at = {name.split(" [")[0]: k for k, name in enumerate(rows[0])}
    return [(float(row[at["time"]]), *([float(row[at[n]]) for n in machine.names(letter)] for letter in "qv"))
            for row in rows[1:]]


def last_state(machine, end):
    """The end of a run, as the object that `run --json` prints has it."""
    flat = lambda values: [x for j, _ in machine.tree if j.name in values
                           for x in (values[j.name] if isinstance(values[j.name], list) else [values[j.name]])]
    return end["time"], flat(end["q"]), flat(end["v"])


def write_states(machine, motion, path):
    with open(path, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["time"] + machine.names("q") + machine.names("v"))
        table.writerows([[repr(t)] + [repr(x) for x in q + u] for t, q, u in motion])
