"""Functions of time and curves of the model language, from their definitions in docs/theory/forces.md."""

import math


def value(entry, t):
    """A number or a function of time: its value and its first two derivatives."""
    if not isinstance(entry, dict):
        return float(entry), 0.0, 0.0
    return {"ramp": ramp, "step": step, "sine": sine, "chirp": chirp, "table": table}[entry["type"]](entry, t)


def ramp(f, t):
    start, end, offset = f.get("start", 0.0), f.get("end", math.inf), f.get("offset", 0.0)
    if t < start:
        return offset, 0.0, 0.0
    if t >= end:
        return offset + f["slope"] * (end - start), 0.0, 0.0
    return offset + f["slope"] * (t - start), f["slope"], 0.0


def step(f, t):
    low, start = f.get("from", 0.0), f.get("start", 0.0)
    length, rise = f["end"] - start, f["to"] - low
    s = min(max((t - start) / length, 0.0), 1.0)
    return (low + rise * s ** 3 * (10 - 15 * s + 6 * s * s), rise * 30 * s * s * (1 - s) ** 2 / length,
            rise * 60 * s * (1 - s) * (1 - 2 * s) / length ** 2)


def sine(f, t):
    w, a = 2 * math.pi * f["frequency"], f["amplitude"]
    angle = w * t + f.get("phase", 0.0)
    return f.get("offset", 0.0) + a * math.sin(angle), a * w * math.cos(angle), -a * w * w * math.sin(angle)


def chirp(f, t):
    start, a = f.get("start", 0.0), f["amplitude"]
    phase, offset = f.get("phase", 0.0), f.get("offset", 0.0)
    if t <= start:
        return offset + a * math.sin(phase), 0.0, 0.0
    length = f["end"] - start
    growth, s = (f["to"] - f["from"]) / length, min(t - start, length)
    angle = phase + 2 * math.pi * (f["from"] * s + growth * s * s / 2 + f["to"] * (t - start - s))
    w = 2 * math.pi * (f["from"] + growth * s)
    change = 2 * math.pi * growth if t < f["end"] else 0.0
    return (offset + a * math.sin(angle), a * w * math.cos(angle),
            a * (change * math.cos(angle) - w * w * math.sin(angle)))


def table(f, t):
    """The cubic spline through the points that is level at both ends."""
    x, y = f["times"], f["values"]
    if t <= x[0] or len(x) == 1:
        return y[0], 0.0, 0.0
    if t >= x[-1]:
        return y[-1], 0.0, 0.0
    slopes = level_spline(x, y)
    i = max(k for k in range(len(x) - 1) if x[k] <= t)
    h = x[i + 1] - x[i]
    s, rise = (t - x[i]) / h, (y[i + 1] - y[i]) / h
    a, b = slopes[i] - rise, rise - slopes[i + 1]
    # Hermite's cubic: y + h s rise + h s (1 - s) ((1 - s) a + s b)
    return (y[i] + h * s * (rise + (1 - s) * ((1 - s) * a + s * b)),
            rise + a * (1 - 4 * s + 3 * s * s) + b * (2 * s - 3 * s * s),
            (a * (6 * s - 4) + b * (2 - 6 * s)) / h)


def level_spline(x, y):
    """Slopes at the points for which the curvature is continuous; zero at both ends."""
    n = len(x)
    slopes = [0.0] * n
    for _ in range(200):  # a diagonally dominant system, by Gauss and Seidel
        for i in range(1, n - 1):
            left, right = 1 / (x[i] - x[i - 1]), 1 / (x[i + 1] - x[i])
            known = 3 * ((y[i] - y[i - 1]) * left * left + (y[i + 1] - y[i]) * right * right)
            slopes[i] = (known - left * slopes[i - 1] - right * slopes[i + 1]) / (2 * (left + right))
    return slopes


def curve(x, y, at):
    """The monotone cubic of Fritsch and Butland, straight outside its points."""
    n = len(x)
    rise = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in range(n - 1)]
    slope = [rise[0]] + [0.0] * (n - 2) + [rise[-1]]
    for i in range(1, n - 1):
        a, b = rise[i - 1], rise[i]
        left, right = x[i] - x[i - 1], x[i + 1] - x[i]
        if a * b > 0:
            slope[i] = 3 * (left + right) / ((2 * right + left) / a + (right + 2 * left) / b)
    if at <= x[0]:
        return y[0] + slope[0] * (at - x[0])
    if at >= x[-1]:
        return y[-1] + slope[-1] * (at - x[-1])
    i = max(k for k in range(n - 1) if x[k] <= at)
    h = x[i + 1] - x[i]
    s = (at - x[i]) / h
    return y[i] + h * s * (rise[i] + (1 - s) * ((1 - s) * (slope[i] - rise[i]) + s * (rise[i] - slope[i + 1])))
