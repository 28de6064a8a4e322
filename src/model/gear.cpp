#include "gear.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../describe/names.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// As sines and shares of a length: what drawings with few digits are off by.
constexpr double off_by = 1e-3;

Vec3<double> unit_of(const Vec3<double>& v) { return (1.0 / norm(v)) * v; }

/// One wheel as its carrier sees it: a line about which it turns, or along which it slides.
struct Side {
  BodyId body;
  Vec3<double> point, axis;
  double sign = 1.0;  ///< of the joint's coordinate
  bool slides = false, fixed = false;

  /// Velocity of its point at p for a unit rate.
  [[nodiscard]] Vec3<double> motion(const Vec3<double>& p) const {
    return slides ? axis : cross(axis, p - point);
  }
  /// The point of the axis that is nearest to p.
  [[nodiscard]] Vec3<double> foot(const Vec3<double>& p) const {
    return point + dot(p - point, axis) * axis;
  }
};

class Mesher {
 public:
  Mesher(const Description& d, const Placement& p, const GearItem& gear, const std::string& where,
         const std::string& name)
      : d_(d), p_(p), gear_(gear), where_(where), name_(name) {}

  Meshing mesh() {
    find_sides();
    if (first_.slides) fail("'" + gear_.joints[0] + "' slides; name the wheel before the rack");
    const Vec3<double> point = pitch_point();
    const Vec3<double> a = first_.motion(point), b = mate_.motion(point);
    if (!(norm(a) > 0.0) || !(norm(b) > 0.0))
      fail("its pitch point lies on an axis; give a point where the teeth meet");
    if (norm(cross(a, b)) > off_by * norm(a) * norm(b)) {
      fail(
          "at the pitch point the wheels do not move along one line: their axes must be parallel "
          "or "
          "meet, and the point must lie in the plane of both; for crossed axes use a coupler");
    }
    const double radius = norm(a);
    const Vec3<double> t = (1.0 / radius) * a;
    const double other = with_ratio(radius, dot(t, b));
    return {factors(radius, other), tooth(point, t, radius, std::fabs(other))};
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ModelError(where_, "gear '" + name_ + "': " + what);
  }
  [[nodiscard]] std::size_t find(const std::string& name) const {
    const auto found = std::find_if(d_.joints.begin(), d_.joints.end(),
                                    [&](const JointItem& j) { return j.name == name; });
    if (found == d_.joints.end()) fail("there is no joint '" + name + "'");
    return static_cast<std::size_t>(found - d_.joints.begin());
  }
  [[nodiscard]] bool is_on(BodyId body, std::size_t joint) const {
    return p_.find(d_.joints[joint].parent).body == body ||
           p_.find(d_.joints[joint].child).body == body;
  }
  // The other end of a joint.
  [[nodiscard]] BodyId across(BodyId body, std::size_t joint) const {
    const BodyId parent = p_.find(d_.joints[joint].parent).body;
    return parent == body ? p_.find(d_.joints[joint].child).body : parent;
  }
  // A joint that holds something to this body, in its internal frame.
  [[nodiscard]] Side side_on(BodyId body, std::size_t joint) const {
    const JointItem& item = d_.joints[joint];
    const PlacedBody parent = p_.find(item.parent);
    const bool as_child = parent.body != body;
    const Frame frame = as_child ? p_.find(item.child).frame * p_.joints[joint].child
                                 : parent.frame * p_.joints[joint].parent;
    Side side{across(body, joint), frame.p, frame.r.z};
    side.sign = as_child ? -1.0 : 1.0;
    side.fixed = is_weld(item.type);
    side.slides = is_slider(item.type);
    return side;
  }

  void find_sides() {
    const std::size_t a = find(gear_.joints[0]), b = find(gear_.joints[1]);
    if (gear_.carrier.empty()) {
      for (const std::string& end : {d_.joints[a].parent, d_.joints[a].child}) {
        const PlacedBody body = p_.find(end);
        if (!is_on(body.body, b)) continue;
        carrier_ = end;
        first_ = side_on(body.body, a);
        mate_ = side_on(body.body, b);
        if (first_.fixed || mate_.fixed)
          fail("a wheel that is fixed meshes only where a carrier goes round it; give 'carrier'");
        return;
      }
      fail("'" + gear_.joints[0] + "' and '" + gear_.joints[1] +
           "' have no body in common; hold both wheels to one body, or give the joint that carries "
           "one round the other as 'carrier'");
    }
    const std::size_t c = find(gear_.carrier);
    for (const bool swapped : {false, true}) {
      const std::string& end = swapped ? d_.joints[c].parent : d_.joints[c].child;
      const BodyId body = p_.find(end).body, base = across(body, c);
      if (!is_on(body, b) || !is_on(base, a)) continue;
      carrier_ = end;
      mate_ = side_on(body, b);
      around(body, base, a, c);
      return;
    }
    fail("the carrier's joint '" + gear_.carrier + "' does not lead from a body of '" +
         gear_.joints[0] + "' to a body of '" + gear_.joints[1] +
         "'; name the central wheel first");
  }

  // The central wheel: it turns about the axis of the carrier's joint.
  void around(BodyId body, BodyId base, std::size_t a, std::size_t c) {
    const Side seen = side_on(base, a), arm = side_on(base, c), back = side_on(body, c);
    first_ = back;
    first_.body = seen.body;
    first_.fixed = seen.fixed;
    first_.sign = seen.sign;
    carrier_sign_ = arm.sign;
    if (seen.fixed) return;
    const double along = dot(seen.axis, arm.axis);
    if (seen.slides || std::fabs(along) < 1.0 - 0.5 * off_by * off_by ||
        norm(seen.foot(arm.point) - arm.point) > off_by * norm(mate_.foot(back.point) - back.point))
      fail("'" + gear_.joints[0] + "' does not turn about the axis of the carrier's joint '" +
           gear_.carrier + "'; name the central wheel first");
    first_.sign *= std::copysign(1.0, along);
  }

  Vec3<double> pitch_point() {
    const bool parallel = !mate_.slides && norm(cross(first_.axis, mate_.axis)) <= off_by;
    if (gear_.point) {
      const PlacedBody body = p_.find(carrier_);
      const Vec3<double> p =
          body.frame * (inverse(p_.design_frame(carrier_)) * to_vec(*gear_.point));
      const bool inside = parallel && dot(p - first_.foot(p), p - mate_.foot(p)) > 0.0;
      if (inside != gear_.internal) {
        fail(inside ? "at its point one wheel is inside the other; say \"internal\": true"
                    : "it is internal, but at its point neither wheel is inside the other");
      }
      return p;
    }
    if (!gear_.teeth) fail("needs 'teeth', or the pitch 'point'");
    if (!parallel) fail("needs its pitch 'point', since its axes are not parallel");
    // on the line of centres, at the height of the first joint's position
    const Vec3<double> line = mate_.foot(first_.point) - first_.point;
    const auto& [n, m] = *gear_.teeth;
    if (gear_.internal && n == m) fail("an internal gear needs different numbers of teeth");
    if (!(norm(line) > 0.0)) fail("both wheels turn about one axis");
    return first_.point + (n / (gear_.internal ? n - m : n + m)) * line;
  }

  // The mate's radius with the sign of its motion, exactly as teeth say.
  [[nodiscard]] double with_ratio(double radius, double other) const {
    if (!gear_.teeth || mate_.slides) return other;
    const auto& [n, m] = *gear_.teeth;
    const double exact = std::copysign(radius * m / n, other);
    if (std::fabs(exact - other) > off_by * std::fabs(other)) {
      fail("at its pitch point the radii are " + short_number(radius) + " m and " +
           short_number(std::fabs(other)) + " m, but the teeth say " + short_number(n) + " : " +
           short_number(m) + "; correct one of them");
    }
    return exact;
  }

  [[nodiscard]] std::vector<double> factors(double radius, double other) const {
    std::vector<double> out;
    if (!first_.fixed) out.push_back(radius * first_.sign);
    out.push_back(-other * mate_.sign);
    if (!gear_.carrier.empty()) out.push_back(-radius * carrier_sign_);
    return out;
  }

  // Along the teeth where they are straight, as the first wheel's axis goes.
  [[nodiscard]] Vec3<double> along_teeth(const Vec3<double>& point) const {
    const Vec3<double> across = cross(first_.axis, mate_.axis);
    if (mate_.slides || norm(across) <= off_by) return first_.axis;
    // the axes meet where a bevel gear has its apex
    const Vec3<double> gap = mate_.point - first_.point;
    const double s = dot(cross(gap, mate_.axis), across) / dot(across, across);
    const Vec3<double> apex = first_.point + s * first_.axis;
    if (std::fabs(dot(gap, across)) > off_by * norm(across) * norm(point - apex))
      fail("its axes neither are parallel nor meet; for crossed axes use a coupler");
    const Vec3<double> g = unit_of(point - apex);
    return dot(g, first_.axis) < 0.0 ? -g : g;
  }

  [[nodiscard]] Tooth<double> tooth(const Vec3<double>& point, const Vec3<double>& t, double radius,
                                    double other) const {
    const Vec3<double> g = along_teeth(point);
    Vec3<double> apart = unit_of(cross(t, g));
    // to its own axis, unless it is a ring around the mate
    const bool ring = gear_.internal && radius > other;
    if ((dot(apart, first_.foot(point) - point) > 0.0) == ring) apart = -apart;
    const double slant = std::tan(gear_.helix_angle);
    const double push = std::tan(gear_.pressure_angle) / std::cos(gear_.helix_angle);
    return {first_.body, mate_.body, p_.find(carrier_).body, point, t - slant * g, push * apart};
  }

  const Description& d_;
  const Placement& p_;
  const GearItem& gear_;
  const std::string& where_;
  const std::string& name_;
  Side first_, mate_;
  std::string carrier_;  ///< the body with both bearings
  double carrier_sign_ = 1.0;
};

}  // namespace

Meshing mesh_wheels(const Description& description, const Placement& placement,
                    const GearItem& gear, const std::string& where, const std::string& name) {
  return Mesher(description, placement, gear, where, name).mesh();
}

}  // namespace treadle
