#include "drawing_checks.hpp"

#include "../base/text.hpp"
#include "../describe/names.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string_view>

namespace treadle {

namespace {

constexpr double far_away = 50.0;    // m: below nobody is asked
constexpr double far_share = 200.0;  // of what is usual in the drawing
constexpr std::size_t fewest = 4;    // places that tell what is usual
constexpr std::size_t most_named = 3;

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// A place in the world, in the design position.
struct NamedPlace {
  std::string word, name;
  Vec3<double> at;
};

std::vector<NamedPlace> places_of(const Mechanism& m) {
  const Description& d = m.description;
  std::vector<NamedPlace> list;
  for (const BodyItem& body : d.bodies)
    list.push_back({"body", body.name, m.placement.design_frame(body.name) * to_vec(body.center)});
  for (std::size_t j = 0; j < d.joints.size(); ++j) {
    if (is_unconstrained(d.joints[j].type)) continue;
    const Frame parent = m.placement.design_frame(d.joints[j].parent);
    list.push_back({"joint", d.joints[j].name, parent * m.placement.joints[j].parent.p});
  }
  for (const ForceItem& f : d.forces) {
    if (is_on_coordinates(f.kind)) continue;
    list.push_back({"force", f.name, m.placement.design_point(f.from)});
    if (has_two_ends(f.kind)) list.push_back({"force", f.name, m.placement.design_point(f.to)});
  }
  for (const ConstraintItem& c : d.constraints) {
    if (!c.coordinates.empty()) continue;
    list.push_back({"constraint", c.name, m.placement.design_point(c.from)});
    list.push_back({"constraint", c.name, m.placement.design_point(c.to)});
  }
  return list;
}

struct NamedLength {
  std::string word, name, what;
  double length = 0.0;
};

std::vector<NamedLength> lengths_of(const Description& d) {
  std::vector<NamedLength> list;
  for (const ForceItem& f : d.forces) {
    if (f.length) list.push_back({"force", f.name, "a length", *f.length});
    if (f.radius > 0.0) list.push_back({"force", f.name, "a radius", f.radius});
  }
  for (const ConstraintItem& c : d.constraints) {
    if (c.length) list.push_back({"constraint", c.name, "a length", *c.length});
  }
  return list;
}

void ask(const std::string& word, const std::string& name, const std::string& what, double length,
         double usual, std::vector<Finding>& out) {
  out.push_back(
      {Severity::warning, "length", name,
       word + " '" + name + "' " + what + " of " + short_number(length, 3) +
           " m, where half of the drawing lies within " + short_number(usual, 2) + " m",
       "numbers without a unit are in metres: write \"... mm\" where millimetres are meant"});
}

}  // namespace

void check_ends(const Mechanism& m, std::vector<Finding>& out) {
  for (const ForceItem& f : m.description.forces) {
    if (!has_two_ends(f.kind) || is_on_coordinates(f.kind)) continue;
    if (m.placement.find(f.from.body).body != m.placement.find(f.to.body).body) continue;
    const bool welded = f.from.body != f.to.body;
    out.push_back(
        {Severity::warning, "both ends", f.name,
         "force '" + f.name + "' has both ends on " +
             (welded ? "'" + f.from.body + "' and '" + f.to.body + "', which are one rigid body"
                     : "'" + f.from.body + "'") +
             ", and moves nothing",
         "put one end on another body, or remove it"});
  }
}

void check_lengths(const Mechanism& m, std::vector<Finding>& out) {
  const std::vector<NamedPlace> places = places_of(m);
  if (places.size() < fewest) return;
  // the middle and the reach of half of the drawing
  std::vector<double> x, y, z, distance;
  for (const NamedPlace& p : places) {
    x.push_back(p.at.x);
    y.push_back(p.at.y);
    z.push_back(p.at.z);
  }
  const Vec3<double> middle{median(x), median(y), median(z)};
  for (const NamedPlace& p : places) distance.push_back(norm(p.at - middle));
  std::vector<double> apart;  // what is in the very middle tells no size
  std::copy_if(distance.begin(), distance.end(), std::back_inserter(apart),
               [](double way) { return way > 0.0; });
  if (apart.empty()) return;
  const double usual = median(apart);
  const auto is_far = [&](double length) {
    return length > far_away && length > far_share * usual;
  };
  std::size_t asked = 0;
  for (std::size_t k = 0; k < places.size() && asked < most_named; ++k) {
    if (!is_far(distance[k])) continue;
    ask(places[k].word, places[k].name, "is at a distance", distance[k], usual, out);
    ++asked;
  }
  for (const NamedLength& l : lengths_of(m.description)) {
    if (asked == most_named) return;
    if (!is_far(l.length)) continue;
    ask(l.word, l.name, "has " + l.what, l.length, usual, out);
    ++asked;
  }
}

void check_angles(const Mechanism& m, std::vector<Finding>& out) {
  for (const JointItem& joint : m.description.joints) {
    if (!has_plain_coordinates(joint.type) || joint.pitch != 0.0) continue;  // a screw has turns
    const auto& names = coordinate_names(joint.type);
    for (std::size_t k = 0; k < std::min(joint.start.size(), names.size()); ++k) {
      const double angle = joint.start[k];
      if (std::string_view(names[k].unit) != "rad") continue;
      if (!(std::fabs(angle) > 2.0 * std::numbers::pi)) continue;
      out.push_back({Severity::warning, "angle", joint.name,
                     "joint '" + joint.name + "' starts at " + short_number(angle, 4) + " rad, " +
                         short_number(std::fabs(angle) / (2.0 * std::numbers::pi), 2) + " turns",
                     "a number without a unit is in radians: write \"" + short_number(angle, 4) +
                         " deg\" if degrees are meant"});
    }
  }
}

}  // namespace treadle
