#include "deep_overlaps.hpp"

#include "../base/text.hpp"
#include "../contact/shape.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace treadle {

namespace {

constexpr double much = 0.1;  // of the thickness

/// The thinnest shape of each body; the ground last.
std::vector<double> thicknesses(const Mechanism& mechanism) {
  const std::size_t bodies = mechanism.topology().bodies.size();
  std::vector<double> least(bodies + 1, std::numeric_limits<double>::infinity());
  for (const TouchShape& one : mechanism.contacts.shapes) {
    const double thick = 2.0 * half_thickness(one.shape);
    double& known = least[one.body < 0 ? bodies : static_cast<std::size_t>(one.body)];
    if (thick > 0.0) known = std::min(known, thick);
  }
  return least;
}

}  // namespace

void tell_overlaps(const Mechanism& mechanism, MechanismSystem& system, double t,
                   std::span<const double> x, std::vector<std::string>& warnings) {
  if (mechanism.contacts.empty()) return;
  const std::vector<double> thick = thicknesses(mechanism);
  const auto at = [&](int body) {
    return body < 0 ? thick.size() - 1 : static_cast<std::size_t>(body);
  };
  std::set<std::pair<int, int>> pairs;
  ContactView deepest;
  system.visit_contacts(t, x, [&](const ContactView& point) {
    if (!(point.depth > much * std::min(thick[at(point.body_a)], thick[at(point.body_b)]))) return;
    pairs.emplace(point.body_a, point.body_b);
    if (point.depth > deepest.depth) deepest = point;
  });
  if (pairs.empty()) return;
  const auto name = [&](int body) {
    return body < 0 ? std::string("the ground")
                    : "'" + mechanism.topology().bodies[BodyId{body}].name + "'";
  };
  std::string words = name(deepest.body_a) + " and " + name(deepest.body_b) + " overlap by " +
                      short_number(1e3 * deepest.depth, 3) + " mm at the start";
  if (pairs.size() > 1) words += ", and " + std::to_string(pairs.size() - 1) + " other pairs do";
  warnings.push_back(words +
                     ": their contacts push them apart; give them places where they do not");
}

bool flew_apart(const Mechanism& mechanism, const MechanismSystem& system) {
  const ContactForces* const contacts = system.accelerations().contacts();
  // the skin is a fifth of the smallest size
  return contacts != nullptr && contacts->facts().penetration > 5e3 * mechanism.contacts.skin;
}

}  // namespace treadle
