"""Runs of several processes (treadle run --distribute mpi) against runs of one.

    check_processes.py MPIRUN TREADLE MODELS            1 and 2 processes: rows bit by bit, faults, one that is killed
    check_processes.py MPIRUN TREADLE MODELS --more     3 and 4 processes
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FAULTS = []
LIMIT = 240  # seconds


def expect(holds, what):
    if not holds:
        FAULTS.append(what)


def mpirun(program, count):
    words = [program, "--oversubscribe", "-n", str(count)]
    return [*words, "--allow-run-as-root"] if os.geteuid() == 0 else words


def environment():
    # MPI keeps memory until a program ends, which is no fault of ours; machines here are small
    extra = {"OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_mpi_yield_when_idle": "1"}
    leaks = os.environ.get("ASAN_OPTIONS", "")
    return {**os.environ, **extra, "ASAN_OPTIONS": (leaks + ":" if leaks else "") + "detect_leaks=0"}


def run(words):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, env=environment(), timeout=LIMIT)


def check_same_rows(program, treadle, models, counts, place):
    cases = [("insulator/double_chain.json", "1", []), ("hmmwv/corners.json", "0.1", ["--reactions"]),
             ("quadruped.json", "0.1", ["--integrator", "rk4"]), ("four_bar.json", "1", ["--record", "RECORD"])]
    for model, until, more in cases:
        rows = {}
        for count in (0, *counts):
            out, record = place / f"rows_{count}.csv", place / f"record_{count}.h5"
            words = [treadle, "run", models / model, "--formulation", "component", "--until", until, "--out", out, "--json",
                     *[record if word == "RECORD" else word for word in more]]
            if count:
                words = [*mpirun(program, count), *words, "--distribute", "mpi"]
            done = run(words)
            expect(done.returncode == 0, f"{model}, {count} processes: code {done.returncode}\n{done.stderr}")
            if done.returncode:
                return
            rows[count] = out.read_bytes()
            said = json.loads(done.stdout)["processes"]
            if count == 0:
                expect(said is None, f"{model}: one process says {said}")
                continue
            expect(said["count"] == count, f"{model}: {count} processes say {said}")
            expect(rows[count] == rows[0], f"{model}: other bits with {count} processes")
            if count > 1:
                expect(said["gathered"] > 0, f"{model}: nothing was exchanged: {said}")
    print(f"processes: rows of {len(cases)} models are the same with {', '.join(map(str, counts))}")


def check_faults(program, treadle, models, place):
    """Wrong input: the codes of one process, and one message however many there are."""
    cases = [(["--distribute", "mpi"], "--formulation component"),
             (["--distribute", "pigeons", "--formulation", "component"], "pigeons"),
             (["--distribute", "mpi", "--formulation", "component", "--out", place / "no" / "folder.csv"], "folder.csv"),
             (["--distribute", "mpi", "--formulation", "component", "--realtime"], "--realtime"),
             (["--distribute", "mpi", "--formulation", "component", "--integrator", "nonsense"], "nonsense")]
    for more, word in cases:
        done = run([*mpirun(program, 2), treadle, "run", models / "four_bar.json", *more])
        ours = [line for line in done.stderr.splitlines() if line.startswith("treadle: ")]
        code = 1 if "folder.csv" in word else 2
        expect(done.returncode == code, f"{more}: code {done.returncode}\n{done.stderr}")
        once = 2 if "pigeons" in more else 1  # which is said before they are one company
        expect(len(ours) == once and word in ours[0], f"{more}: {ours}")
    # processes with different models
    words = [treadle, "run", "--formulation", "component", "--distribute", "mpi", "--until", "0.1"]
    done = run([*mpirun(program, 1), *words, models / "four_bar.json", ":", "-n", "1", *words, models / "slider_crank.json"])
    expect(done.returncode == 2 and "different models" in done.stderr, f"two models: {done.returncode}\n{done.stderr}")
    # one of them has no model
    done = run([*mpirun(program, 1), *words, models / "four_bar.json", ":", "-n", "1", *words, place / "none.json"])
    expect(done.returncode != 0 and "none.json" in done.stderr, f"no model: {done.returncode}\n{done.stderr}")


def check_compiled_part(program, treadle, models, place):
    """What is inside of a compiled part stays in one process: refused with its name, by two and not by one."""
    done = run([treadle, "compile", models / "insulator/chain.json", "-o", place / "chain.so", "--border", "first,fourth", "--json"])
    expect(done.returncode == 0, f"compile: {done.returncode}\n{done.stderr}")
    if done.returncode:
        return
    include = {**json.loads(done.stdout)["include"], "name": "string"}
    model = place / "compiled.json"
    model.write_text(json.dumps({"include": [include]}))
    for count, code in ((1, 0), (2, 2)):
        done = run([*mpirun(program, count), treadle, "run", model, "--distribute", "mpi", "--until", "0.01"])
        expect(done.returncode == code, f"a compiled part with {count} processes: code {done.returncode}\n{done.stderr}")
        expect(count == 1 or "'string' is compiled" in done.stderr, f"a compiled part with {count} processes:\n{done.stderr}")


def children_of(pid):
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if int(text.rsplit(")", 1)[1].split()[1]) == pid:
            found.append(int(status.parent.name))
    return found


def rank_of(pid):
    words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return next((int(w.split(b"=")[1]) for w in words if w.startswith(b"OMPI_COMM_WORLD_RANK=")), None)


def start_long_run(program, treadle, models, out):
    words = [*mpirun(program, 2), treadle, "run", models / "insulator/double_chain.json", "--formulation", "component",
             "--distribute", "mpi", "--until", "100000", "--out", out, "--quiet"]
    job = subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           env=environment())
    end = time.monotonic() + 60
    while time.monotonic() < end and not (out.exists() and out.stat().st_size > 3000) and job.poll() is None:
        time.sleep(0.05)
    return job


def check_rows_kept(out, what):
    lines = out.read_text().splitlines()
    width = lines[0].count(",")
    expect(len(lines) > 3 and all(line.count(",") == width for line in lines[:-1]), f"{what}: {len(lines)} rows kept")


def check_killed(program, treadle, models, place):
    """Whoever is killed, and whether it is mpirun that is told to stop: nobody hangs, rows are kept."""
    for rank in (1, 0):
        out = place / f"killed_{rank}.csv"
        job = start_long_run(program, treadle, models, out)
        try:
            pids = {rank_of(pid): pid for pid in children_of(job.pid)}
            expect(rank in pids, f"processes of the run: {pids}")
            if rank not in pids:
                return
            begin = time.monotonic()
            os.kill(pids[rank], signal.SIGKILL)
            said, err = job.communicate(timeout=30)
            expect(job.returncode != 0, f"process {rank} killed: code 0")
            expect(time.monotonic() - begin < 15, f"process {rank} killed: {time.monotonic() - begin:.1f} s to the end")
            if rank == 1:
                expect("another process of the run was lost" in err, f"process {rank} killed:\n{err}")
            check_rows_kept(out, f"process {rank} killed")
        finally:
            if job.poll() is None:
                job.kill()
                job.communicate()
    for number in (signal.SIGINT, signal.SIGTERM):
        out = place / f"stopped_{number}.csv"
        job = start_long_run(program, treadle, models, out)
        try:
            job.send_signal(number)
            said, err = job.communicate(timeout=30)
            expect(job.returncode != 0, f"mpirun told to stop by {number}: code {job.returncode}")
            expect("kept" in err, f"mpirun told to stop by {number}:\n{err}")
            check_rows_kept(out, f"mpirun told to stop by {number}")
        finally:
            if job.poll() is None:
                job.kill()
                job.communicate()
    print("processes: a process that is killed ends the run, with its rows kept")


def main(arguments):
    program, treadle, models = arguments[0], arguments[1], Path(arguments[2])
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if "--more" in arguments:
            check_same_rows(program, treadle, models, (3, 4), place)
        else:
            check_same_rows(program, treadle, models, (1, 2), place)
            check_faults(program, treadle, models, place)
            check_compiled_part(program, treadle, models, place)
            check_killed(program, treadle, models, place)
    for fault in FAULTS:
        print(f"processes: {fault}")
    print(f"processes: {len(FAULTS)} faults")
    sys.exit(1 if FAULTS else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
