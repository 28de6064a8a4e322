"""Runs the commands of a page and compares what they say with what the page says they do:

    check_pages.py TREADLE PAGE.md FOLDER | --self-test

Blocks that begin with ```console hold commands, `$ treadle ...`, and under each what it prints, on either stream. They run one
after the other in a copy of FOLDER. A line `...` stands for any lines. Words have to be the same; numbers may
differ by 2 %, or both are so small that they are errors (below 1e-6). `(code 3)` behind a command is its exit code, 0 if there is
none. A line `$ cat FILE` shows the file itself."""
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
CODE = re.compile(r"\s+\(code (\d+)\)$")


def same(told, said):
    if NUMBER.sub("#", told).split() != NUMBER.sub("#", said).split():
        return False
    for a, b in zip(NUMBER.findall(told), NUMBER.findall(said)):
        x, y = float(a.replace("−", "-")), float(b.replace("−", "-"))
        if abs(x - y) > 0.02 * max(abs(x), abs(y)) and max(abs(x), abs(y)) > 1e-6:
            return False
    return True


def fits(told, said):
    """Whether the lines of the page are those of the program, with gaps where the page has `...`."""
    at, gap = 0, False
    for line in told:
        if line.strip() == "...":
            gap = True
            continue
        found = next((k for k in range(at, len(said)) if same(line, said[k])), None) if gap else \
            (at if at < len(said) and same(line, said[at]) else None)
        if found is None:
            return f"not said: {line}"
        at, gap = found + 1, False
    rest = [line for line in said[at:] if line.strip()]
    return "" if gap or not rest else f"said besides: {rest[0]}"


def commands(page):
    """(command, code, lines) of all console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page, re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                code = CODE.search(line)
                found.append((CODE.sub("", line[2:]), int(code.group(1)) if code else 0, []))
            elif found:
                found[-1][2].append(line)
    return found


def check(treadle, page, folder):
    faults, ran = [], 0
    with tempfile.TemporaryDirectory() as work:
        here = Path(work) / "here"
        shutil.copytree(folder, here)
        for command, code, told in commands(Path(page).read_text(encoding="utf-8")):
            words = shlex.split(command)
            if words[0] == "treadle":
                words[0] = str(Path(treadle).resolve())
            run = subprocess.run(words, cwd=here, capture_output=True, text=True, timeout=120, check=False)
            ran += 1
            if run.returncode != code:
                faults.append(f"$ {command}\n  ended with {run.returncode}, not {code}:\n{run.stderr}{run.stdout}")
                continue
            fault = fits(told, (run.stderr + run.stdout).splitlines())
            if fault:
                faults.append(f"$ {command}\n  {fault}\nall of it:\n{run.stderr}{run.stdout}")
    if ran == 0:
        faults.append(f"{page} has no commands")
    return faults, ran


def self_test():
    good = [(["a 1.00 b"], ["a 1.01 b"]), (["a", "..."], ["a", "b", "c"]), (["...", "c"], ["a", "b", "c"]), (["x 1e-9"], ["x 3e-10"])]
    bad = [(["a 1.00 b"], ["a 1.1 b"]), (["a"], ["a", "b"]), (["...", "d"], ["a", "b"]), (["a b"], ["a c"]), (["a"], [])]
    wrong = [case for case in good if fits(*case)] + [case for case in bad if not fits(*case)]
    print("\n".join(map(str, wrong)) or "pages: finds its faults")
    return bool(wrong)


def main(words):
    if words == ["--self-test"]:
        return self_test()
    faults, ran = check(*words)
    print("\n".join(faults) or f"{words[1]}: {ran} commands say what the page says")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
