"""Small line drawings in SVG. Lengths are pixels, y points up, angles are degrees.

The colours can be told apart by most colour-blind people and are readable on white and on black, so that
one file serves light and dark pages.
"""

from math import atan2, cos, degrees, hypot, radians, sin

INK = "#768390"      # ground, axes, words
PARENT = "#768390"
CHILD = "#2b8ccf"    # what moves
MOTION = "#d98200"   # coordinates and velocities
FORCE = "#00a37a"    # springs, forces, constraints


def polar(center, radius, angle):
    return (center[0] + radius * cos(radians(angle)), center[1] + radius * sin(radians(angle)))


def between(a, b, share):
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def iso(x, y, z, origin=(120, 60), scale=1.0):
    """A point in space: x to the lower right, y to the upper right, z up."""
    return (origin[0] + scale * (0.87 * x + 0.87 * y), origin[1] + scale * (-0.4 * x + 0.4 * y + z))


class Sketch:
    def __init__(self, width=240, height=160):
        self.width, self.height, self.parts = width, height, []

    def add(self, text):
        self.parts.append(text)

    def xy(self, p):
        return f"{p[0]:.1f},{self.height - p[1]:.1f}"

    def path(self, points, color=INK, width=2, fill="none", opacity=1.0, dash="", close=False):
        d = "M" + " L".join(self.xy(p) for p in points) + (" Z" if close else "")
        self.raw_path(d, color, width, fill, opacity, dash)

    def raw_path(self, d, color, width, fill="none", opacity=1.0, dash=""):
        more = f' stroke-dasharray="{dash}"' if dash else ""
        if fill != "none":
            more += f' fill-opacity="{opacity}"'
        self.add(f'<path d="{d}" stroke="{color}" stroke-width="{width}" fill="{fill}"{more}/>')

    def line(self, a, b, color=INK, width=2, dash=""):
        self.path([a, b], color, width, dash=dash)

    def axis(self, a, b, color=INK):
        self.line(a, b, color, 1.4, "9 3 2 3")

    def circle(self, center, radius, color=INK, width=2, fill="none", opacity=0.2):
        x, y = self.xy(center).split(",")
        more = f' fill-opacity="{opacity}"' if fill != "none" else ""
        self.add(f'<circle cx="{x}" cy="{y}" r="{radius}" stroke="{color}" stroke-width="{width}" '
                 f'fill="{fill}"{more}/>')

    def ellipse(self, center, rx, ry, color=INK, width=2, fill="none", opacity=0.2, dash="", turn=0):
        x, y = self.xy(center).split(",")
        more = f' stroke-dasharray="{dash}"' if dash else ""
        if fill != "none":
            more += f' fill-opacity="{opacity}"'
        if turn:
            more += f' transform="rotate({-turn} {x} {y})"'
        self.add(f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" stroke="{color}" '
                 f'stroke-width="{width}" fill="{fill}"{more}/>')

    def dot(self, p, color=INK, radius=3.5):
        x, y = self.xy(p).split(",")
        self.add(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{color}" stroke="none"/>')

    def pin(self, p, color=INK, radius=5):
        x, y = self.xy(p).split(",")
        self.add(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{color}" stroke-width="2"/>')
        self.dot(p, color, 1.6)

    def text(self, p, words, color=INK, size=12, anchor="middle", italic=False):
        x, y = self.xy(p).split(",")
        style = ' font-style="italic"' if italic else ""
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        self.add(f'<text x="{x}" y="{y}" fill="{color}" stroke="none" font-size="{size}" '
                 f'text-anchor="{anchor}"{style}>{words}</text>')

    def head(self, tip, angle, color, size=8):
        left, right = polar(tip, size, angle + 155), polar(tip, size, angle - 155)
        self.path([tip, left, right], color, 1, color, 1.0, close=True)

    def arrow(self, a, b, color=MOTION, width=2, both=False, size=8):
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        end = polar(b, size * 0.7, angle + 180)
        start = polar(a, size * 0.7, angle) if both else a
        self.line(start, end, color, width)
        self.head(b, angle, color, size)
        if both:
            self.head(a, angle + 180, color, size)

    def arc(self, center, radius, start, end, color=MOTION, width=2, head=True, flat=1.0, dash=""):
        """A turn; `flat` below 1 shows a circle that is seen from the side."""
        def at(angle):
            p = polar((0, 0), radius, angle)
            return (center[0] + p[0], center[1] + flat * p[1])

        sign = 1 if end > start else -1
        last = end - sign * (6 if head else 0)
        steps = max(8, int(abs(end - start) / 6))
        points = [at(start + (last - start) * i / steps) for i in range(steps + 1)]
        self.path(points, color, width, dash=dash)
        if head:
            a, b = at(end - sign * 12), at(end)
            self.head(b, degrees(atan2(b[1] - a[1], b[0] - a[0])), color)

    def link(self, a, b, color=CHILD, half=9):
        """A body: a bar with round ends."""
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        p = [polar(a, half, angle + 90), polar(b, half, angle + 90),
             polar(b, half, angle - 90), polar(a, half, angle - 90)]
        r = f"A{half},{half} 0 0 1 "
        self.raw_path(f"M{self.xy(p[0])} L{self.xy(p[1])} {r}{self.xy(p[2])} L{self.xy(p[3])} "
                      f"{r}{self.xy(p[0])} Z", color, 2, color, 0.2)

    def block(self, center, width, height, color=CHILD, turn=0, radius=5):
        x, y = self.xy((center[0] - width / 2, center[1] + height / 2)).split(",")
        cx, cy = self.xy(center).split(",")
        more = f' transform="rotate({-turn} {cx} {cy})"' if turn else ""
        self.add(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" stroke="{color}" '
                 f'stroke-width="2" fill="{color}" fill-opacity="0.2"{more}/>')

    def ground(self, a, b, side=-1):
        """A wall or floor from a to b, hatched on its right (-1) or left (1)."""
        self.line(a, b, INK, 2.4)
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        length = hypot(b[0] - a[0], b[1] - a[1])
        count = max(2, int(length // 9))
        for i in range(count):
            p = between(a, b, (i + 0.7) / count)
            self.line(p, polar(p, 9, angle + side * 130), INK, 1.2)

    def support(self, p, size=13):
        """A hinge on the ground."""
        self.path([p, (p[0] - size * 0.75, p[1] - size), (p[0] + size * 0.75, p[1] - size)], INK, 2, close=True)
        self.ground((p[0] - size - 4, p[1] - size), (p[0] + size + 4, p[1] - size))

    def spring(self, a, b, color=FORCE, coils=6, half=7, lead=0.16):
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        start, end = between(a, b, lead), between(a, b, 1 - lead)
        points = [a, start]
        for i in range(2 * coils):
            p = between(start, end, (i + 0.5) / (2 * coils))
            points.append(polar(p, half, angle + (90 if i % 2 else -90)))
        self.path(points + [end, b], color)

    def damper(self, a, b, color=FORCE, half=7):
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        back, front, piston = between(a, b, 0.34), between(a, b, 0.66), between(a, b, 0.5)
        def side(p, s):
            return polar(p, half, angle + 90 * s)
        self.line(a, back, color)
        self.path([side(front, 1), side(back, 1), side(back, -1), side(front, -1)], color)
        self.line(side(piston, 0.999), side(piston, -0.999), color)
        self.line(piston, b, color)

    def triad(self, p, size=24, names=("x", "y", "z"), space=True, turn=0, color=INK):
        """Axes in space, or x and z of the drawing's plane."""
        if space:
            ends = [iso(size, 0, 0, p), iso(0, size, 0, p), iso(0, 0, size, p)]
        else:
            ends = [polar(p, size, turn), None, polar(p, size, turn + 90)]
        for end, word in zip(ends, names):
            if end is None:
                continue
            self.arrow(p, end, color, 1.5, size=6)
            self.text((p[0] + (end[0] - p[0]) * 1.36, p[1] + (end[1] - p[1]) * 1.36 - 4), word, color, 11,
                      italic=True)

    def svg(self, title):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" role="img" '
                f'font-family="Helvetica, Arial, sans-serif" stroke-linejoin="round" stroke-linecap="round">\n'
                f"<title>{title}</title>\n" + "\n".join(self.parts) + "\n</svg>\n")
