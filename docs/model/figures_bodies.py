"""The file as a whole, bodies, shapes, places."""

from sketch import CHILD, FORCE, INK, MOTION, PARENT, Sketch, iso, polar
from figures_joints import cylinder


def model():
    s = Sketch(360, 160)
    a, b, c = (62, 70), (94, 112), (206, 70)
    s.support(a)
    s.link(b, c, CHILD, 7)
    s.link(a, b, CHILD, 9)
    s.block((224, 70), 60, 34)
    s.pin(a)
    s.pin(b)
    s.pin(c)
    s.ground((176, 50), (300, 50))
    s.spring((254, 70), (322, 70))
    s.ground((322, 92), (322, 48), 1)
    s.arc(a, 34, 100, 160)
    s.text((40, 118), "shaft", MOTION, 11)
    s.text((68, 128), "crank", CHILD, 11)
    s.text((158, 106), "rod", CHILD, 11)
    s.text((232, 94), "ram", CHILD, 11)
    s.text((288, 88), "return_spring", FORCE, 11)
    return s


def parameter():
    s = Sketch(260, 160)
    s.block((56, 84), 78, 84, PARENT)
    for y, word in ((104, "length"), (82, "load"), (60, "swing")):
        s.text((56, y), word, INK, 12)
    s.arrow((98, 108), (136, 108), INK, 1.6)
    s.arrow((98, 86), (136, 76), INK, 1.6)
    s.arrow((98, 62), (136, 46), INK, 1.6)
    s.text((144, 104), '"length/2"', MOTION, 12, "start")
    s.text((144, 72), '"load*length"', MOTION, 12, "start")
    s.text((144, 40), '"2*swing - 10 deg"', MOTION, 12, "start")
    return s


def include():
    s = Sketch(280, 160)
    def corner(x, sign, color):
        s.block((x, 92), 22, 54, color)
        s.link((x - sign * 14, 104), (x - sign * 52, 112), color, 5)
        s.link((x - sign * 14, 80), (x - sign * 52, 76), color, 5)
    s.block((140, 92), 56, 72, PARENT)
    s.text((140, 88), "chassis", INK, 11)
    corner(226, 1, CHILD)
    corner(54, -1, MOTION)
    s.axis((140, 30), (140, 150))
    s.text((226, 136), "front.left", CHILD, 11)
    s.text((54, 136), "front.right", MOTION, 11)
    s.text((54, 48), "mirrored", MOTION, 11)
    s.text((140, 16), "corner.json, twice", INK, 11)
    return s


def body():
    s = Sketch(260, 160)
    s.triad((30, 34), 18)
    s.text((30, 12), "world", INK, 11)
    o = (118, 70)
    d = (f"M{s.xy((96, 62))} C{s.xy((92, 124))} {s.xy((170, 150))} {s.xy((214, 124))} "
         f"C{s.xy((246, 104))} {s.xy((222, 48))} {s.xy((170, 50))} C{s.xy((130, 52))} {s.xy((98, 40))} {s.xy((96, 62))} Z")
    s.raw_path(d, CHILD, 2, CHILD, 0.2)
    s.arrow((30, 34), (116, 69), INK, 1.2, size=6)
    s.text((92, 36), "position", INK, 11, "start")
    s.triad(o, 20, ("", "", ""), color=CHILD)
    c = (176, 92)
    s.arrow(o, (172, 90), MOTION, 1.6, size=6)
    s.circle(c, 7, MOTION, 2)
    s.path([c, polar(c, 7, 0), polar(c, 7, 45), polar(c, 7, 90)], MOTION, 1, MOTION, 1, close=True)
    s.path([c, polar(c, 7, 180), polar(c, 7, 225), polar(c, 7, 270)], MOTION, 1, MOTION, 1, close=True)
    s.text((190, 88), "mass", MOTION, 11, "start")
    s.text((148, 92), "center", MOTION, 11)
    return s


def box():
    s = Sketch()
    o = (116, 62)
    p = {(x, y, z): iso(44 * x, 30 * y, 26 * z + 16, o) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)}
    s.path([p[-1, -1, -1], p[1, -1, -1], p[1, 1, -1], p[1, 1, 1], p[-1, 1, 1], p[-1, -1, 1]], CHILD, 2, CHILD,
           0.2, close=True)
    s.path([p[-1, -1, 1], p[1, -1, 1], p[1, 1, 1]], CHILD)
    s.line(p[1, -1, 1], p[1, -1, -1], CHILD)
    s.triad(iso(0, 0, 16, o), 20, ("", "", ""))
    s.text((76, 34), "x", MOTION, 14, italic=True)
    s.text((172, 26), "y", MOTION, 14, italic=True)
    s.text((40, 84), "z", MOTION, 14, italic=True)
    return s


def sized(s, x, low, high, word):
    s.arrow((x, low), (x, high), MOTION, 1.6, True, 6)
    s.text((x + 6, (low + high) / 2 - 4), word, MOTION, 12, "start")


def round_radius(s, center, rx, ry, word="radius"):
    s.arrow(center, (center[0] + rx, center[1]), MOTION, 1.6, size=6)
    s.text((center[0], center[1] + ry + 6), word, MOTION, 12)


def cylinder_shape():
    s = Sketch()
    s.axis((110, 14), (110, 152))
    cylinder(s, (110, 34), (110, 118), 38, 12, CHILD)
    round_radius(s, (110, 118), 38, 12)
    sized(s, 162, 34, 118, "length")
    s.triad((110, 76), 18, ("", "", ""))
    return s


def sphere():
    s = Sketch()
    s.circle((116, 80), 52, CHILD, 2, CHILD)
    s.ellipse((116, 80), 52, 15, CHILD, 1.2, dash="4 4")
    s.arrow((116, 80), (153, 117), MOTION, 1.6, size=6)
    s.text((180, 124), "radius", MOTION)
    s.triad((116, 80), 18, ("", "", ""))
    return s


def capsule():
    s = Sketch()
    s.raw_path(f"M{s.xy((82, 54))} L{s.xy((82, 106))} A28,28 0 0 1 {s.xy((138, 106))} L{s.xy((138, 54))} "
               f"A28,28 0 0 1 {s.xy((82, 54))} Z", CHILD, 2, CHILD, 0.2)
    s.ellipse((110, 106), 28, 8, CHILD, 1.2, dash="4 4")
    s.ellipse((110, 54), 28, 8, CHILD, 1.2, dash="4 4")
    sized(s, 152, 54, 106, "length")
    s.arrow((110, 106), (129, 126), MOTION, 1.6, size=6)
    s.text((158, 132), "radius", MOTION)
    s.triad((110, 80), 16, ("", "", ""))
    return s


def tube():
    s = Sketch(260)
    cylinder(s, (110, 34), (110, 114), 42, 13, CHILD)
    s.ellipse((110, 114), 26, 7.5, CHILD, 2, CHILD, 0.5)
    s.arrow((110, 114), (152, 114), MOTION, 1.6, size=6)
    s.arrow((110, 114), (85, 114), MOTION, 1.6, size=6)
    s.text((158, 124), "radius", MOTION, 12, "start")
    s.text((70, 136), "inner_radius", MOTION)
    sized(s, 166, 34, 108, "length")
    return s


def extrusion():
    s = Sketch()
    outline = [(0, 0), (100, 0), (100, 30), (34, 30), (34, 84), (0, 84)]
    front = [(40 + x, 30 + y) for x, y in outline]
    back = [(x + 34, y + 22) for x, y in front]
    s.path(back, CHILD, 1.2, dash="4 4", close=True)
    for a, b in zip(front, back):
        s.line(a, b, CHILD, 1.2)
    s.path(front, CHILD, 2.4, CHILD, 0.25, close=True)
    for p in front:
        s.dot(p, MOTION, 3)
    s.text((86, 14), "outline", MOTION)
    s.arrow((146, 26), (180, 48), MOTION, 1.6, True, 6)
    s.text((170, 28), "length", MOTION, 12, "start")
    return s


def mesh():
    s = Sketch()
    p = [(50, 40), (118, 24), (186, 46), (60, 98), (122, 82), (178, 104), (112, 136)]
    faces = [(0, 1, 4), (0, 4, 3), (1, 2, 4), (2, 5, 4), (3, 4, 6), (4, 5, 6)]
    for i, face in enumerate(faces):
        s.path([p[k] for k in face], CHILD, 1.6, CHILD, 0.12 + 0.06 * (i % 3), close=True)
    for q in p:
        s.dot(q, CHILD, 3)
    s.text((196, 128), ".stl .obj", MOTION)
    return s


def hull():
    s = Sketch()
    rim = [(52, 60), (96, 26), (168, 38), (190, 92), (140, 138), (70, 120)]
    inside = [(104, 70), (132, 96), (150, 62)]
    s.path(rim, CHILD, 2.0, CHILD, 0.18, close=True)
    for a, b in ((1, 4), (1, 5), (2, 4)):
        s.line(rim[a], rim[b], CHILD, 1.2)
    for q in rim + inside:
        s.dot(q, MOTION, 3)
    s.text((200, 134), "points", MOTION)
    return s


def heights():
    s = Sketch()
    def at(i, j):
        rise = (0, 14, 30, 18, 4)[i] * (0.4, 1.0, 0.7)[j]
        return (28 + 34 * i + 18 * j, 34 + 26 * j + rise)
    for j in range(3):
        for i in range(5):
            if i < 4:
                s.line(at(i, j), at(i + 1, j), CHILD, 1.6)
            if j < 2:
                s.line(at(i, j), at(i, j + 1), CHILD, 1.6)
            s.dot(at(i, j), MOTION, 3)
    s.text((120, 142), "heights", MOTION)
    s.arrow((28, 20), (62, 20), INK, 1.2, True, 5)
    s.text((80, 14), "spacing", INK, 11)
    return s


def frame():
    s = Sketch()
    s.link((44, 52), (186, 96), CHILD, 13)
    s.triad((44, 52), 24, ("", "", ""), False, 17, CHILD)
    s.triad((178, 94), 30, ("x", "", "z"), False, 50, MOTION)
    s.arrow((44, 52), (174, 92), INK, 1.2, size=6)
    s.text((120, 54), "position", INK, 11)
    s.text((150, 136), "arm.tip", MOTION)
    s.text((50, 24), "body frame", CHILD, 11)
    return s


def orientation():
    s = Sketch()
    o = (92, 50)
    s.triad(o, 70, ("x", "", "z"), False)
    for turn, word in ((28, "x'"), (118, "z'")):
        s.arrow(o, polar(o, 84, turn), CHILD)
        end = polar(o, 98, turn)
        s.text((end[0], end[1] - 4), word, CHILD, 12, italic=True)
    s.arc(o, 56, 0, 28)
    s.text((158, 62), "angle", MOTION, 12, "start")
    s.circle(o, 8, MOTION, 2)
    s.dot(o, MOTION, 3)
    s.text((84, 28), "axis", MOTION, 12, "end")
    return s


def anchor():
    s = Sketch()
    s.ground((40, 140), (110, 140), 1)
    s.link((60, 36), (186, 68), CHILD, 11)
    a, b = (74, 140), (166, 63)
    s.dot(a, FORCE, 5)
    s.dot(b, FORCE, 5)
    s.spring(a, b)
    s.text((66, 122), "from", FORCE, 12, "end")
    s.text((176, 86), "to", FORCE, 12, "start")
    s.text((88, 20), "body", CHILD)
    return s


def numbering():
    s = Sketch(300, 160)
    def tree(x, numbers):
        p = [(x, 30), (x, 66), (x - 34, 104), (x + 34, 104), (x - 34, 138), (x + 34, 138)]
        for a, b in ((0, 1), (1, 2), (1, 3), (2, 4), (3, 5)):
            s.line(p[a], p[b], INK, 1.6)
        for q, n in zip(p, numbers):
            s.add(f'<circle cx="{q[0]}" cy="{160 - q[1]}" r="10" fill="{CHILD}"/>')
            s.add(f'<text x="{q[0]}" y="{164 - q[1]}" fill="#fff" font-size="11" text-anchor="middle">{n}</text>')
    tree(78, "654321")
    tree(222, "123456")
    s.text((78, 4), "leaf-first", INK, 11)
    s.text((222, 4), "root-first", INK, 11)
    return s


FIGURES = {f"shape_{f.__name__}": f for f in (box, sphere, capsule, tube, extrusion, mesh, hull, heights)}
FIGURES["shape_cylinder"] = cylinder_shape
FIGURES |= {f.__name__: f for f in (model, parameter, include, body, frame, orientation, anchor, numbering)}
