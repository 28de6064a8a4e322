#!/usr/bin/env python3
"""treadle run --realtime with the clients of examples/realtime: an inverted pendulum is held by another process.

    check_realtime.py TREADLE EXAMPLES [COMPILER] [--calls]

No times are tested but one: a run is never ahead of the clock. With --calls also what steps ask of the system (strace).
"""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODEL = """{"treadle": 1, "name": "held", "bodies": [
 {"name": "rod", "mass": 1, "inertia": [0.02, 0.02, 0.001], "position": [0, 0, 0], "center": [0, 0, 0.3]}],
 "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "rod", "position": [0, 0, 0], "axis": [0, 1, 0],
  "start": 0.1, "drive": {"type": "input", "name": "torque"}}]}"""
failures = []


def check(condition, words):
    if not condition:
        failures.append(words)
        print("FAILED:", words)


def free_port():
    for port in range(40000 + os.getpid() % 5000, 48000, 2):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as a, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as b:
                a.bind(("127.0.0.1", port))
                b.bind(("127.0.0.1", port + 1))
                return port
        except OSError:
            continue
    raise SystemExit("no free ports")


def wait_for(port):
    """Until somebody listens there."""
    for _ in range(400):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                return
        time.sleep(0.05)
    check(False, "the client does not listen")


def run(treadle, model, port, seconds, *more):
    return subprocess.Popen([treadle, "run", str(model), "--realtime", "--step", "2 ms", "--until", str(seconds), "--json", "--channels",
                             "pivot.q,pivot.v", *(() if "--exchange" in more else ("--exchange", f"udp:{port}")), *more],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process, limit=60):
    out, err = process.communicate(timeout=limit)
    return process.returncode, json.loads(out) if out.strip() else {}, err


def held(treadle, model, client):
    port = free_port()
    other = subprocess.Popen([str(word) for word in client(port)], stdout=subprocess.PIPE, text=True)
    wait_for(port + 1)
    begin = time.monotonic()
    code, said, err = ended(run(treadle, model, port, 1, "--watchdog", "5 s"))
    took = time.monotonic() - begin
    try:
        answer = other.communicate(timeout=20)[0]
    except subprocess.TimeoutExpired:
        other.kill()
        answer = ""
    check(code == 0, f"the run ends with code {code}: {err}")
    check(len(answer.split()) == 3, f"the client says '{answer}'")
    if code != 0:
        return
    pace = said["realtime"]
    check(took >= 0.99, f"1 s took {took} s")
    check(pace["sent"] >= 499, f"{pace['sent']} packets sent")
    check(pace["received"] > 50, f"{pace['received']} packets received")
    check(sum(pace["histogram"]["counts"]) == pace["steps"], "steps and their histogram differ")
    angle = said["end"]["q"]["pivot"]
    check(abs(angle) < 0.05, f"the pendulum fell: {angle}")


def watched(treadle, model):
    """Inputs come for a while and stop: safe stop, code 1, rows kept."""
    port = free_port()
    out = model.with_suffix(".csv")
    client = subprocess.Popen([sys.executable, "-B", str(EXAMPLES / "client.py"), "--inputs", "torque", "--outputs", "pivot.q,pivot.v",
                               "--port", str(port), "--steps", "50"], stdout=subprocess.DEVNULL)
    wait_for(port + 1)
    code, said, err = ended(run(treadle, model, port, 30, "--watchdog", "200 ms", "--out", str(out)))
    client.wait(timeout=20)
    check(code == 1, f"stale inputs end with code {code}")
    check("safe stop" in err and "safe stop" in said.get("error", {}).get("message", ""), f"stale inputs say: {err}")
    check(len(out.read_text().splitlines()) > 20, "rows before the stop are not kept")


def quiet(treadle, model):
    """What a step asks of the system: to sleep and to exchange packets, no memory, lock or file. Of what is seen of the loop."""
    with tempfile.TemporaryDirectory() as folder:
        calls = Path(folder) / "calls"
        words = ["strace", "-f", "-qq", "-o", str(calls), treadle, "run", str(model), "--realtime", "--step", "2 ms", "--until", "1", "--json",
                 "--solver", "topology", "--channels", "time", "--exchange", f"udp:{free_port()}"]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        except FileNotFoundError:
            print("strace is not found: system calls of a step are not counted")
            return
        if "ptrace" in done.stderr:
            print("this place permits no strace: system calls of a step are not counted")
            return
        check(done.returncode == 0, f"under strace the run ends with code {done.returncode}: {done.stderr}")
        lines = [line.split(maxsplit=1) for line in calls.read_text().splitlines() if "(" in line]
        stepping = {thread for thread, call in lines if call.startswith("sendto(")}  # another one waits for Ctrl-C
        names = [call.split("(")[0] for thread, call in lines if thread in stepping]
    sent = [k for k, name in enumerate(names) if name == "sendto"]
    check(len(sent) > 490, f"{len(sent)} packets under strace")
    if len(sent) < 3:
        return
    others = set(names[sent[1]:sent[-1] + 1]) - {"clock_nanosleep", "recvfrom", "sendto"}
    check(not others, f"steps call {sorted(others)}")


def refused(treadle, model):
    for words, code, place in ((["--integrator", "adams"], 2, "--integrator"), (["--exchange", "tcp"], 2, "--exchange"),
                               (["--exchange", "udp:99"], 2, "--exchange"), (["--exchange", "shm:a/b"], 2, "--exchange"),
                               (["--watchdog", "0"], 2, "--watchdog")):
        got, said, err = ended(run(treadle, model, free_port(), 0.1, *words))
        check(got == code and said.get("error", {}).get("where") == place, f"{words}: code {got}, {err}")
    alone = subprocess.run([treadle, "run", str(model), "--watchdog", "1 s", "--quiet"], capture_output=True, text=True)
    check(alone.returncode == 2 and "--realtime" in alone.stderr, "--watchdog without --realtime")
    port = free_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", port))
        got, _, err = ended(run(treadle, model, port, 0.1))
        check(got == 1 and str(port) in err, f"a port that is taken: code {got}, {err}")
    got, said, _ = ended(run(treadle, model, 0, 0.1, "--exchange", "none"))
    check(got == 0 and said["realtime"]["sent"] == 0 and said["integrator"] == "semi-implicit-euler", "--exchange none")
    got, said, _ = ended(run(treadle, model, 0, 0.1, "--exchange", f"shm:treadle_{os.getpid()}"))
    check(got == 0 and said["realtime"]["sent"] > 40, "--exchange shm")


def main():
    treadle = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "held.json"
        model.write_text(MODEL)
        held(treadle, model, lambda port: [sys.executable, "-B", EXAMPLES / "client.py", "--inputs", "torque", "--outputs",
                                           "pivot.q,pivot.v", "--port", port, "--steps", 300])
        if len(sys.argv) > 3 and sys.argv[3] != "--calls":
            program = Path(folder) / "client"
            subprocess.run([sys.argv[3], "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", EXAMPLES / "client.c", "-o", program], check=True)
            held(treadle, model, lambda port: [program, port, 300, "torque", "pivot.q,pivot.v"])
        watched(treadle, model)
        refused(treadle, model)
        if "--calls" in sys.argv:
            quiet(treadle, model)
            quiet(treadle, EXAMPLES.parents[1] / "models" / "vehicle" / "lane_change.json")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    EXAMPLES = Path(sys.argv[2])
    main()
