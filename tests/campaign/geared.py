"""Families with equations between coordinates: gears, belts, planets, screws, and drivers."""

import math

from drawing import direction
from planar import GROUND, Plane, hinge, polygon, start
from vectors import ONE, ZERO, across, add, cross, scale, sub


def wheel(d, plane, carrier, x, y, radius, off=0.0):
    """A wheel whose centre of mass is a little off its axis; returns body and joint."""
    body = d.body(plane.at(x + 0.2 * radius * d.rng.random(), y, off), 1.2 * radius)
    return body, d.joint("revolute", carrier, body, plane.at(x, y, off), plane.n)


def gears(d):
    """Wheels in a row that mesh or share belts, now and then in a ring, with cranks and rods on them."""
    rng, plane = d.rng, Plane(d.rng)
    radii, x, wheels = [rng.uniform(0.2, 0.6) for _ in range(rng.choice([2, 3, 4]))], 0.0, []
    for k, r in enumerate(radii):
        x += r + radii[k - 1] if k else 0.0
        wheels.append((*wheel(d, plane, GROUND, x, 0.0, r), x))
    signs = [rng.choice([1, -1]) for _ in radii[1:]]  # 1: teeth, -1: a belt
    for k, sign in enumerate(signs):
        d.gear((wheels[k][1], "", radii[k]), (wheels[k + 1][1], "", sign * radii[k + 1]))
    if len(radii) > 2 and rng.random() < 0.5:  # the last meshes with the first as well, with the ratio that fits
        sign = 1
        for s in signs:
            sign *= -s
        d.gear((wheels[0][1], "", radii[0]), (wheels[-1][1], "", -sign * radii[-1]))
    start(d, wheels[0][1], 2.0)
    if rng.random() < 0.6:  # a four-bar driven by the last wheel
        body, _, x = wheels[-1]
        p, q, foot = plane.at(x + 0.15, 0.0, 0.1), plane.at(x + 1.0, 0.8, 0.1), plane.at(x + 1.2, 0.0, 0.1)
        rod, rocker = d.link(p, q), d.link(q, foot)
        hinge(d, plane, body, rod, p)
        hinge(d, plane, rod, rocker, q)
        hinge(d, plane, GROUND, rocker, foot, ["revolute"])
    if rng.random() < 0.4:  # a rack on the first
        rack = d.body(plane.at(0.0, -radii[0], 0.0), 0.4)
        guide = d.joint("prismatic", GROUND, rack, plane.at(0.0, -radii[0], 0.0), plane.x)
        d.gear((guide, "", 1.0), (wheels[0][1], "", -radii[0]))


def planetary(d):
    """Sun, ring and planets on a carrier; a planet may carry a small set of its own."""
    rng, plane = d.rng, Plane(d.rng)

    def stage(ground, x, y, size, deeper, off):
        sun_r, planet_r = 0.4 * size, rng.uniform(0.2, 0.35) * size
        ring_r = sun_r + 2 * planet_r
        sun, on_sun = wheel(d, plane, ground, x, y, sun_r, off)
        carrier, on_carrier = wheel(d, plane, ground, x, y, sun_r + planet_r, off + 0.1)
        on_ring = wheel(d, plane, ground, x, y, ring_r, off)[1] if rng.random() < 0.6 else None
        turned = rng.uniform(0, 6)
        for k in range(rng.choice([1, 2, 3])):
            a = turned + 2 * math.pi * k / 3
            px, py = x + (sun_r + planet_r) * math.cos(a), y + (sun_r + planet_r) * math.sin(a)
            planet, on_planet = wheel(d, plane, carrier, px, py, planet_r, off)
            d.gear((on_sun, "", sun_r), (on_carrier, "", -sun_r), (on_planet, "", planet_r))
            if on_ring:
                d.gear((on_ring, "", ring_r), (on_carrier, "", -ring_r), (on_planet, "", -planet_r))
            elif k == 0:
                d.gear((on_carrier, "", ring_r), (on_planet, "", planet_r))
            if deeper and k == 0 and rng.random() < 0.5:
                stage(planet, px, py, 0.4 * size, False, off + 0.2)
        start(d, on_sun, 2.0)

    stage(GROUND, 0.0, 0.0, 1.0, True, 0.0)


def jack(d):
    """A table on parallel screws, which a belt may turn together."""
    rng = d.rng
    axis = direction(rng)
    x, y = across(axis)
    table, pitch = d.body(scale(0.5, axis), 0.6), rng.choice([-1, 1]) * rng.uniform(0.1, 0.6)
    shafts = []
    for k in range(rng.choice([2, 3, 4])):
        p = add(scale(math.cos(1.5 * k), x), scale(math.sin(1.5 * k), y))
        shaft = d.body(add(p, scale(0.05, x)), 0.3)
        shafts.append(d.joint("revolute", GROUND, shaft, p, axis))
        d.joint("screw", shaft, table, add(p, scale(0.5, axis)), axis, pitch=pitch)
        if k and rng.random() < 0.5:
            d.gear((shafts[0], "", 1.0), (shafts[k], "", -1.0))
    if rng.random() < 0.5:
        d.joint(rng.choice(["prismatic", "cylindrical"]), GROUND, table, ZERO, axis)
    start(d, shafts[0], 2.0)


def driven(d):
    """Linkages that a motor leads exactly."""
    rng, plane = d.rng, Plane(d.rng)
    speed = rng.choice([-1, 1]) * rng.uniform(0.3, 2.0)
    kind = rng.choice(["slider", "crank", "parallel", "winch"])
    ramp = lambda u: {"type": "ramp", "slope": speed / u.time}
    sway = lambda u: {"type": "sine", "amplitude": 0.6, "frequency": abs(speed) / 6 / u.time}
    function = rng.choice([ramp, sway])
    d.driven = True
    if kind == "winch":
        body = d.body((0.3, 0.0, -1.0), 0.3)
        start(d, d.joint("free", GROUND, body, (0.3, 0.0, -1.0)), 0.3)
        length = math.dist((0.0, 0.0, 0.0), (0.3, 0.0, -0.8))
        d.constrain("driver", ends=((GROUND, ZERO), (body, (0.3, 0.0, -0.8))), function=lambda u: {
            "type": "step", "from": length * u.length, "to": 1.4 * length * u.length, "end": 8 * u.time})
        d.rod(GROUND, (1.0, 0.0, 0.0), body, (0.4, 0.0, -1.0))
        return
    if kind == "slider":
        a, reach = rng.choice([0.0, rng.uniform(0, 6)]), rng.uniform(0.8, 1.2)
        p = plane.at(0.3 * math.cos(a), 0.3 * math.sin(a))
        q = plane.at(0.3 * math.cos(a) + math.sqrt(reach ** 2 - (0.3 * math.sin(a)) ** 2), 0.0)
        crank, rod, slider = d.link(plane.at(0, 0), p), d.link(p, q), d.body(q, 0.2)
        shaft = d.joint("revolute", GROUND, crank, plane.at(0, 0), plane.n)
        hinge(d, plane, crank, rod, p)
        hinge(d, plane, rod, slider, q)
        d.joint(rng.choice(["prismatic", "cylindrical"]), GROUND, slider, q, plane.x)
    else:
        x = (0.0, 0.3, 1.3, 1.2) if kind == "crank" else (0.0, 0.3, 1.5, 1.2)
        y = (0.0, 0.1, 0.9, 0.0) if kind == "crank" else (0.0, 0.7, 0.7, 0.0)
        _, joints = polygon(d, plane, [plane.at(a, b) for a, b in zip(x, y)],
                            ["revolute"] if kind == "parallel" else ["revolute"] * 4 + ["spherical", "cylindrical"])
        d.joints[int(joints[0][1:])]["kind"] = "revolute"
        shaft = joints[0]
        d.joints[int(shaft[1:])]["second"] = None
    d.constrain("driver", joint=shaft, function=function)
