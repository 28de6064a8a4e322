"""From a seed to a model: the family, its forces, its size, its mass and its place in the world."""

import random

import geared
import planar
import spatial
from decorate import decorate
from drawing import Drawing, Units, any_turn, direction
from vectors import Frame, scale

FAMILIES = {f.__name__: f for f in (
    planar.four_bar, planar.many_bar, planar.slider_crank, planar.scissor, planar.pantograph, planar.parallel_bars,
    planar.door, planar.coaxial, planar.rails, spatial.sarrus, spatial.bennett, spatial.bricard, spatial.delta,
    spatial.stewart, spatial.chain, spatial.tree, spatial.rods, geared.gears, geared.planetary, geared.jack,
    geared.driven)}


def draw(family, seed, plain=False):
    """The object of a model file; `plain`: the same mechanism at size 1, mass 1 and without a motion of the whole."""
    rng = random.Random(f"{family} {seed}")
    drawing = Drawing(rng, family)
    FAMILIES[family](drawing)
    decorate(drawing)
    size, mass, swings = 10 ** rng.uniform(-3, 3), 10 ** rng.uniform(-6, 6), rng.uniform(15, 45)
    place = Frame() if rng.random() < 0.2 else Frame(any_turn(rng), scale(rng.choice([0, 1, 10, 100]), direction(rng)))
    if plain:
        size, mass, place = 1.0, 1.0, Frame()
    units = Units(size, mass)
    model = drawing.model(units, place, f"{family}-{seed}")
    model["simulation"] = {"duration": swings * units.time * min(1.0, 8 / len(drawing.bodies))}
    if units.time > 0.3:  # what is large moves slowly: the longest step of 1 ms is for things of about a metre
        model["simulation"]["step"] = 0.003 * units.time
    return model
