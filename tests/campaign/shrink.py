"""Makes a failing model smaller while it goes on failing in the same way."""

import json
import time

PARTS = ("forces", "constraints", "joints")
LAWS = ("velocity", "spring", "damping", "limits", "friction", "drive", "coordinates")


def copy(model):
    return json.loads(json.dumps(model))


def connected(model):
    """Whether every body has a way to the ground along joints."""
    reached = {"ground"}
    while True:
        more = {j[b] for j in model["joints"] for a, b in (("parent", "child"), ("child", "parent"))
                if j[a] in reached} - reached
        if not more:
            return len(reached) == len(model["bodies"]) + 1
        reached |= more


def without_body(model, name):
    """The model without a body and all that touches it."""
    small = copy(model)
    small["bodies"] = [b for b in small["bodies"] if b["name"] != name]
    gone = {j["name"] for j in small["joints"] if name in (j["parent"], j["child"])}
    small["joints"] = [j for j in small["joints"] if j["name"] not in gone]
    for part in ("forces", "constraints"):
        kept = [e for e in small.get(part, [])
                if name not in {e[k]["body"] for k in ("from", "to", "on") if k in e}
                and not gone & {t["joint"] for t in e.get("coordinates", [])} and e.get("joint") not in gone]
        small[part] = kept
    return small


def smaller(model):
    """Models with one thing less, the largest things first."""
    for body in model["bodies"]:
        yield without_body(model, body["name"])
    for part in PARTS:
        for k in range(len(model.get(part, []))):
            small = copy(model)
            gone = small[part].pop(k)["name"]
            small["constraints"] = [c for c in small.get("constraints", []) if c.get("joint") != gone
                                    and gone not in {t["joint"] for t in c.get("coordinates", [])}]
            yield small
    for k, joint in enumerate(model["joints"]):
        for key in LAWS:
            if key in joint:
                small = copy(model)
                del small["joints"][k][key]
                yield small


def rounded(model, digits):
    """All numbers with fewer digits."""
    def cut(x):
        if isinstance(x, float):
            return float(f"{x:.{digits}g}")
        if isinstance(x, list):
            return [cut(y) for y in x]
        if isinstance(x, dict):
            return {k: cut(v) for k, v in x.items()}
        return x
    return cut(model)


def sound(model):
    return bool(model["bodies"]) and connected(model)


def tidy(model):
    """Without empty lists."""
    return {k: v for k, v in model.items() if v != [] or k in ("bodies", "joints")}


def shrink(model, kind, trial, seconds, first=()):
    """The smallest model found that fails by `kind`; `first`: models that are worth a try before all."""
    end = time.monotonic() + seconds
    limit, trial.limit = trial.limit, min(trial.limit, 5.0)

    def fails(candidate):
        if time.monotonic() > end or not sound(candidate):
            return None
        try:
            outcome = trial.run(tidy(candidate))
        except (ValueError, ArithmeticError, KeyError, IndexError):  # no mechanism any more
            return None
        return outcome if kind in outcome.kinds() else None

    try:
        for candidate in first:
            if fails(candidate):
                model = candidate
        outcome = fails(model)
        if outcome is None:
            return model, None
        best = outcome

        def keep(candidate):
            nonlocal model, best
            outcome = fails(candidate)
            if outcome is not None:
                model, best = candidate, outcome
            return outcome is not None

        shorten(model, best, keep)
        going = True
        while going:
            going = any(keep(candidate) for candidate in smaller(model))
        shorten(model, best, keep)
        for digits in (2, 3, 4, 6):
            if keep(rounded(model, digits)):
                break
        return tidy(model), best
    finally:
        trial.limit = limit


def shorten(model, outcome, keep):
    """Ends the run soon after the fault."""
    if outcome.fault_time is not None:
        until = model["simulation"]["duration"]
        for time_ in (outcome.fault_time * 1.02, outcome.fault_time * 1.3):
            if 0 < time_ < 0.9 * until:
                small = copy(model)
                small["simulation"]["duration"] = float(f"{time_:.3g}")
                if keep(small):
                    return
