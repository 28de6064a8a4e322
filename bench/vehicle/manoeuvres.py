"""The figures that people read off manoeuvres, from runs of models/vehicle.

    manoeuvres.py TREADLE MODELS

Step steer: steady yaw rate and lateral acceleration, rise time (10 to 90 %), response time to the peak, overshoot.
Circle: understeer gradient from several speeds. Braking in a turn: way and time to stand, how far off the circle.
Double lane change: the highest speed without a cone touched.
"""

import csv
import io
import math
import subprocess
import sys


def rows(treadle, model, channels, *more):
    done = subprocess.run([treadle, "run", model, "--channels", ",".join(["time", *channels]), "--out", "-", "--quiet", *more],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{model}: {done.stderr}")
    lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    table = list(csv.reader(io.StringIO("\n".join(lines))))
    return [[float(x) for x in row] for row in table[1:]]


def mean(values):
    return sum(values) / len(values)


def when(times, values, level):
    """The first crossing, between two rows."""
    for k in range(1, len(values)):
        if (values[k - 1] - level) * (values[k] - level) <= 0.0 and values[k] != values[k - 1]:
            share = (level - values[k - 1]) / (values[k] - values[k - 1])
            return times[k - 1] + share * (times[k] - times[k - 1])
    return math.nan


def step_steer(treadle, folder):
    table = rows(treadle, f"{folder}/step_steer.json", ["car.turning.z", "car.acceleration.y", "car.rack.q", "car.attitude.roll"])
    times, half = [row[0] for row in table], 1.075  # the rack is half way
    print("step steer, 80 km/h, 4 mm of the rack:")
    rack = table[-1][3]
    for name, column, unit, factor in (("yaw rate", 1, "deg/s", 180.0 / math.pi), ("lateral acceleration", 2, "m/s²", 1.0)):
        values = [row[column] for row in table]
        steady = mean(values[-100:])
        peak = max(values, key=lambda x: x * steady)
        at = times[values.index(peak)]
        rise = when(times, values, 0.9 * steady) - when(times, values, 0.1 * steady)
        print(f"  {name}: steady {steady * factor:.3f} {unit}, gain {steady * factor / (-1e3 * rack):.3f} {unit} for each mm, "
              f"rise {rise:.3f} s, to 90 % {when(times, values, 0.9 * steady) - half:.3f} s, to the peak {at - half:.3f} s, "
              f"overshoot {100 * (peak / steady - 1):.1f} %")
    print(f"  roll: {math.degrees(mean([row[4] for row in table[-100:]])):.2f} deg")


def circle(treadle, folder):
    points = []
    speeds = (30, 40, 50, 60)
    for speed in speeds:
        table = rows(treadle, f"{folder}/circle.json", ["car.rack.q", "car.acceleration.y"], "--set", f"speed={speed} km/h", "--until", "40")
        points.append((mean([row[2] for row in table[-500:]]), 1e3 * mean([-row[1] for row in table[-500:]])))
    print("circle of 60 m:")
    for (a, rack), speed in zip(points, speeds):
        print(f"  {speed} km/h: {a:.3f} m/s², rack {rack:.4f} mm")
    slope = (points[1][1] - points[0][1]) / (points[1][0] - points[0][0])
    print(f"  understeer from {points[0][0]:.1f} to {points[1][0]:.1f} m/s²: {slope:.3f} mm of the rack for each m/s²")


def braking_in_a_turn(treadle, folder):
    table = rows(treadle, f"{folder}/braking_in_a_turn.json", ["place.x", "place.y", "car.chassis.v.x"])
    start = next(k for k, row in enumerate(table) if row[0] >= 6.0)
    way, stop = 0.0, None
    for before, row in zip(table[start:], table[start + 1:]):
        way += math.hypot(row[1] - before[1], row[2] - before[2])
        if row[3] < 0.2:
            stop = row[0]
            break
    off = [math.hypot(row[1], row[2] - 60.0) - 60.0 for row in table[start:]]
    words = f"stands after {stop - 6.0:.2f} s" if stop else f"{table[-1][3]:.2f} m/s left after 3 s"
    print(f"braking in a turn from {table[start][3] * 3.6:.1f} km/h: {words}, {way:.2f} m, {min(off):.3f} to {max(off):.3f} m beside the circle")


def lane_change(treadle, folder):
    def touched(speed):
        table = rows(treadle, f"{folder}/lane_change.json", ["cones.touched", "cones.clearance"], "--set", f"speed={speed} km/h")
        return table[-1][1], min(row[2] for row in table)

    best = None
    for speed in range(60, 125, 5):
        cones, clearance = touched(speed)
        print(f"  {speed} km/h: {cones:.0f} cones, {clearance:.3f} m left")
        if cones > 0:
            break
        best = speed
    print(f"double lane change: {best} km/h without a cone")


def main():
    treadle, models = sys.argv[1:3]
    folder = f"{models}/vehicle"
    step_steer(treadle, folder)
    circle(treadle, folder)
    braking_in_a_turn(treadle, folder)
    lane_change(treadle, folder)


if __name__ == "__main__":
    main()
