"""Draws the pictures of docs/model.md, one SVG for each element.

    draw.py [FOLDER]      default: the folder pictures beside this file
"""

import sys
from pathlib import Path

import figures_bodies
import figures_forces
import figures_graphs
import figures_joints


def figures():
    found = {}
    for module in (figures_bodies, figures_joints, figures_graphs, figures_forces):
        found |= module.FIGURES
    return found


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in figures().items():
        (folder / f"{name}.svg").write_text(figure().svg(name.replace("_", " ")), encoding="utf-8")


if __name__ == "__main__":
    main()
