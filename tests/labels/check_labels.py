"""Checks that every equation label quoted in a comment of src/ exists in docs/theory/*.md, once.

A label is one or two capitals, a number and perhaps a small letter, in round brackets: (K1), (D4a),
also several of them: (K1, K2). It is defined by a heading that contains it, or by a line with
**(K1)**.

    check_labels.py ROOT | --self-test
"""

import re
import sys
import tempfile
from pathlib import Path

LABEL = r"[A-Z]{1,2}\d+[a-z]?"
QUOTED = re.compile(rf"\(({LABEL}(?:, {LABEL})*)\)")
# Strings come before comments, so that "http://" in a string starts no comment.
TOKEN = re.compile(
    r'R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<!\w)'(?:\\.|[^'\\\n])+'"
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)",
    re.DOTALL,
)


def quoted(text):
    """(line number, label) of each label in a comment."""
    for token in TOKEN.finditer(text):
        if token["comment"]:
            for found in QUOTED.finditer(token["comment"]):
                line = text.count("\n", 0, token.start() + found.start()) + 1
                for label in found[1].split(", "):
                    yield line, label


def defined(root):
    """Where each label is defined, and a fault for each that is defined again."""
    labels, faults = {}, []
    for path in sorted((root / "docs" / "theory").glob("*.md")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            text = line if line.startswith("#") else " ".join(re.findall(r"\*\*([^*]*)\*\*", line))
            here = f"{path.relative_to(root)}:{number}"
            for label in (one for found in QUOTED.finditer(text) for one in found[1].split(", ")):
                if label in labels:
                    faults.append(f"{here}: ({label}) is defined in {labels[label]} already")
                labels.setdefault(label, here)
    return labels, faults


def check(root):
    known, faults = defined(root)
    for path in sorted(p for p in (root / "src").rglob("*") if p.suffix in (".hpp", ".cpp")):
        for line, label in quoted(path.read_text(errors="replace")):
            if label not in known:
                faults.append(f"{path.relative_to(root)}:{line}: ({label}) is not defined in docs/theory/")
    return faults


def self_test():
    theory = "## Motion (K1)\n\nv = X v_up\n\n**(K2a)** c = v x S qd\n\nsee (K9) and **(D4, D5)**\n"
    good = 'auto s = "// (Z1)"; char c = \'"\';  // v (K1)\n/* two\n   lines (K2a) */ int n = f(A1);  // (D4, D5) (some words) (3)\n'
    bad = {
        "unknown": "int a;  // a = b (K3)\n",
        "only mentioned in the text": "/// (K9)\n",
        "in a block": "/* one\n   (Q1) */\n",
        "second of two": "// (K1, K4)\n",
        "after a raw string": 'auto s = R"x(" // )x";  // (K7)\n',
    }
    wrong = []
    for name, source in {"good": good, "defined twice": good, **bad}.items():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "docs/theory").mkdir(parents=True)
            (root / "docs/theory/motion.md").write_text(theory)
            if name == "defined twice":
                (root / "docs/theory/rest.md").write_text("**(K1)** something else\n")
            (root / "src/base").mkdir(parents=True)
            (root / "src/base/x.hpp").write_text(source)
            faults = check(root)
            if len(faults) != (name != "good"):
                wrong.append(f"{name}: {faults or 'not found'}")
    print("\n".join(wrong) or f"self-test: {len(bad) + 1} faults found, the good tree passes")
    return bool(wrong)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import house

    house.run(__doc__, check, self_test, "labels: every quoted equation is defined, and once")
