"""Constraints and forces green, bodies blue; outputs and the assembly."""

from sketch import CHILD, FORCE, INK, MOTION, PARENT, Sketch, polar


def gear(s, center, radius, color, teeth=14):
    points = []
    for i in range(2 * teeth):
        r = radius + (4 if i % 2 else -3)
        for shift in (-3, 3):
            points.append(polar(center, r, 180 * i / teeth + shift))
    s.path(points, color, 2, color, 0.2, close=True)
    s.pin(center, color, 4)


def distance():
    s = Sketch()
    s.ground((30, 136), (100, 136), 1)
    a, b = (64, 136), (150, 62)
    s.block((158, 48), 80, 34)
    s.line(a, b, FORCE, 3)
    s.dot(a, FORCE, 5)
    s.dot(b, FORCE, 5)
    s.text((54, 118), "from", FORCE, 12, "end")
    s.text((162, 72), "to", FORCE, 12, "start")
    s.text((118, 108), "length", MOTION, 12, "start")
    return s


def coupler():
    s = Sketch()
    p, q = (84, 92), (158, 92)
    gear(s, p, 42, CHILD, 16)
    gear(s, q, 26, FORCE, 10)
    s.arc(p, 54, 110, 160)
    s.arc(q, 38, 60, 10)
    s.text((44, 150), "q₁", MOTION, 14, italic=True)
    s.text((204, 118), "q₂", MOTION, 14, italic=True)
    s.text((120, 14), "f₁ q₁ + f₂ q₂ = offset", INK, 12)
    return s


def driver():
    s = Sketch()
    p = (58, 56)
    s.support(p)
    s.line(p, (142, 56), INK, 1.2, "4 4")
    s.link(p, polar(p, 74, 48))
    s.pin(p)
    s.arc(p, 48, 0, 48, FORCE)
    s.text((112, 78), "q", FORCE, 14, "start", True)
    s.text((124, 76), "= f(t)", FORCE, 13, "start")
    x, y = 158, 100
    s.arrow((x, y), (x + 68, y), INK, 1.2, size=5)
    s.arrow((x, y), (x, y + 46), INK, 1.2, size=5)
    s.path([(x, y + 6), (x + 16, y + 8), (x + 30, y + 24), (x + 44, y + 36), (x + 62, y + 38)], MOTION, 2.2)
    s.text((x + 66, y - 13), "t", INK, 12, "end", True)
    return s


def point_on_line():
    s = Sketch()
    s.line((24, 44), (216, 112), FORCE, 2.4)
    s.link((112, 75), (148, 136), CHILD, 9)
    s.dot((112, 75), MOTION, 5)
    s.dot((52, 54), FORCE, 5)
    s.arrow((150, 76), (188, 89.5), MOTION)
    s.text((52, 34), "to", FORCE)
    s.text((104, 88), "from", MOTION, 12, "end")
    s.text((190, 72), "axis", MOTION)
    return s


def point_on_plane():
    s = Sketch()
    s.path([(20, 42), (154, 20), (220, 66), (88, 92)], FORCE, 2, FORCE, 0.15, close=True)
    s.link((122, 58), (158, 128), CHILD, 9)
    s.dot((122, 58), MOTION, 5)
    s.dot((70, 56), FORCE, 5)
    s.arrow((70, 56), (74, 112), FORCE)
    s.text((62, 40), "to", FORCE)
    s.text((112, 66), "from", MOTION, 12, "end")
    s.text((74, 120), "normal", FORCE)
    return s


def spring():
    s = Sketch()
    s.ground((56, 142), (184, 142), 1)
    s.block((120, 32), 110, 28)
    s.spring((84, 142), (84, 46))
    s.damper((120, 142), (120, 46))
    s.arrow((156, 84), (156, 48), FORCE)
    s.arrow((156, 104), (156, 140), FORCE)
    s.text((76, 90), "stiffness", FORCE, 12, "end")
    s.text((166, 90), "actuator", FORCE, 12, "start")
    s.text((120, 4), "damping between them", INK, 11)
    return s


def bushing():
    s = Sketch()
    c = (120, 82)
    s.circle(c, 52, PARENT, 3)
    s.circle(c, 20, CHILD, 2, CHILD, 0.35)
    for angle in (0, 90, 180, 270):
        s.spring(polar(c, 20, angle), polar(c, 52, angle), FORCE, 4, 5, 0.12)
    s.triad(c, 15, ("", "", ""), False, 0, CHILD)
    s.text((46, 124), "to", PARENT)
    s.text((152, 106), "from", CHILD, 12)
    s.arc(c, 62, -30, 30, FORCE)
    s.text((120, 10), "six springs, six dampers", INK, 11)
    return s


def plane():
    s = Sketch()
    s.ground((24, 40), (216, 40))
    c = (96, 84)
    s.circle(c, 32, CHILD, 2, CHILD)
    s.dot(c, CHILD, 4)
    s.arrow(c, polar(c, 32, 45), MOTION, 1.6, size=6)
    s.text((134, 112), "radius", MOTION, 12, "start")
    s.spring((96, 52), (96, 40), FORCE, 2, 5, 0.1)
    s.arrow((176, 40), (176, 92), FORCE)
    s.text((184, 84), "normal", FORCE, 12, "start")
    s.text((52, 100), "from", CHILD, 12, "end")
    s.text((176, 16), "to", FORCE)
    s.dot((176, 40), FORCE, 4)
    return s


def applied():
    s = Sketch()
    s.block((112, 76), 104, 46, turn=14)
    p = (158, 88)
    s.dot(p, FORCE, 5)
    s.arrow(p, (214, 102), FORCE, 2.6)
    s.text((208, 112), "force", FORCE)
    s.arc((190, 96), 19, 130, -100, FORCE)
    s.text((196, 62), "torque", FORCE)
    s.text((150, 70), "on", FORCE)
    s.text((84, 70), "body", CHILD)
    s.text((88, 132), "direction: world or body axes", INK, 11)
    return s


def acting():
    s = Sketch(280)
    p = (90, 56)
    s.support(p)
    s.line(p, (196, 56), INK, 1.2, "4 4")
    s.line(polar(p, 30, 68), polar(p, 100, 68), FORCE, 3)
    s.link(p, polar(p, 100, 26))
    s.pin(p)
    points = [polar(p, 58 + (6 if i % 2 else -6), 2 + 20 * i / 11) for i in range(12)]
    s.path([polar(p, 58, 0)] + points + [polar(p, 58, 25)], FORCE, 2)
    s.arc(p, 30, 190, 250, MOTION)
    s.text((40, 26), "drive", MOTION)
    s.text((160, 42), "spring, damping", FORCE, 12, "start")
    s.text((136, 140), "limits", FORCE, 12, "start")
    s.text((58, 64), "friction", INK, 12, "end")
    return s


def output():
    s = Sketch(300)
    a, b, c = (54, 58), (140, 96), (226, 66)
    s.support(a)
    s.link(a, b)
    s.link(b, c)
    s.pin(a)
    s.pin(b)
    s.dot(c, MOTION, 5)
    s.arrow(c, (262, 118), MOTION)
    s.text((268, 124), "velocity", MOTION, 11)
    s.arc(b, 26, 204, 340, MOTION)
    s.text((138, 52), "angle", MOTION, 11)
    s.line(a, c, INK, 1.2, "4 4")
    s.text((200, 44), "distance", INK, 11)
    s.arrow(b, (124, 140), FORCE)
    s.text((118, 146), "reaction", FORCE, 11, "end")
    s.triad(a, 22, ("", "", ""), False, 24, CHILD)
    s.text((20, 112), "seen_from", CHILD, 11, "start")
    s.text((252, 52), "of", MOTION, 11)
    return s


def assembly():
    s = Sketch(280)
    a, d = (48, 48), (216, 48)
    s.support(a)
    s.support(d)
    for share, dash in ((0, "5 4"), (1, "")):
        b = (40, 118) if not share else (84, 112)
        c = (178, 138) if not share else (196, 126)
        if share:
            s.link(a, b, CHILD, 7)
            s.link(b, c, CHILD, 7)
            s.link(c, d, CHILD, 7)
            for p in (a, b, c, d):
                s.pin(p, INK, 4)
        else:
            s.path([a, b, c, d], INK, 1.6, dash=dash)
    s.circle((140, 119), 11, MOTION, 2)
    s.dot((140, 119), MOTION, 3)
    s.text((140, 142), "target", MOTION)
    s.arrow((44, 102), (70, 98), MOTION)
    s.text((132, 60), "the drawing: dashed", INK, 11)
    return s


def mesh():
    s = Sketch()
    p, q = (78, 92), (160, 92)
    gear(s, p, 44, CHILD, 16)
    gear(s, q, 30, PARENT, 11)
    at = (126, 92)
    s.line((126, 40), (126, 148), INK, 1, "4 4")
    s.arrow(at, (112, 138), FORCE, 2.6)
    s.dot(at, FORCE, 4)
    s.arc(at, 40, 90, 106, MOTION)
    s.text((104, 146), "force", FORCE, 12, "end")
    s.text((134, 140), "pressure_angle", MOTION, 11, "start")
    s.text((132, 30), "point", FORCE, 12, "start")
    s.arc(p, 56, 200, 250, MOTION)
    return s


def claws():
    s = Sketch()
    c = (120, 84)
    s.circle(c, 62, CHILD, 2, CHILD, 0.15)
    for angle in (90, 270):
        s.path([polar(c, 22, angle - 24), polar(c, 58, angle - 16), polar(c, 58, angle + 16), polar(c, 22, angle + 24)],
               CHILD, 2, CHILD, 0.5, close=True)
    for angle in (10, 190):
        s.path([polar(c, 22, angle - 20), polar(c, 58, angle - 14), polar(c, 58, angle + 14), polar(c, 22, angle + 20)],
               PARENT, 2, PARENT, 0.5, close=True)
    s.arc(c, 50, 26, 72, FORCE)
    s.text((176, 140), "play", FORCE, 12, "start")
    s.text((120, 8), "f₁ q₁ + f₂ q₂ − offset", INK, 12)
    return s


def loose_teeth():
    s = mesh()
    s.spring((50, 14), (98, 14), FORCE, 5, 5, 0.15)
    s.text((108, 10), "gives, has play", FORCE, 11, "start")
    return s


def axes_of_law(s, x, y):
    o = (120, 76)
    s.arrow((24, o[1]), (222, o[1]), INK, 1.2, size=5)
    s.arrow((o[0], 12), (o[0], 146), INK, 1.2, size=5)
    s.text((220, o[1] - 16), x, INK, 12, "end")
    s.text((o[0] + 8, 140), y, INK, 12, "start")
    return o


def play():
    s = Sketch()
    axes_of_law(s, "q", "resistance")
    s.path([(60, 16), (84, 76), (156, 76), (180, 136)], FORCE, 2.6)
    s.line((84, 96), (156, 96), MOTION, 1.6)
    for x in (84, 156):
        s.line((x, 90), (x, 102), MOTION, 1.6)
    s.text((128, 106), "width", MOTION, 12, "start")
    s.text((56, 38), "stiffness", FORCE, 11, "end")
    return s


def motor():
    s = Sketch()
    s.arrow((40, 30), (222, 30), INK, 1.2, size=5)
    s.arrow((40, 30), (40, 146), INK, 1.2, size=5)
    s.text((220, 10), "rate", INK, 12, "end")
    s.text((48, 142), "force", INK, 12, "start")
    s.path([(40, 96), (80, 112), (120, 120), (150, 108), (176, 70), (192, 30)], FORCE, 2.6)
    s.path([(40, 63), (80, 71), (120, 75), (150, 69), (176, 50), (192, 30)], FORCE, 1.6, dash="5 4")
    s.text((84, 50), "level ½", FORCE, 11, "start")
    return s


FIGURES = {f"constraint_{f.__name__}": f for f in (distance, coupler, driver, point_on_line, point_on_plane)}
FIGURES |= {f"force_{f.__name__}": f for f in (spring, bushing, plane, applied)}
FIGURES |= {f.__name__: f for f in (acting, output, assembly, play, motor)}
FIGURES |= {"constraint_gear": mesh, "force_coupler": claws, "force_gear": loose_teeth}
