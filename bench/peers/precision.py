"""The motion of models/four_bar.json over two seconds in other engines, with their own integrators: error of the angles of crank
and rocker against the time it took. The reference is Treadle's at 1e-14, which tests/analytic compares with closed forms.

    precision.py TREADLE        with the python3 of build/peers/venv; engines that are not there are left out
"""

import contextlib
import io
import json
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

from mechanism import columns, joint_frames, read_mechanism, read_table, treadle
from motion import move

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 2.0
ANGLES = ("crank_pivot.q", "rocker_pivot.q")
STEPS = [SECONDS / n for n in (200, 600, 2000, 6000, 20000)]
TOLERANCES = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]
ROUNDS = 3


def error(angles, reference):
    return max(abs(np.remainder(a - b + np.pi, 2 * np.pi) - np.pi) for a, b in zip(angles, reference))


class Problem:
    """The linkage with its redundant hinge closed by a point, which other engines can say; its motion is the same."""

    def __init__(self, binary, folder):
        self.binary, self.file, self.table = binary, folder / "model.json", folder / "end.csv"
        flat = json.loads(treadle(binary, "convert", ROOT / "models/four_bar.json", "-o", "-"))
        for joint in flat["joints"]:
            if joint["name"] == "rocker_pin":
                joint.update(type="spherical", tree="cut")
        self.file.write_text(json.dumps(flat), encoding="utf-8")
        self.flat = flat
        self.mechanism = read_mechanism(flat, json.loads(treadle(binary, "inspect", self.file, "--json")))
        names = [columns(self.mechanism, letter) for letter in "qv"]
        treadle(binary, "run", self.file, "--until", 1e-3, "--out", self.table, "--channels", ",".join(names[0] + names[1]))
        self.q, self.v = (read_table(self.table, n)[0] for n in names)
        self.reference = self.run("adams", 1e-14)[0]

    def run(self, integrator, tolerance):
        seconds = []
        for _ in range(ROUNDS):
            said = json.loads(treadle(self.binary, "run", self.file, "--until", SECONDS, "--output-interval", SECONDS, "--rtol",
                                      tolerance, "--atol", tolerance, "--integrator", integrator, "--solver", "clustered",
                                      "--channels", ",".join(ANGLES), "--out", self.table, "--json"))
            seconds.append(said["wall_seconds"])
        return read_table(self.table, ANGLES)[-1], min(seconds)


def by_mujoco(problem, folder):
    """Steps of mj_step from Python, which takes about a microsecond for each call."""
    import mujoco
    import engine_mujoco
    from compare import write_problem
    text = folder / "problem.txt"
    write_problem(problem.mechanism, [problem.q], [problem.v], text)
    engine = engine_mujoco.Engine(*engine_mujoco.read(text))
    at = {b.joint: place[3] for b, place in zip(problem.mechanism.bodies, engine.places)}
    for name in ("EULER", "RK4", "IMPLICITFAST"):
        engine.model.opt.integrator = getattr(mujoco.mjtIntegrator, f"mjINT_{name}")
        for step in STEPS:
            engine.model.opt.timestep = step
            best = None
            for _ in range(ROUNDS):
                d = engine.state(problem.q, problem.v, np.zeros(len(problem.v)))
                start = time.perf_counter()
                for _ in range(round(SECONDS / step)):
                    mujoco.mj_step(engine.model, d)
                best = min(best or 1e9, time.perf_counter() - start)
            yield name.lower(), step, [d.qpos[at["crank_pivot"]], d.qpos[at["rocker_pivot"]]], best


def by_exudyn(problem, _folder):
    """Rigid bodies with redundant coordinates, hinges as equations, the last one in its plane only."""
    import exudyn as exu
    from exudyn.utilities import RigidBodyInertia
    warnings.simplefilter("ignore")  # of names that will change
    moving = move(problem.mechanism, problem.q, problem.v)
    for solver in ("GeneralizedAlpha", "TrapezoidalIndex2"):
        for step in STEPS:
            container = exu.SystemContainer()
            system = container.AddSystem()
            numbers = {"ground": system.CreateGround()}
            for body, m in zip(problem.mechanism.bodies, moving):
                arm = m.x.r @ body.center
                with contextlib.redirect_stdout(io.StringIO()):  # thin rods are at the edge of what can be, by rounding beyond it
                    inertia = RigidBodyInertia(mass=body.mass, inertiaTensor=m.x.r @ body.inertia @ m.x.r.T)
                numbers[body.name] = system.CreateRigidBody(
                    inertia=inertia,
                    referencePosition=list(m.x.p + arm), initialVelocity=list(m.v + np.cross(m.w, arm)),
                    initialAngularVelocity=list(m.w), gravity=list(problem.mechanism.gravity))
            for joint in problem.flat["joints"]:
                bodies = [numbers[joint["parent"]], numbers[joint["child"]]]
                place = list(joint_frames({**joint, "parent": "ground"}, problem.flat)[0].p)
                if joint["type"] == "revolute":
                    system.CreateRevoluteJoint(bodyNumbers=bodies, position=place, axis=joint["axis"], useGlobalFrame=True)
                else:
                    system.CreateGenericJoint(bodyNumbers=bodies, position=place, constrainedAxes=[1, 0, 1, 0, 0, 0],
                                              useGlobalFrame=True)
            system.Assemble()
            settings = exu.SimulationSettings()
            settings.timeIntegration.numberOfSteps = round(SECONDS / step)
            settings.timeIntegration.endTime = SECONDS
            settings.timeIntegration.verboseMode = 0
            settings.solutionSettings.writeSolutionToFile = False
            settings.timeIntegration.newton.relativeTolerance = 1e-10
            start = time.perf_counter()
            system.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))
            seconds = time.perf_counter() - start
            turns = [np.array(system.GetObjectOutputBody(numbers[name], exu.OutputVariableType.RotationMatrix, [0, 0, 0])
                              ).reshape(3, 3) for name in ("crank", "rocker")]
            yield solver, step, [np.arctan2(r[2, 0], r[0, 0]) for r in turns], seconds


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("| engine | integrator | tolerance or step | error, rad | ms |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        problem = Problem(sys.argv[1], Path(scratch))
        for integrator in ("adams", "dormand-prince"):
            for tolerance in TOLERANCES:
                angles, seconds = problem.run(integrator, tolerance)
                print(f"| Treadle | `{integrator}` | {tolerance:g} | {error(angles, problem.reference):.0e} | {1e3 * seconds:.2f} |")
        for engine, curves in {"MuJoCo": by_mujoco, "Exudyn": by_exudyn}.items():
            try:
                for method, step, angles, seconds in curves(problem, Path(scratch)):
                    print(f"| {engine} | `{method}` | {1e3 * step:.3g} ms | {error(angles, problem.reference):.0e} | {1e3 * seconds:.2f} |",
                          flush=True)
            except ImportError as missing:
                print(f"{engine} is left out: {missing}")


if __name__ == "__main__":
    main()
