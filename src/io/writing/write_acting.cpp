#include "write_acting.hpp"

#include "write_function.hpp"

#include <algorithm>

namespace treadle {

void set_acting(Value& object, const CoordinateForce& f, bool slides) {
  const char* along = slides ? "m" : "rad";
  const char* rate = slides ? "m/s" : "rad/s";
  const char* push = slides ? "N" : "N m";
  const auto zero = [](std::initializer_list<double> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return same_bits(x, 0.0); });
  };
  if (!zero({f.stiffness, f.rest, f.preload}) || !f.spring_law.empty()) {
    Value& spring = object.at("spring");
    set_law(spring, "law", f.spring_law, {"stretch", along, "force", push});
    if (f.spring_law.empty()) spring.set("stiffness", f.stiffness);
    set_number(spring, "rest", f.rest);
    set_number(spring, "preload", f.preload);
  }
  set_number(object, "damping", f.damping);
  set_law(object, "damper_law", f.damper_law, {"rate", rate, "force", push});
  if (f.lower || f.upper) {
    Value& limits = object.at("limits");
    set_number(limits, "lower", f.lower);
    set_number(limits, "upper", f.upper);
    limits.set("stiffness", f.stop_stiffness);
    set_number(limits, "damping", f.stop_damping);
  }
  if (f.play) {
    Value& play = object.at("play");
    play.set("width", f.play->width).set("stiffness", f.play->stiffness);
    set_number(play, "dissipation", f.play->dissipation);
    set_number(play, "center", f.play->center);
  }
  if (!zero({f.coulomb, f.stiction, f.friction_speed})) {
    Value& friction = object.at("friction");
    friction.set("coulomb", f.coulomb).set("speed", f.friction_speed);
    if (!zero({f.stiction, f.stribeck_speed}))
      friction.set("stiction", f.stiction).set("stribeck_speed", f.stribeck_speed);
  }
  set_function(object, "drive", f.drive);
  if (f.motor) {
    Value& motor = object.at("motor");
    set_law(motor, "law", f.motor->law, {"rate", rate, "force", push});
    set_function(motor, "level", f.motor->level);
  }
}

}  // namespace treadle
