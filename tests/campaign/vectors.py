"""Vectors of three, matrices of three rows, rotations and frames, in plain Python."""

import math

ZERO = (0.0, 0.0, 0.0)
ONE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def add(*vectors):
    return tuple(map(sum, zip(*vectors)))


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(s, a):
    return (s * a[0], s * a[1], s * a[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scale(1.0 / norm(a), a)


def transpose(m):
    return tuple(zip(*m))


def times(m, a):
    """Matrix times vector."""
    return (dot(m[0], a), dot(m[1], a), dot(m[2], a))


def matmul(m, n):
    columns = transpose(n)
    return tuple(tuple(dot(row, c) for c in columns) for row in m)


def column(m, k):
    return (m[0][k], m[1][k], m[2][k])


def across(a):
    """Two unit vectors that make a right-handed frame with a."""
    z = unit(a)
    least = min(range(3), key=lambda k: abs(z[k]))
    x = unit(cross(ONE[least], z))
    return x, cross(z, x)


def rotation(w, x, y, z):
    """Of a quaternion of any length but zero."""
    s = 2.0 / (w * w + x * x + y * y + z * z)
    return ((1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)),
            (s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)),
            (s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)))


def quaternion(m):
    """Of a rotation, by its largest component."""
    trace = m[0][0] + m[1][1] + m[2][2]
    sizes = (trace, m[0][0], m[1][1], m[2][2])
    k = sizes.index(max(sizes))
    if k == 0:
        q = (1 + trace, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1])
    else:
        i = k - 1
        j, l = (i + 1) % 3, (i + 2) % 3
        v = [0.0, 0.0, 0.0]
        v[i] = 1 + 2 * m[i][i] - trace
        v[j], v[l] = m[i][j] + m[j][i], m[i][l] + m[l][i]
        q = (m[l][j] - m[j][l], *v)
    length = math.sqrt(sum(x * x for x in q))
    return tuple(x / length for x in q)


def turn(axis, angle):
    """The rotation by an angle about an axis."""
    s = math.sin(angle / 2)
    return rotation(math.cos(angle / 2), *scale(s, unit(axis)))


def least_turn(axis):
    """The rotation with the least turn that brings z to the axis."""
    a = unit(axis)
    if a[2] < -1 + 1e-12:
        return ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
    return rotation(1 + a[2], -a[1], a[0], 0.0)


def rotation_vector(m):
    """Axis times angle of a rotation, up to half a turn."""
    axial = scale(0.5, (m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]))
    sine, cosine = norm(axial), 0.5 * (m[0][0] + m[1][1] + m[2][2] - 1)
    if sine < 1e-7:
        return axial
    return scale(math.atan2(sine, cosine) / sine, axial)


class Frame:
    """A rotation, whose columns are the axes, and an origin."""

    def __init__(self, r=ONE, p=ZERO):
        self.r, self.p = r, p

    def __matmul__(self, other):
        return Frame(matmul(self.r, other.r), self.point(other.p))

    def inverse(self):
        back = transpose(self.r)
        return Frame(back, scale(-1.0, times(back, self.p)))

    def point(self, p):
        return add(times(self.r, p), self.p)

    def axis(self, k):
        return column(self.r, k)
