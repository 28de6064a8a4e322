"""Reads a recorded run with h5py, as a person would: check_h5py.py TREADLE MODEL"""

import hashlib
import json
import math
import os
import subprocess
import sys
import tempfile
import time

import h5py


def rows_of(path):
    with h5py.File(path, "r") as run:
        names = [name.decode() for name in run["columns/name"]]
        units = [unit.decode() for unit in run["columns/unit"]]
        assert run["samples"].shape[1] == len(names) == len(units)
        assert names[0] == "time" and units[0] == "s"
        return run["samples"][:, 0], run["samples"][:, 1], dict(zip(names, units))


def check_whole_run(treadle, model, folder):
    path, csv = os.path.join(folder, "run.h5"), os.path.join(folder, "run.csv")
    subprocess.run([treadle, "run", model, "--until", "0.2", "--quiet", "--record", path, "--out", csv],
                   check=True, timeout=120)
    times, angles, units = rows_of(path)
    lines = open(csv, encoding="utf-8").read().splitlines()[1:]
    assert len(times) == len(lines)
    for line, when, angle in zip(lines, times, angles):
        cells = [float(cell) for cell in line.split(",")]
        assert cells[0] == when and cells[1] == angle
    with h5py.File(path, "r") as run:
        text = open(model, "rb").read()
        assert run.attrs["format"].decode() == "treadle-run"
        assert run.attrs["model_sha256"].decode() == hashlib.sha256(text).hexdigest()
        stored = run["model_text"][()] if "model_text" in run else run.attrs["model_text"]
        assert stored == text
        assert json.loads(run["report_result"][()])["summary"]
    assert any(unit == "rad/s" for unit in units.values())


def check_killed_run(treadle, model, folder):
    path = os.path.join(folder, "killed.h5")
    run = subprocess.Popen([treadle, "run", model, "--until", "9e4", "--quiet", "--record", path])
    try:
        end = time.monotonic() + 60
        while not (os.path.exists(path) and os.path.getsize(path) > 1_000_000):
            assert time.monotonic() < end and run.poll() is None
            time.sleep(0.01)
    finally:
        run.kill()
        run.wait()
    times, angles, _ = rows_of(path)
    assert len(times) > 100
    step = times[1] - times[0]
    assert all(abs(t - i * step) < 1e-6 for i, t in enumerate(times))
    assert not any(math.isnan(a) for a in angles)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        check_whole_run(sys.argv[1], sys.argv[2], work)
        check_killed_run(sys.argv[1], sys.argv[2], work)
    print("h5py: a whole run and a killed one are readable")
