"""Checks with another validator (Debian's python3-jsonschema) that the schema for editors is a schema,
takes every ready model and example, and refuses most of the broken files that are JSON.

    check_schema.py ROOT | --self-test
"""

import json
import sys
from pathlib import Path

LEAST_REFUSED = 0.5  # of the broken files; the others have a wrong unit, name, file or geometry


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def is_json(path):
    try:
        return load(path) is not None
    except (ValueError, UnicodeError, RecursionError):
        return False


def check_taken(validator, path):
    for error in validator.iter_errors(load(path)):
        where = "/".join(str(step) for step in error.absolute_path)
        yield f"{path}: {where}: {error.message[:200]}"


def check(root):
    try:
        from jsonschema import Draft7Validator
    except ImportError:
        print("schema: python3-jsonschema is not found: left out")
        return []
    schema = load(root / "docs/treadle.schema.json")
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)

    faults = []
    good = [p for folder in ("models", "docs/model/examples", "examples") for p in sorted((root / folder).rglob("*.json"))]
    for path in good:
        faults += check_taken(validator, path)
    broken = [p for p in sorted((root / "tests/io/broken").glob("*.json")) if is_json(p)]
    refused = [p for p in broken if not validator.is_valid(load(p))]
    if len(refused) < LEAST_REFUSED * len(broken):
        faults.append(f"only {len(refused)} of {len(broken)} broken files are refused")
    print(f"schema: {len(good)} models and examples; {len(refused)} of {len(broken)} broken files refused")
    return faults


def self_test():
    try:
        from jsonschema import Draft7Validator
    except ImportError:
        print("self-test: python3-jsonschema is not found: left out")
        return False
    validator = Draft7Validator(load(Path(__file__).resolve().parents[2] / "docs/treadle.schema.json"))
    body = {"name": "arm", "mass": 1}
    joint = {"name": "pin", "type": "revolute", "parent": "ground", "child": "arm", "position": [0, 0, 0],
             "axis": [0, 1, 0]}
    # what is wrong, and the words with which an editor would say so
    bad = {
        "'masss' was unexpected": {"bodies": [{**body, "masss": 1}]},
        "'name' is a required property": {"bodies": [{"mass": 1}]},
        "-1 is less than the minimum of 0": {"bodies": [{**body, "mass": -1}]},
        "'revolut' is not one of": {"bodies": [body], "joints": [{**joint, "type": "revolut"}]},
        "'pitch' was unexpected": {"bodies": [body], "joints": [{**joint, "pitch": 1}]},
        "is too short": {"bodies": [body], "gravity": [0, 1]},
        "True is not of type": {"bodies": [{**body, "mass": True}]},
    }
    wrong = []
    for words, model in bad.items():
        said = [error.message for error in validator.iter_errors(model)]
        if len(said) != 1 or words not in said[0]:
            wrong.append(f"{words}: {said}")
    if list(validator.iter_errors({"bodies": [body], "joints": [joint]})):
        wrong.append("a good model is refused")
    print("\n".join(wrong) or f"self-test: {len(bad)} faults are told in one message each")
    return bool(wrong)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import house

    house.run(__doc__, check, self_test, "schema: all valid")
