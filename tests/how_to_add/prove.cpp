// Motions of what was added by docs/how_to_add.md, against closed forms.
#include <treadle.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

namespace {

using treadle::ModelBuilder;

constexpr double g = 9.80665;
int failures = 0;

void near(const char* what, double value, double expected, double bound) {
  const bool good = std::fabs(value - expected) <= bound;
  std::printf("%s %s: %.12f, expected %.12f, off by %.1e\n", good ? "ok  " : "FAIL", what, value,
              expected, std::fabs(value - expected));
  if (!good) ++failures;
}

/// From the file's words and back, then run with tight tolerances.
treadle::RunResult motion(const ModelBuilder& m, double duration,
                          const std::string& solver = "auto") {
  const treadle::Description d = m.description();
  const treadle::Description read = treadle::read_model_text(treadle::write_model(d), d.name);
  const treadle::Mechanism mechanism = treadle::build_mechanism(read);
  treadle::RunOptions options;
  options.duration = duration;
  options.rtol = options.atol = 1e-12;
  options.solver = solver;
  treadle::RunResult result = treadle::run(mechanism, options);
  if (result.end != treadle::RunEnd::done) {
    std::printf("FAIL %s: %s\n", d.name.c_str(), result.message.c_str());
    ++failures;
  }
  return result;
}

/// A pendulum of mass 2, its centre 0.5 below its pin, whose pin slides freely: the centre moves up
/// and down only, and keeps the energy (J + m l^2 sin^2) w^2 / 2 - m g l cos.
void joint_in_the_tree() {
  const double m = 2.0, l = 0.5, j = 0.1, start = 1.0;
  ModelBuilder model("pin pendulum");
  model.body("rod").mass(m).center({0, 0, -l}).inertia({j, j, j});
  // z of the joint is y of the world, its x is x
  model.pin_slot("pin")
      .between("ground", "rod")
      .at({0, 0, 0})
      .turned({std::sqrt(0.5), -std::sqrt(0.5), 0, 0})
      .start("angle", start);
  const treadle::RunResult end = motion(model, 0.7);
  const double x = end.q.at("pin")[0], a = end.q.at("pin")[1], w = end.v.at("pin")[1];
  near("pin in a slot, where the centre stays", x - l * std::sin(a), -l * std::sin(start), 1e-9);
  near("pin in a slot, energy", 0.5 * (j + m * l * l * std::sin(a) * std::sin(a)) * w * w,
       m * g * l * (std::cos(a) - std::cos(start)), 1e-8);
  near("pin in a slot, it moved", std::fabs(a - start) > 0.5 ? 1.0 : 0.0, 1.0, 0.0);
}

/// The other way round: a rod whose slot glides over a fixed pin, at the distance s of its centre,
/// without weight. (J + m s^2) w stays, and so does m s'^2 + (J + m s^2) w^2.
void joint_reversed() {
  const double m = 2.0, j = 0.1, start = 0.3, speed = 2.0;
  ModelBuilder model("gliding rod");
  model.gravity({0, 0, 0});
  model.body("rod").mass(m).inertia({j, j, j});
  model.pin_slot("pin")
      .between("rod", "ground")
      .at({0, 0, 0})
      .along({0, 0, 1})
      .start("displacement", start)
      .velocity("angle", speed);
  const treadle::RunResult end = motion(model, 0.9);
  const double s = end.q.at("pin")[0], sd = end.v.at("pin")[0], w = end.v.at("pin")[1];
  const double about = j + m * s * s, at_start = j + m * start * start;
  near("slot over a pin, angular momentum", about * w, at_start * speed, 1e-9);
  near("slot over a pin, energy", m * sd * sd + about * w * w, at_start * speed * speed, 1e-9);
  near("slot over a pin, it moved", s - start > 0.3 ? 1.0 : 0.0, 1.0, 0.0);
}

/// A Scotch yoke: the pin of a crank in the slot of a slider. The slider stands at r cos(angle); no
/// gravity, so (J + m r^2 sin^2) w^2 stays.
void joint_that_is_cut() {
  const double r = 0.2, j = 0.05, m = 3.0, speed = 4.0;
  ModelBuilder model("yoke");
  model.gravity({0, 0, 0});
  model.body("crank").mass(1).inertia({j, j, j});
  model.body("yoke").mass(m).inertia({1, 1, 1});
  model.revolute("crank_pin")
      .between("ground", "crank")
      .at({0, 0, 0})
      .along({0, 0, 1})
      .velocity(speed)
      .keep();
  model.prismatic("guide").between("ground", "yoke").at({0, 0, 0}).along({1, 0, 0}).keep();
  // the slot is along y: x of the joint frame
  model.pin_slot("slot")
      .between("yoke", "crank")
      .at({r, 0, 0})
      .turned({std::sqrt(0.5), 0, 0, std::sqrt(0.5)})
      .cut();
  const treadle::RunResult end = motion(model, 1.3);
  const double a = end.q.at("crank_pin")[0], w = end.v.at("crank_pin")[0];
  near("Scotch yoke, its place", end.q.at("guide")[0], r * std::cos(a) - r, 1e-11);
  near("Scotch yoke, its speed", end.v.at("guide")[0], -r * std::sin(a) * w, 1e-10);
  near("Scotch yoke, energy", (j + m * r * r * std::sin(a) * std::sin(a)) * w * w,
       j * speed * speed, 1e-9);
  near("Scotch yoke, it turned", a > 3.0 ? 1.0 : 0.0, 1.0, 0.0);
}

/// A stone falls through air whose drag c z follows its speed, z' = (v - z) / T: z nears m g / c
/// with the two roots of T r^2 + r + c / m = 0, and v = z + T z'.
void force() {
  const double m = 2.0, c = 1.2, lag = 0.2, t = 1.5, last = m * g / c;
  const double root = std::sqrt(1.0 - 4.0 * lag * c / m);
  const double r1 = (-1.0 + root) / (2.0 * lag), r2 = (-1.0 - root) / (2.0 * lag);
  const double a = -last * r2 / (r2 - r1), b = last * r1 / (r2 - r1);
  const double e1 = a * std::exp(r1 * t), e2 = b * std::exp(r2 * t);
  const double v = last + e1 * (1.0 + lag * r1) + e2 * (1.0 + lag * r2);
  const double x = last * t + (e1 - a) * (1.0 / r1 + lag) + (e2 - b) * (1.0 / r2 + lag);
  ModelBuilder model("stone");
  model.body("stone").mass(m).inertia({1, 1, 1});
  model.prismatic("fall").between("ground", "stone").at({0, 0, 0}).along({0, 0, 1});
  model.air_drag("air").on("stone", {0, 0, 0}).drag(c).lag(lag);
  const treadle::RunResult end = motion(model, t);
  near("air drag, speed", end.v.at("fall")[0], -v, 1e-9);
  near("air drag, height", end.q.at("fall")[0], -x, 1e-9);
  near("air drag, energy balance", end.energy_drift, 0.0, 1e-9);
}

/// A ball in a bowl z = (x^2 + y^2) / 2 R: level circles of any size with w^2 = g / R. The bowl
/// stands on a cart that moves steadily, so that both ends of the constraint move.
void constraint() {
  const double radius = 1.5, a = 0.6, w = std::sqrt(g / radius), t = 2.0, cart = 0.7;
  ModelBuilder model("bowl");
  model.body("cart").mass(1e3).inertia({1, 1, 1});
  model.prismatic("rail").between("ground", "cart").at({0, 0, 0}).along({0, 1, 0}).velocity(cart);
  model.body("ball").at({a, 0, a * a / (2.0 * radius)}).mass(1).inertia({1, 1, 1});
  model.free("flight")
      .between("ground", "ball")
      .start("position", {a, 0, a * a / (2.0 * radius)})
      .velocity("linear", {0, a * w + cart, 0});
  model.point_in_bowl("bowl")
      .from("ball", {0, 0, 0})
      .to("cart", {0, 0, 0})
      .along({0, 0, 1})
      .length(radius);
  model.driver("steady").joint("rail").follows(treadle::Function::ramp(cart));
  const treadle::RunResult end = motion(model, t);
  const std::vector<double>& q = end.q.at("flight");
  near("bowl, x", q[0], a * std::cos(w * t), 1e-9);
  near("bowl, y", q[1], a * std::sin(w * t) + cart * t, 1e-9);
  near("bowl, z", q[2], a * a / (2.0 * radius), 1e-9);
}

/// The seat of a parallelogram moves on circles without turning; by the added solver as by the
/// dense one.
void solver() {
  const double l = 0.8, m = 1.0, start = 0.9;
  ModelBuilder model("swing");
  const double j = 1e-3;
  for (const char* side : {"left", "right"}) {
    const double x = side[0] == 'l' ? 0.0 : 0.5;
    model.body(side).at({x, 0, 0}).mass(1e-3).inertia({j, j, j});
    model.revolute(std::string(side) + "_top")
        .between("ground", side)
        .at({x, 0, 0})
        .along({0, 1, 0})
        .keep();
  }
  model.body("seat").at({0, 0, -l}).mass(m).center({0.25, 0, 0}).inertia({1, 1, 1});
  model.revolute("left_low").between("left", "seat").at({0, 0, -l}).along({0, 1, 0}).keep();
  model.revolute("right_low").between("right", "seat").at({0.5, 0, -l}).along({0, 1, 0}).cut();
  model.target("left_top", start);
  const treadle::RunResult end = motion(model, 0.6, "jordan");
  const double a = end.q.at("left_top")[0], w = end.v.at("left_top")[0];
  // rods have their centres in their pins: (m l^2 + 2 j) w^2 / 2 = m g l (cos - cos start)
  near("jordan, energy", 0.5 * (m * l * l + 2.0 * j) * w * w,
       m * g * l * (std::cos(a) - std::cos(start)), 1e-8);
  near("jordan, parallel", end.q.at("right_top")[0], a, 1e-10);
  near("jordan, it moved", std::fabs(a - start) > 0.3 ? 1.0 : 0.0, 1.0, 0.0);
  const treadle::RunResult gauss = motion(model, 0.6, "gauss");
  near("jordan and gauss", a, gauss.q.at("left_top")[0], 1e-9);
  near("jordan was used", end.solver == "jordan" ? 1.0 : 0.0, 1.0, 0.0);
}

}  // namespace

int main() try {
  joint_in_the_tree();
  joint_reversed();
  joint_that_is_cut();
  force();
  constraint();
  solver();
  std::printf("%d failed\n", failures);
  return std::min(failures, 1);
} catch (const std::exception& error) {
  std::printf("FAIL %s\n", error.what());
  return 1;
}
