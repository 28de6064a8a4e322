"""Checks the plain form of our own files: at most 500 lines, #pragma once in headers, no tabs, LF
line ends, a newline at the end, no notes to come back to. Of all files of the repository: none is
large, and none is binary but pictures and what a test reads.

    check_files.py ROOT | --self-test
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDERS = ("src", "cli", "tests", "bench", "examples")
SUFFIXES = (".hpp", ".cpp", ".py", ".cmake", ".sh")
MOST_LINES = 500
MOST_BYTES = 300_000
BINARY = re.compile(r"(docs/pictures/.*\.png|tests/.*)$")
NOTES = re.compile(rb"\b(" + b"|".join((b"TO" + b"DO", b"FIX" + b"ME", b"X" + b"XX")) + rb")\b")


def check_file(name, data):
    lines = data.count(b"\n")
    if lines > MOST_LINES:
        yield f"{name}: {lines} lines, more than {MOST_LINES}; it holds more than one idea"
    if name.endswith(".hpp") and not re.search(rb"^#pragma once$", data, re.MULTILINE):
        yield f"{name}: no #pragma once"
    if b"\r" in data:
        yield f"{name}: a carriage return; line ends are LF"
    if data and not data.endswith(b"\n"):
        yield f"{name}: no newline at the end"
    for number, line in enumerate(data.split(b"\n"), 1):
        if b"\t" in line:
            yield f"{name}:{number}: a tab"
        note = NOTES.search(line)
        if note:
            yield f"{name}:{number}: {note[1].decode()}; do it, or open an issue"


def all_files(root):
    if not (root / ".git").exists():
        return [p for p in root.rglob("*") if p.is_file()]
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=True)
    return [root / name for name in listed.stdout.decode().split("\0") if (root / name).is_file()]


def check_size(name, data):
    if len(data) > MOST_BYTES:
        yield f"{name}: {len(data)} bytes, more than {MOST_BYTES}; does it belong here?"
    elif b"\0" in data and not BINARY.match(name):
        yield f"{name}: a binary file; does it belong here?"


def check(root):
    paths = [p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in SUFFIXES]
    paths += root.glob("*.hpp")
    faults = []
    for path in sorted(p for p in paths if p.is_file()):
        faults += check_file(path.relative_to(root).as_posix(), path.read_bytes())
    for path in all_files(root):
        faults += check_size(path.relative_to(root).as_posix(), path.read_bytes())
    return faults


def self_test():
    header = b"// What it is.\n#pragma once\n"
    bad = {
        "too long": ("src/base/x.cpp", b"\n" * 501),
        "no pragma": ("cli/x.hpp", b"int a;\n"),
        "no pragma at the root": ("treadle.hpp", b"int a;\n"),
        "carriage return": ("tests/base/x.cpp", b"int a;\r\n"),
        "tab": ("src/base/x.hpp", header + b"\tint a;\n"),
        "no last newline": ("src/base/x.hpp", header + b"int a;"),
        "note": ("src/base/x.hpp", header + b"// TO" + b"DO: more\n"),
        "other note": ("tests/x/x.py", b"# FIX" + b"ME\n"),
        "a program": ("models/x.so", b"\x7fELF\0\n"),
        "a large file": ("models/x.json", b"{}\n" * 200_000),
    }
    good = {
        "a header": ("src/base/x.hpp", header + b"\n" * 498),
        "a picture": ("docs/pictures/x.png", b"PNG\0"),
        "other files": ("tests/io/broken.json", b"\t\r\n{"),
        "a word that only begins so": ("src/base/x.hpp", header + b"int TO" + b"DOS;\n"),
    }
    wrong = []
    for name, (file, data) in {**bad, **good}.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            faults = check(Path(folder))
            if len(faults) != (name in bad):
                wrong.append(f"{name}: {faults or 'not found'}")
    print("\n".join(wrong) or f"self-test: {len(bad)} faults found, {len(good)} good trees pass")
    return bool(wrong)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import house

    house.run(__doc__, check, self_test, "files: all in good form")
