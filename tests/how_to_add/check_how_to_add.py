"""Follows docs/how_to_add.md: check_how_to_add.py ROOT checks that the additions of this folder go into exactly the places
that the page lists; with --tree FOLDER they are put into a copy of the sources, for CMakeLists.txt beside this file. With
--forget COMPILER --eigen FOLDER besides, each place that the page says is asked for is left out once, which must not compile.

An addition is a folder with a file `places`. There `+++ N path` is a new file, whose text lies beside `places`, and
`--- N path` is followed by lines as in a diff: kept, taken away (-) and added (+). What is kept and taken away has to be
found once. N is the number in the list of the page."""
import re
import subprocess
import sys
from pathlib import Path

THINGS = ("joint", "force", "constraint", "solver")
COPIED = ("CMakeLists.txt", "treadle.hpp", "cmake", "src")
WORDS = ("-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror")
USER = {"src/joints/dispatch.hpp": "src/model/build.cpp"}  # what compiles a header


def read_places(text):
    """[(number, path, kept and taken lines, kept and added lines)]; the lines are None for a new file."""
    places = []
    for line in text.splitlines():
        if match := re.fullmatch(r"(\+\+\+|---) (\d+) (\S+)", line):
            lines = ([], []) if match[1] == "---" else (None, None)
            places.append((int(match[2]), match[3], *lines))
            continue
        _, path, before, after = places[-1]
        if before is None or line[:1] not in (" ", "+", "-"):
            raise ValueError(f"{path}: not understood: {line}")
        if line[0] != "+":
            before.append(line[1:])
        if line[0] != "-":
            after.append(line[1:])
    return places


def page_places(page, thing):
    """{number: file} of the list below the heading of a thing."""
    section = re.search(rf"^## An? {thing}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    return {int(n): path for n, path in re.findall(r"^(\d+)\. `(\S+?)`", section[1], re.M)} if section else {}


def same_file(said, path):
    """The page says <name> where a name is chosen."""
    return re.fullmatch(re.escape(said).replace("<name>", r"\w+").rsplit(r"\.", 1)[0] + r"\.(hpp|cpp)", path) is not None \
        if "<name>" in said else said == path


def apply(read, write, folder, places):
    """Puts an addition into the files behind read(path) and write(path, text); what goes wrong."""
    faults = []
    for number, path, before, after in places:
        if before is None:
            write(path, (folder / Path(path).name).read_text())
            continue
        text = "\n" + read(path)
        old, new = ("\n" + "\n".join(lines) + "\n" for lines in (before, after))
        count = sum(text.startswith(old, at) for at in range(len(text)))  # they may share a line end
        if count != 1:
            faults.append(f"{folder.name}, place {number}: found {count} times in {path}: {before[0].strip()}")
            continue
        write(path, text.replace(old, new)[1:])
    return faults


def compare(page, thing, places):
    """Whether page and addition name the same places."""
    said, done = page_places(page, thing), {}
    faults = [] if said else [f"{thing}: no list in the page"]
    for number, path, *_ in places:
        done.setdefault(number, path)
        if not same_file(said.get(number, ""), path):
            faults.append(f"{thing}, place {number}: {path}, but the page says {said.get(number, 'nothing')}")
    faults += [f"{thing}, place {n}: the page says {said[n]}, nothing was needed there" for n in sorted(set(said) - set(done))]
    return faults


def check(root, tree=None):
    page = (root / "docs/how_to_add.md").read_text()
    here = root / "tests/how_to_add"
    texts, faults = {}, []
    for thing in THINGS:
        places = read_places((here / thing / "places").read_text())
        faults += compare(page, thing, places)
        faults += apply(lambda path: texts.get(path) or (root / path).read_text(), texts.__setitem__, here / thing, places)
        print(f"{thing}: {len({n for n, *_ in places})} places in {len({p for _, p, *_ in places})} files")
    if tree is not None and not faults:
        make_tree(root, tree, texts)
    return faults


def make_tree(root, tree, texts):
    """A copy in which files that did not change keep their times, so that little is compiled again."""
    wanted = {}
    for name in COPIED:
        top = root / name
        for file in [top] if top.is_file() else sorted(f for f in top.rglob("*") if f.is_file()):
            wanted[str(file.relative_to(root))] = file.read_bytes()
    wanted.update({path: text.encode() for path, text in texts.items()})
    for file in [f for f in tree.rglob("*") if f.is_file()] if tree.exists() else []:
        if str(file.relative_to(tree)) not in wanted:
            file.unlink()
    for path, text in wanted.items():
        file = tree / path
        if file.exists() and file.read_bytes() == text:
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)


def asked_for(page, thing):
    """Numbers of the places that the compiler asks for."""
    section = re.search(rf"^## An? {thing}\n(.*?)(?=^## |\Z)", page, re.M | re.S)[1]
    items = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |^$)", section, re.M | re.S)
    return {int(n) for n, text in items if "*asked for*" in text}


def forget(root, tree, compiler, eigen):
    """Compiles each file without what a place adds to it."""
    page, faults, count = (root / "docs/how_to_add.md").read_text(), [], 0
    compiles = lambda file: subprocess.run([compiler, *WORDS, "-isystem", eigen, tree / file], capture_output=True, check=False).returncode == 0
    whole = set()
    for thing in THINGS:
        places = read_places((root / "tests/how_to_add" / thing / "places").read_text())
        for number in sorted(asked_for(page, thing)):
            path = next(p for n, p, *_ in places if n == number)
            file, text = tree / path, (tree / path).read_text()
            without = "\n" + text
            for n, _, before, after in places:
                if n == number:
                    without = without.replace("\n" + "\n".join(after) + "\n", "\n" + "\n".join(before) + "\n")
            user, count = USER.get(path, path), count + 1
            if user not in whole and not compiles(user):
                faults.append(f"{user}: does not compile at all")
            whole.add(user)
            file.write_text(without[1:])
            if compiles(user):
                faults.append(f"{thing}, place {number}: {path} compiles without it")
            file.write_text(text)
    print(f"{count} places left out one by one")
    return faults


def self_test():
    """The faults that it is there to find."""
    page = "## A joint\n\n1. `src/<name>.hpp`: x.\n2. `src/list.cpp`: y.\n3. `src/more.cpp`: z.\n"
    good = read_places("+++ 1 src/pin.hpp\n--- 2 src/list.cpp\n a\n+b\n--- 3 src/more.cpp\n-c\n+d\n")
    less = [place for place in good if place[0] != 3]
    other = read_places("--- 2 src/other.cpp\n a\n+b\n")
    files = {"src/list.cpp": "a\n", "src/more.cpp": "c\nc\n"}
    twice = apply(files.__getitem__, files.__setitem__, Path("joint"), good[1:])
    bad = []
    if compare(page, "joint", good):
        bad.append("a good addition was refused")
    if len(compare(page, "joint", less)) != 1:
        bad.append("a place that nobody needs was not found")
    if len(compare(page, "joint", other)) != 3:
        bad.append("a place that the page does not know was not found")
    if asked_for(page.replace("y.", "y;\n   *asked for*."), "joint") != {2}:
        bad.append("what the compiler asks for was not found")
    if not compare(page, "force", good):
        bad.append("a missing list was not found")
    if files["src/list.cpp"] != "a\nb\n" or len(twice) != 1:
        bad.append("lines were not put where they belong")
    print("\n".join(bad) or "how_to_add: finds its faults")
    return bool(bad)


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    words = dict(zip(arguments[1::2], arguments[2::2]))
    if len(arguments) % 2 == 0 or not set(words) <= {"--tree", "--forget", "--eigen"}:
        sys.exit(__doc__)
    tree = Path(words["--tree"]) if "--tree" in words else None
    faults = check(Path(arguments[0]), tree)
    if not faults and "--forget" in words:
        faults = forget(Path(arguments[0]), tree, words["--forget"], words["--eigen"])
    print("\n".join(faults) or "how_to_add: in the places that the page lists")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
