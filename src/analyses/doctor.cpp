#include "doctor.hpp"

#include "../base/text.hpp"
#include "../geometry/mass_of_shape.hpp"
#include "../integrate/registry.hpp"
#include "drawing_checks.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace treadle {

namespace {

constexpr double largest_ratio = 1e6;
constexpr double densest = 3e4;   // kg/m^3: no metal is heavier
constexpr double thinnest = 0.1;  // lighter than air
constexpr int largest_stiffness_check = 2000;

void check_mass_ratio(const Mechanism& m, std::vector<Finding>& out) {
  const auto& links = m.model.links;
  auto light = links.end(), heavy = links.end();
  for (auto link = links.begin(); link != links.end(); ++link) {
    if (link->mass == 0.0) continue;  // on the border of a compiled part
    if (light == links.end() || link->mass < light->mass) light = link;
    if (heavy == links.end() || link->mass >= heavy->mass) heavy = link;
  }
  if (light == links.end() || heavy->mass <= largest_ratio * light->mass) return;
  const auto name = [&](auto link) {
    return m.topology().bodies[BodyId{static_cast<std::size_t>(link - links.begin())}].name;
  };
  out.push_back({Severity::warning, "mass ratio", name(light),
                 "body '" + name(heavy) + "' (" + short_number(heavy->mass, 3) + " kg) is " +
                     short_number(heavy->mass / light->mass, 2) + " times as heavy as '" +
                     name(light) + "' (" + short_number(light->mass, 3) + " kg)",
                 "digits are lost beyond 1e6: check the units of both, or weld the light body to "
                 "its neighbour"});
}

// The least and the greatest density that a body of these numbers can be expected to have.
struct Densities {
  double least = 0.0, greatest = 0.0;
};

std::optional<Densities> shape_density(const BodyItem& body) {
  double volume = 0.0;
  for (const ShapeItem& shape : body.shapes) {
    try {
      volume += measure(shape).volume;
    } catch (const ShapeError&) {
      return std::nullopt;  // a mesh that is only drawn
    }
  }
  if (!(volume > 0.0)) return std::nullopt;
  return Densities{body.mass / volume, body.mass / volume};
}

// The ellipsoid with the same mass and inertia: 5 I_x / m = b^2 + c^2 for its half axes (DC1). Thin
// rods and plates are often given no thickness, so that only the ball around it tells what is too
// dense.
std::optional<Densities> inertia_density(const BodyItem& body) {
  const auto& j = body.inertia;
  Eigen::Matrix3d tensor;
  tensor << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
  const Eigen::Vector3d moment =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor, Eigen::EigenvaluesOnly).eigenvalues();
  const Eigen::Array3d square = 2.5 / body.mass * (moment.sum() - 2.0 * moment.array());
  const double ball = 4.0 / 3.0 * std::numbers::pi * std::pow(square.maxCoeff(), 1.5);
  if (!(ball > 0.0)) return std::nullopt;  // a point
  const double volume =
      4.0 / 3.0 * std::numbers::pi * std::sqrt(std::max(0.0, square.max(0.0).prod()));
  return Densities{body.mass / ball, body.mass / volume};
}

void check_density(const Mechanism& m, std::vector<Finding>& out) {
  for (const BodyItem& body : m.description.bodies) {
    if (body.mass <= 0.0) continue;  // of compiled parts
    const bool drawn = !body.shapes.empty();
    std::optional<Densities> density = drawn ? shape_density(body) : std::nullopt;
    if (!density) density = inertia_density(body);
    if (!density) continue;
    const bool heavy = density->least > densest;
    if (!heavy && !(density->greatest < thinnest)) continue;
    out.push_back({Severity::warning, "density", body.name,
                   "body '" + body.name + "' has a density of " + (heavy ? "at least " : "") +
                       short_number(heavy ? density->least : density->greatest, 2) +
                       " kg/m^3 by its mass and " + (drawn ? "shapes" : "inertia") +
                       (heavy ? ", more than any metal" : ", less than air"),
                   "check the units of its mass, " + std::string(drawn ? "dimensions" : "inertia") +
                       " and lengths"});
  }
}

double used_step(const RunOptions& o) {
  return std::min(
      {o.step, o.output_interval.value_or(o.step), o.duration > 0.0 ? o.duration : o.step});
}

void check_stiffness(const Mechanism& m, const RunOptions& o, std::vector<Finding>& out) {
  if (is_adaptive(o.integrator)) return;  // it finds its step by itself
  if (m.model.nv() > largest_stiffness_check) {
    if (m.description.forces.empty() && m.forces.coordinates.empty() && m.forces.balls.empty())
      return;
    out.push_back({Severity::note, "stiffness", m.description.name,
                   "springs were not compared with the step: the model has more than " +
                       std::to_string(largest_stiffness_check) + " coordinates",
                   "try a shorter step if the motion grows"});
    return;
  }
  const Stiffest found = find_stiffest(m, o.integrator);
  const double step = used_step(o);
  if (!(step > found.limit)) return;
  const double tidy = std::pow(10.0, std::floor(std::log10(found.limit)));
  const double advised = std::max(1.0, std::floor(0.9 * found.limit / tidy)) * tidy;
  const std::string size = found.omega >= found.rate
                               ? "omega = " + short_number(found.omega, 2) + " rad/s"
                               : "rate = " + short_number(found.rate, 2) + " 1/s";
  out.push_back({Severity::warning, "stiffness", found.item,
                 found.name + ": " + size + ", step " + short_number(1e3 * step, 3) +
                     " ms is above the limit " + short_number(1e3 * found.limit, 2) + " ms of " +
                     o.integrator,
                 "use --step " + short_number(std::min(advised, found.limit), 2) +
                     " or a softer spring or damper"});
}

}  // namespace

std::vector<Finding> examine(const Mechanism& mechanism, const RunOptions& options) {
  std::vector<Finding> out;
  check_mass_ratio(mechanism, out);
  check_density(mechanism, out);
  check_ends(mechanism, out);
  check_lengths(mechanism, out);
  check_angles(mechanism, out);
  check_stiffness(mechanism, options, out);
  return out;
}

}  // namespace treadle
