"""Curves: functions of time, and laws on a coordinate."""

from math import exp, pi, sin, tanh

from sketch import FORCE, INK, MOTION, Sketch


def axes(across, up, origin=(34, 34), size=(186, 104), low=0):
    s = Sketch()
    x, y = origin
    s.arrow((x - 6, y), (x + size[0], y), INK, 1.5, size=6)
    s.arrow((x, y - low), (x, y + size[1]), INK, 1.5, size=6)
    s.text((x + size[0], y - 14), across, INK, 12, "end", True)
    s.text((x - 8, y + size[1] - 6), up, INK, 12, "end", True)
    return s


def curve(s, f, start, end, color=MOTION, steps=160):
    s.path([(t, f(t)) for t in (start + (end - start) * i / steps for i in range(steps + 1))], color, 2.4)


def tick(s, x, y, word, down=True):
    s.line((x, y - 3), (x, y + 3), INK, 1.5)
    s.text((x, y - 15) if down else (x, y + 8), word, INK, 11)


def level(s, y, word, to=40, x=34):
    s.line((x, y), (x + to, y), INK, 1, "3 3")
    s.text((x - 5, y - 4), word, INK, 11, "end")


def ramp():
    s = axes("t", "f", (52, 34), (168, 104))
    s.path([(52, 54), (90, 54), (166, 116), (214, 116)], MOTION, 2.4)
    s.text((47, 50), "offset", INK, 11, "end")
    for x, y, word in ((90, 54, "start"), (166, 116, "end")):
        s.line((x, 34), (x, y), INK, 1, "3 3")
        tick(s, x, 34, word)
    s.text((118, 92), "slope", MOTION, 12, "end")
    return s


def step():
    s = axes("t", "f")
    def f(t):
        u = min(1, max(0, (t - 80) / 80))
        return 54 + 62 * u * u * u * (u * (6 * u - 15) + 10)
    curve(s, f, 34, 214)
    level(s, 54, "from", 0)
    level(s, 116, "to", 126)
    for x, word in ((80, "start"), (160, "end")):
        s.line((x, 34), (x, f(x)), INK, 1, "3 3")
        tick(s, x, 34, word)
    return s


def sine():
    s = axes("t", "f", (52, 34), (168, 112))
    curve(s, lambda t: 88 + 36 * sin(2 * pi * (t - 52) / 84 + 0.5), 52, 214)
    s.line((52, 88), (214, 88), INK, 1, "3 3")
    s.text((47, 84), "offset", INK, 11, "end")
    s.arrow((151, 88), (151, 124), INK, 1.4, True, 6)
    s.text((176, 128), "amplitude", INK, 11, "start")
    s.arrow((64, 136), (148, 136), INK, 1.4, True, 6)
    s.text((106, 141), "1 / frequency", INK, 11)
    return s


def chirp():
    s = axes("t", "f")
    def f(t):
        u = min(1, max(0, (t - 44) / 150))
        phase = 2 * pi * (1.0 * u + 3.0 * u * u)
        if t > 194:
            phase += 2 * pi * 7.0 * (t - 194) / 150
        return 86 + 36 * sin(phase)
    curve(s, f, 44, 214, steps=400)
    s.line((34, 86), (44, 86), MOTION, 2.4)
    for x, word in ((44, "start"), (194, "end")):
        tick(s, x, 34, word)
    s.text((72, 128), "from", INK, 11)
    s.text((186, 128), "to", INK, 11)
    return s


def table():
    s = axes("t", "f")
    points = [(56, 60), (96, 110), (140, 84), (184, 122)]
    d = [0, 0, 0, 0]
    path = [(34, 60), (56, 60)]
    for (x0, y0), (x1, y1), a, b in zip(points, points[1:], d, d[1:]):
        for i in range(1, 21):
            u = i / 20
            path.append((x0 + (x1 - x0) * u, y0 + (y1 - y0) * u * u * (3 - 2 * u)))
    path.append((214, 122))
    s.path(path, MOTION, 2.4)
    for x, y in points:
        s.line((x, 34), (x, y), INK, 1, "3 3")
        s.dot((x, y), MOTION, 4)
    s.text((120, 14), "times", INK, 11)
    return s


def spring():
    s = axes("q", "", (112, 76), (108, 70), 60)
    s.line((16, 76), (112, 76), INK, 1.5)
    s.line((30, 134), (206, 30), FORCE, 2.4)
    s.line((148, 76), (148, 65), INK, 1, "3 3")
    s.text((152, 82), "rest", INK, 11)
    s.line((112, 64), (148, 64), INK, 1, "3 3")
    s.dot((148, 64), FORCE, 4)
    s.text((106, 58), "preload", INK, 11, "end")
    s.text((62, 126), "stiffness", FORCE, 12, "start")
    s.text((118, 150), "force", INK, 11, "start")
    return s


def limits():
    s = axes("q", "", (120, 76), (100, 70), 60)
    s.line((16, 76), (120, 76), INK, 1.5)
    s.path([(42, 140), (62, 76), (176, 76), (196, 16)], FORCE, 2.4)
    s.text((62, 62), "lower", INK, 11)
    s.text((172, 84), "upper", INK, 11)
    s.text((50, 146), "stiffness", FORCE, 12, "start")
    s.text((126, 150), "force", INK, 11, "start")
    return s


def friction():
    s = axes("v", "", (112, 78), (108, 70), 64)
    s.line((12, 78), (112, 78), INK, 1.5)
    def smooth(v):
        return -tanh(v / 6.0) * (32 + 20 * exp(-((v / 26.0) ** 2)))
    curve(s, lambda x: 78 + smooth(x - 112), 14, 212, FORCE)
    s.line((112, 46), (212, 46), INK, 1, "3 3")
    s.text((106, 42), "coulomb", INK, 11, "end")
    s.line((112, 30), (138, 30), INK, 1, "3 3")
    s.text((106, 24), "stiction", INK, 11, "end")
    s.text((118, 150), "force", INK, 11, "start")
    return s


def simulation():
    s = axes("t", "q", (34, 34), (190, 108))
    def f(t):
        return 96 + 32 * sin((t - 34) / 22.0)
    curve(s, f, 34, 206)
    for i in range(29):
        x = 34 + 6.14 * i
        s.line((x, 31), (x, 37), INK, 1)
    for i in range(8):
        s.dot((34 + 24.57 * i, f(34 + 24.57 * i)), MOTION, 4)
    s.arrow((132.3, 52), (156.9, 52), INK, 1.2, True, 5)
    s.text((128, 48), "output_interval", INK, 11, "end")
    s.text((64, 18), "step", INK, 11)
    s.text((180, 18), "duration", INK, 11)
    return s


FIGURES = {f"function_{f.__name__}": f for f in (ramp, step, sine, chirp, table)}
FIGURES |= {f.__name__: f for f in (spring, limits, friction, simulation)}
