"""Runs an example and compares what it says with what is stored beside it:

    check_examples.py [--tuned] [--write] STORED.out COMMAND... | --self-test

Text has to be the same. Numbers that are errors themselves (1.3e-07) may differ by a factor of three: a force that is compiled
with the example moves their last digits. A build that is tuned to its machine (--tuned) may round otherwise: there the
other numbers may differ by two units of their last digit."""
import re
import subprocess
import sys
from pathlib import Path

NUMBER = re.compile(r"[+-]?\d+\.\d+(?:e[+-]\d+)?|[+-]?\d+e[+-]\d+")


def near(one, other, tuned):
    a, b = float(one), float(other)
    if "e" in one and "e" in other:
        return abs(a) <= 3 * abs(b) and abs(b) <= 3 * abs(a)
    return one == other or (tuned and abs(a - b) <= 2.001 * 10.0 ** -len(one.split(".")[1]))


def differences(stored, said, tuned):
    if NUMBER.sub("#", stored) != NUMBER.sub("#", said):
        return [f"other words, stored:\n{stored}said:\n{said}"]
    pairs = zip(NUMBER.findall(stored), NUMBER.findall(said))
    return [f"stored {a}, said {b}" for a, b in pairs if not near(a, b, tuned)]


def self_test():
    good = [("a 1.50\n", "a 1.50\n", False), ("off by 1.0e-07\n", "off by 2.9e-07\n", False), ("a 1.50\n", "a 1.52\n", True), ("off by 1.0e-07\n", "off by 2.9e-07\n", True)]
    bad = [("a 1.50\n", "a 1.51\n", False), ("a 1.50\n", "a 1.53\n", True), ("off by 1.0e-07\n", "off by 4.0e-07\n", False),
           ("a 1.50\n", "b 1.50\n", True), ("a 3 of 1.5\n", "a 4 of 1.5\n", True), ("a 1.5\n", "", True)]
    wrong = [case for case in good if differences(*case)] + [case for case in bad if not differences(*case)]
    print("\n".join(map(str, wrong)) or "examples: finds its faults")
    return bool(wrong)


def main(words):
    if words == ["--self-test"]:
        return self_test()
    flags = {word for word in words[:2] if word in ("--tuned", "--write")}
    stored, *command = words[len(flags):]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if run.returncode != 0 or run.stderr:
        print(f"{' '.join(command)} ended with {run.returncode}: {run.stdout}{run.stderr}")
        return 1
    if "--write" in flags:
        Path(stored).write_text(run.stdout)
    faults = differences(Path(stored).read_text(), run.stdout, "--tuned" in flags)
    print("\n".join(faults) or run.stdout)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
