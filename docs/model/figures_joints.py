"""Joints: the parent grey, the child blue, its coordinates orange, the axis dash-dotted."""

from sketch import CHILD, INK, MOTION, PARENT, Sketch, between, iso, polar


def cylinder(s, low, high, rx, ry, color, opacity=0.2):
    """A standing cylinder between two heights."""
    x = low[0]
    d = (f"M{s.xy((x - rx, high[1]))} L{s.xy((x - rx, low[1]))} A{rx},{ry} 0 0 0 {s.xy((x + rx, low[1]))} "
         f"L{s.xy((x + rx, high[1]))} A{rx},{ry} 0 0 0 {s.xy((x - rx, high[1]))} Z")
    s.raw_path(d, color, 2, color, opacity)
    s.ellipse(high, rx, ry, color, 2, color, opacity)


def revolute():
    s = Sketch()
    p = (62, 62)
    s.support(p)
    s.line(p, (200, 62), INK, 1.2, "4 4")
    s.link(p, polar(p, 120, 32))
    s.pin(p)
    s.arc(p, 82, 0, 32)
    s.text((158, 84), "q", MOTION, 14, italic=True)
    s.text((62, 82), "axis", INK, 11)
    s.text((38, 20), "parent", PARENT, 11)
    s.text((158, 142), "child", CHILD)
    return s


def prismatic():
    s = Sketch()
    s.ground((20, 50), (220, 50))
    s.axis((14, 80), (226, 80))
    s.block((135, 72), 74, 40)
    s.text((135, 68), "child", CHILD)
    s.line((60, 54), (60, 112), INK, 1.2, "4 4")
    s.line((135, 94), (135, 112), INK, 1.2, "4 4")
    s.arrow((60, 106), (135, 106))
    s.text((97, 113), "q", MOTION, 14, italic=True)
    s.text((214, 86), "axis", INK, 11)
    s.text((120, 26), "parent", PARENT, 11)
    return s


def spherical():
    s = Sketch()
    p = (100, 72)
    s.raw_path(f"M{s.xy((81, 70))} A19,19 0 0 0 {s.xy((119, 70))}", INK, 5)
    s.line((100, 48), (100, 34), INK, 5)
    s.ground((66, 32), (134, 32))
    s.link(p, (188, 124), half=8)
    s.circle(p, 15, CHILD, 2, CHILD, 0.55)
    s.arc((100, 122), 26, 200, 340, flat=0.4)
    s.arc(p, 46, 115, 180, flat=1)
    s.arc((176, 92), 18, 110, -110, flat=1.0)
    s.text((200, 140), "child", CHILD)
    s.text((146, 40), "parent", PARENT, 11, "start")
    s.text((44, 122), "3 turns", MOTION, 12)
    return s


def free():
    s = Sketch()
    s.triad((36, 40))
    s.text((40, 14), "parent", PARENT, 11)
    p = (160, 92)
    s.block(p, 76, 42, turn=18)
    s.triad(p, 22, ("", "", ""), color=CHILD)
    s.path([(36, 40), between((36, 40), p, 0.55), p], MOTION, 1.6, dash="5 4")
    s.text((92, 84), "x y z", MOTION, 12, italic=True)
    s.arc(p, 52, 30, 85)
    s.text((186, 148), "turn", MOTION, 12)
    s.text((196, 62), "child", CHILD)
    return s


def fixed():
    s = Sketch()
    s.link((40, 84), (146, 84), PARENT, 12)
    s.link((114, 84), (204, 84), CHILD, 12)
    for x in (118, 142):
        s.path([(x - 5, 89), (x + 5, 79)], INK, 1.6)
        s.path([(x - 5, 79), (x + 5, 89)], INK, 1.6)
        s.circle((x, 84), 7, INK, 1.6)
    s.text((62, 56), "parent", PARENT)
    s.text((182, 56), "child", CHILD)
    s.text((130, 112), "no motion", INK)
    return s


def cylindrical():
    s = Sketch(280)
    s.axis((140, 12), (140, 156))
    cylinder(s, (140, 28), (140, 138), 8, 3, PARENT, 0.25)
    s.ground((112, 26), (168, 26))
    cylinder(s, (140, 62), (140, 96), 28, 9, CHILD, 0.35)
    s.arc((140, 112), 38, 200, 340, flat=0.35)
    s.text((192, 106), "angle", MOTION, 12, "start")
    s.arrow((94, 40), (94, 82))
    s.text((88, 58), "displacement", MOTION, 12, "end")
    s.text((194, 76), "child", CHILD, 12, "start")
    s.text((156, 142), "axis", INK, 11, "start")
    return s


def universal():
    s = Sketch(260)
    p = (126, 78)
    s.axis((20, 78), (236, 78))
    s.link((24, 78), (76, 78), PARENT, 7)
    s.path([(84, 78), (98, 78)], PARENT, 5)
    s.path([(p[0], 108), (98, 108), (98, 48), (p[0], 48)], PARENT, 5)
    s.line((p[0], 48), (p[0], 108), INK, 5)
    s.line((104, 66), (148, 90), INK, 5)
    s.dot((p[0], 108), PARENT, 6)
    s.dot((p[0], 48), PARENT, 6)
    s.path([(104, 66), (134, 50), (170, 74), (148, 90)], CHILD, 5)
    s.link((160, 66), (230, 88), CHILD, 7)
    s.dot((104, 66), CHILD, 6)
    s.dot((148, 90), CHILD, 6)
    s.arc((50, 78), 22, 115, -115)
    s.text((50, 110), "angle1", MOTION)
    s.arc((p[0], 130), 24, 200, 340, flat=0.4)
    s.text((158, 128), "angle2", MOTION, 12, "start")
    s.text((40, 42), "parent", PARENT, 11)
    s.text((222, 110), "child", CHILD)
    return s


def planar():
    s = Sketch()
    o = (118, 56)
    s.path([iso(-72, -50, 0, o), iso(72, -50, 0, o), iso(72, 50, 0, o), iso(-72, 50, 0, o)],
           INK, 2, INK, 0.12, close=True)
    low = [iso(-18, -14, 0, o), iso(22, -14, 0, o), iso(22, 18, 0, o), iso(-18, 18, 0, o)]
    high = [(x, y + 16) for x, y in low]
    s.path([low[0], low[1], low[2], high[2], high[3], high[0]], CHILD, 2, CHILD, 0.3, close=True)
    s.path([high[0], high[1], high[2]], CHILD)
    s.line(low[1], high[1], CHILD)
    s.axis(iso(0, 0, 16, o), iso(0, 0, 90, o))
    s.arc(iso(0, 0, 62, o), 24, 200, 340, flat=0.45)
    s.text((152, 116), "angle", MOTION, 12, "start")
    s.arrow(iso(26, 0, 0, o), iso(60, 0, 0, o))
    s.text(iso(66, -14, -4, o), "x", MOTION, 14, italic=True)
    s.arrow(iso(0, 22, 0, o), iso(0, 46, 0, o))
    s.text(iso(8, 54, -4, o), "y", MOTION, 14, italic=True)
    s.text((96, 146), "axis", INK, 11)
    return s


def screw():
    s = Sketch(270)
    s.axis((110, 10), (110, 156))
    cylinder(s, (110, 26), (110, 142), 14, 5, PARENT, 0.2)
    for i in range(9):
        y = 32 + 12 * i
        s.line((96, y), (124, y + 7), INK, 1.5)
    s.ground((80, 24), (140, 24))
    cylinder(s, (110, 70), (110, 96), 34, 10, CHILD, 0.4)
    s.arc((110, 112), 40, 200, 340, flat=0.35)
    s.text((154, 116), "q", MOTION, 14, "start", True)
    s.arrow((164, 56), (164, 94))
    s.text((172, 70), "pitch · q / 2π", MOTION, 12, "start")
    s.text((60, 80), "child", CHILD, 12, "end")
    return s


def seat():
    s = Sketch(300, 160)
    p = (78, 84)
    s.link((22, 62), p, PARENT)
    s.link(p, (138, 112), CHILD)
    s.triad(p, 24, ("x", "", "z"), False)
    s.dot(p)
    s.text((80, 140), "one frame", INK)
    s.text((80, 126), "in the drawing", INK)
    q, r = (210, 66), (232, 104)
    s.link((166, 48), q, PARENT)
    s.link(r, (284, 122), CHILD)
    s.triad(q, 20, ("", "", ""), False, 25, PARENT)
    s.triad(r, 20, ("", "", ""), False, 25, CHILD)
    s.line(q, r, MOTION, 1.6, "4 3")
    s.text((216, 30), "parent_frame", PARENT, 11)
    s.text((236, 144), "child_frame", CHILD, 11)
    return s


FIGURES = {f"joint_{f.__name__}": f for f in (revolute, prismatic, spherical, free, fixed, cylindrical,
                                              universal, planar, screw, seat)}
