"""Asks whether the C++ of a page stands in a program that is compiled and run:

    check_snippets.py PAGE.md FILE.cpp... | --self-test

Every ```cpp block has to stand in one of the files; spaces and ends of lines do not count. A line `...` stands for any lines."""
import re
import sys
from pathlib import Path


def plain(text):
    return re.sub(r"\s+", "", text)


def missing(block, text):
    """The first piece of the block that is not in the text, in this order; "" if all are."""
    text, at = plain(text), 0
    for piece in re.split(r"^\s*\.\.\.\s*$", block, flags=re.M):
        found = text.find(plain(piece), at)
        if found < 0:
            return piece
        at = found + len(plain(piece))
    return ""


def check(page, texts):
    faults = []
    for block in re.findall(r"```cpp\n(.*?)```", page, re.S):
        lost = [missing(block, text) for text in texts]
        if all(lost):
            faults.append(f"no program has this: {max(lost, key=block.find).strip()}")
    return faults


def self_test():
    page = "```cpp\nint a;\nint b;\n```\n"
    wrong = [case for case in [(["int a;\n  int  b;\n"], 0), (["int b;\nint a;\n"], 1), (["x\n", "int a; int\nb;"], 0), (["int a; int c; int b;"], 1), ([""], 1)]
             if len(check(page, case[0])) != case[1]]
    print("\n".join(map(str, wrong)) or "snippets: finds its faults")
    return bool(wrong)


def main(words):
    if words == ["--self-test"]:
        return self_test()
    page, *files = [Path(word).read_text(encoding="utf-8") for word in words]
    faults = check(page, files)
    print("\n".join(faults) or f"{words[0]}: every piece of C++ is compiled")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
