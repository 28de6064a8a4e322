"""Checks that every #include of src/ obeys src/LAYERS, and that joints know what is special about joints.

A line of src/LAYERS reads "room: rooms it may include", lowest room first. A room may include what
those may include, always base and itself; "topology/pattern.hpp" allows just that file. Besides:
only io and report may include nlohmann-json, only record may include HDF5, src/ includes nothing
outside src/, and nothing that the public header treadle.hpp reaches may include Eigen, nlohmann-json,
HDF5 or CLI11 (Eigen's memory layout depends on compiler flags that our users do not share).

What depends on the type of a joint is a trait of its struct in src/joints, or a word of src/describe: other rooms,
those of files and pictures excepted, compare no type with an enumerator.

    check_layers.py ROOT | --self-test
"""

import re
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
OUTSIDE = ("cli/", "CLI/", "src/", "gtest/", "gmock/", "benchmark/", "treadle.hpp")
JOINT_TEST = re.compile(r"(?:[!=]=|\bcase)\s*JointType::|\bJointType::\w+\s*[!=]=")
JOINT_ROOMS = ("joints", "describe", "io", "components", "scene")
NOT_PUBLIC = ("Eigen/", "unsupported/Eigen/", "nlohmann/", "CLI/", "hdf5", "H5")


def read_layers(path, faults):
    """room -> everything it may include: names of rooms, and room/file for single files."""
    allowed = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        room, colon, rest = line.partition(":")
        if not colon or room in allowed:
            faults.append(f"src/LAYERS:{number}: '{line}' is not a new 'room: rooms'")
            continue
        may = {"base", room}
        for entry in rest.split():
            named = entry.split("/")[0]
            if named not in allowed:
                faults.append(f"src/LAYERS:{number}: '{room}' names '{entry}', but no line above is '{named}'")
                continue
            may |= {entry} if "/" in entry else allowed[named] | {entry}
        allowed[room] = may
    return allowed


def includes(path):
    """(line number, bracket, name) of each #include."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found[1], found[2]


def check_file(root, path, allowed, faults):
    src = root / "src"
    inside = path.relative_to(src)
    room = inside.parts[0]
    for number, bracket, name in includes(path):
        where = f"src/{inside}:{number}"
        if bracket == "<":
            if name.startswith("nlohmann/") and room not in ("io", "report"):
                faults.append(f"{where}: <{name}>: only io and report may include nlohmann-json")
            if name.startswith(("hdf5", "H5")) and room != "record":
                faults.append(f"{where}: <{name}>: only record may include HDF5")
            if name.startswith(OUTSIDE):
                faults.append(f"{where}: <{name}>: src/ must not include it")
            continue
        target = (path.parent / name).resolve()
        if not target.is_relative_to(src.resolve()):
            faults.append(f'{where}: "{name}" leaves src/')
            continue
        if not target.is_file():
            faults.append(f'{where}: "{name}" is not there; write it relative to this file')
            continue
        there = target.relative_to(src.resolve())
        if there.parts[0] not in allowed[room] and there.as_posix() not in allowed[room]:
            faults.append(f'{where}: "{name}": {room} may not include {there.parts[0]} (src/LAYERS)')


def check_joint_tests(root, path, faults):
    inside = path.relative_to(root / "src")
    if inside.parts[0] in JOINT_ROOMS:
        return
    text = path.read_text(errors="replace")
    for found in JOINT_TEST.finditer(text):
        number = text.count("\n", 0, found.end()) + 1
        faults.append(f"src/{inside}:{number}: a test of a joint's type: ask its struct in src/joints (traits_of)")


def check_public(root, faults):
    """Walks what treadle.hpp reaches; each fault names the chain of includes."""
    chains = {(root / "treadle.hpp").resolve(): "treadle.hpp"}
    todo = [path for path in chains if path.is_file()]
    while todo:
        path = todo.pop()
        for _, bracket, name in includes(path):
            if name.startswith(NOT_PUBLIC):
                faults.append(f"public interface reaches <{name}>: {chains[path]}")
            if bracket == "<":
                continue
            target = (path.parent / name).resolve()
            if target.is_file() and target not in chains:
                chains[target] = f"{chains[path]} -> {target.relative_to(root.resolve())}"
                todo.append(target)


def check(root):
    faults = []
    src = root / "src"
    allowed = read_layers(src / "LAYERS", faults)
    for path in sorted(p for p in src.rglob("*") if p.suffix in (".hpp", ".cpp")):
        inside = path.relative_to(src)
        if len(inside.parts) < 2:
            faults.append(f"src/{inside}: lies in no room")
        elif inside.parts[0] not in allowed:
            faults.append(f"src/{inside}: room '{inside.parts[0]}' has no line in src/LAYERS")
        else:
            check_file(root, path, allowed, faults)
            check_joint_tests(root, path, faults)
    check_public(root, faults)
    return faults


def self_test():
    good = {
        "src/LAYERS": "# rooms\nbase:\nio: base\ntop: base\nmid: top/one.hpp\nhigh: mid io\n",
        "src/base/ids.hpp": "#include <vector>\n",
        "src/io/read.cpp": "#include <nlohmann/json.hpp>\nbool f(JointType t) { return t == JointType::free; }\n",
        "src/io/read.hpp": '#include "../base/ids.hpp"\n',
        "src/top/one.hpp": '#include "two.hpp"\n',
        "src/top/two.hpp": "#include <Eigen/Core>\n",
        "src/mid/m.hpp": '#include "../top/one.hpp"\nJointType type = JointType::fixed;\n',
        "src/high/deep/h.hpp": '#include "../../base/ids.hpp"\n#include "../../io/read.hpp"\n#include "../../top/one.hpp"\n',
        "treadle.hpp": '#include "src/io/read.hpp"\n',
    }
    bad = {
        "upwards": {"src/base/up.hpp": '#include "../io/read.hpp"\n'},
        "a neighbour": {"src/top/x.cpp": '#  include "../io/read.hpp"\n'},
        "another file of a room": {"src/mid/x.cpp": '#include "../top/two.hpp"\n'},
        "the same from above": {"src/high/x.cpp": '#include "../top/two.hpp"\n'},
        "from a subfolder": {"src/top/deep/x.cpp": '#include "../../io/read.hpp"\n'},
        "json outside io": {"src/mid/x.cpp": "#include <nlohmann/json.hpp>\n"},
        "HDF5 outside record": {"src/mid/x.cpp": "#include <hdf5.h>\n"},
        "the command line": {"src/high/x.cpp": '#include "../../cli/main.hpp"\n', "cli/main.hpp": ""},
        "a path from the root": {"src/mid/x.cpp": '#include "src/io/read.hpp"\n'},
        "a path from the root in brackets": {"src/mid/x.cpp": "#include <src/io/read.hpp>\n"},
        "an unknown room": {"src/attic/x.cpp": "\n"},
        "no room": {"src/x.cpp": "\n"},
        "a line that names a room below": {"src/LAYERS": "base:\nmid: top/one.hpp\ntop:\nio:\nhigh: mid io\n"},
        "a test of a joint's type": {"src/mid/x.cpp": "bool f(JointType t) { return t !=\n JointType::free; }\n"},
        "the same the other way round": {"src/mid/x.cpp": "bool f(JointType t) { return JointType::free == t; }\n"},
        "a case of a joint's type": {"src/top/x.hpp": "switch (t) { case JointType::free: break; }\n"},
        "Eigen in public": {"treadle.hpp": '#include "src/mid/m.hpp"\n'},
        "json in public": {"src/io/read.hpp": "#include <nlohmann/json.hpp>\n"},
    }
    wrong = []
    for name, change in {"good": {}, **bad}.items():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for file, text in {**good, **change}.items():
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text(text)
            faults = check(root)
            if bool(faults) != (name != "good"):
                wrong.append(f"{name}: {faults or 'not found'}")
    print("\n".join(wrong) or f"self-test: {len(bad)} faults found, the good tree passes")
    return bool(wrong)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import house

    house.run(__doc__, check, self_test, "layers: every #include obeys src/LAYERS, and joints know about joints")
