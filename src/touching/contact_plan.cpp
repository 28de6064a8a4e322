#include "contact_plan.hpp"

#include "../base/error.hpp"
#include "../contact/convex_library.hpp"
#include "../contact/material.hpp"
#include "../geometry/mass_of_shape.hpp"
#include "../joints/dispatch.hpp"
#include "solids.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace treadle {

namespace {

bool matches(const std::string& pattern, const std::string& name) {
  if (pattern.empty() || pattern.back() != '*') return pattern == name;
  return name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, name); });
}

std::string place_of(std::size_t contact, const char* key) {
  return "contacts[" + std::to_string(contact) + "]." + key;
}

TouchLaw freeze(const ContactItem& item) {
  TouchLaw law;
  law.hertz = !item.stiffness;
  law.stiffness = item.stiffness.value_or(0.0);
  if (law.hertz) {
    const Material material{item.young.value_or(0.0), item.poisson};
    law.modulus = pair_modulus(material, material);
  }
  law.damping = item.damping.value_or(0.0);
  law.bounce = item.restitution ? damping_of_restitution(*item.restitution) : 0.0;
  law.resting_speed = item.resting_speed;
  law.friction = item.friction;
  law.stick_stiffness = item.stick_stiffness.value_or(0.0);
  law.rolling = item.rolling;
  return law;
}

bool is_identity(const Transform<double>& at) {
  const Mat3<double>& r = at.r;
  return r.x.x == 1.0 && r.y.y == 1.0 && r.z.z == 1.0 && dot(at.p, at.p) == 0.0;
}

class Planner {
 public:
  Planner(const Description& description, const Model<double>& model, const Placement& placement)
      : d_(description), model_(model), placement_(placement) {}

  ContactPlan plan() {
    if (d_.contacts.empty()) return {};
    for (const ContactItem& item : d_.contacts) plan_.laws.push_back(freeze(item));
    check_names();
    for (const BodyItem& body : d_.bodies) add_body(body);
    for (std::size_t c = 0; c < d_.contacts.size(); ++c) {
      for (const ContactPlane& plane : d_.contacts[c].planes) add_plane(c, plane);
    }
    set_meetings();
    check_library();
    add_joined();
    double smallest = HUGE_VAL;
    for (const TouchShape& one : plan_.shapes) {
      const double half = half_thickness(one.shape);
      if (half > 0.0) smallest = std::min(smallest, half);
    }
    plan_.skin = std::isfinite(smallest) ? 0.2 * smallest : 0.0;
    return std::move(plan_);
  }

 private:
  /// By entry: in its first list (1), in its second (2), in both (3).
  using Membership = std::vector<char>;

  void check_names() const {
    for (std::size_t c = 0; c < d_.contacts.size(); ++c) {
      for (const char* key : {"of", "with"}) {
        const bool first = std::string(key) == "of";
        for (const std::string& pattern : first ? d_.contacts[c].of : d_.contacts[c].with) {
          const auto body =
              std::find_if(d_.bodies.begin(), d_.bodies.end(), [&](const BodyItem& one) {
                return matches(pattern, one.name) && !one.shapes.empty();
              });
          if (body == d_.bodies.end())
            throw ModelError(place_of(c, key),
                             "contact '" + d_.contacts[c].name + "': no body '" + pattern +
                                 "' with shapes; name a body that has some, or the beginning of "
                                 "names and *");
        }
      }
    }
  }

  Membership member_of(const std::string& body) const {
    Membership out(d_.contacts.size());
    for (std::size_t c = 0; c < out.size(); ++c) {
      const ContactItem& item = d_.contacts[c];
      out[c] = static_cast<char>((matches_any(item.of, body) ? 1 : 0) |
                                 (matches_any(item.with, body) ? 2 : 0));
    }
    return out;
  }

  int kind_of(const Membership& member) {
    const auto [at, is_new] = kinds_.emplace(member, static_cast<int>(members_.size()));
    if (is_new) members_.push_back(member);
    return at->second;
  }

  void add_body(const BodyItem& body) {
    const Membership member = member_of(body.name);
    const auto found = std::find_if(member.begin(), member.end(), [](char m) { return m != 0; });
    if (found == member.end()) return;
    const auto contact = static_cast<std::size_t>(found - member.begin());
    const PlacedBody placed = placement_.find(body.name);
    const std::string where = place_of(contact, (*found & 1) != 0 ? "of" : "with");
    for (std::size_t k = 0; k < body.shapes.size(); ++k) {
      try {
        for (const TouchSolid& solid : solids_.solids_of(body.shapes[k], !placed.body.valid()))
          add_solid(body.shapes[k], solid, placed, member);
      } catch (const ShapeError& error) {
        throw ModelError(
            where, "body '" + body.name + "': shapes[" + std::to_string(k) + "]: " + error.what());
      }
    }
  }

  void add_solid(const ShapeItem& item, const TouchSolid& solid, const PlacedBody& placed,
                 const Membership& member) {
    TouchShape one;
    one.shape = solid.shape;
    one.at = placed.frame * to_frame(item.pose);
    one.at.p = one.at * solid.middle;
    if (placed.body.valid()) {
      const Link<double>& link = model_.links[placed.body.index()];
      one.body = static_cast<int>(placed.body.index());
      one.group = link.group;
      one.inverse_mass = link.mass > 0.0 ? 1.0 / link.mass : 0.0;
      one.is_body = link.carries_axes && is_identity(one.at);
    }
    const ContactShape& s = one.shape;
    if (s.kind != ContactShapeKind::sphere) one.reach = norm(s.half) + s.radius;
    one.kind = kind_of(member);
    plan_.shapes.push_back(one);
  }

  void add_plane(std::size_t contact, const ContactPlane& plane) {
    Membership member(d_.contacts.size());
    member[contact] = 2;
    TouchShape one;
    one.shape = plane_shape();
    one.at.r = frame_along(plane.normal);
    one.at.p = to_vec(plane.point);
    one.kind = kind_of(member);
    plan_.shapes.push_back(one);
  }

  // The first entry that names both decides.
  void set_meetings() {
    plan_.kinds = static_cast<int>(members_.size());
    for (const Membership& a : members_) {
      for (const Membership& b : members_) {
        Meeting meeting;
        for (std::size_t c = 0; c < a.size() && meeting.law < 0; ++c) {
          const bool forth = (a[c] & 1) != 0 && (b[c] & 2) != 0;
          const bool back = (a[c] & 2) != 0 && (b[c] & 1) != 0;
          if (forth || back) meeting = {static_cast<int>(c), forth};
        }
        plan_.meetings.push_back(meeting);
      }
    }
  }

  // Without the library nothing may need it. Kinds of shapes by kinds of meetings are few.
  void check_library() const {
    std::map<std::pair<int, ContactShapeKind>, std::size_t> kinds;
    for (std::size_t s = 0; s < plan_.shapes.size(); ++s)
      kinds.emplace(std::pair(plan_.shapes[s].kind, plan_.shapes[s].shape.kind), s);
    for (const auto& [a, i] : kinds) {
      for (const auto& [b, j] : kinds) {
        const int law = plan_.meeting(static_cast<int>(i), static_cast<int>(j)).law;
        if (law < 0 || !needs_library(a.second, b.second)) continue;
        if (plan_.shapes[i].body < 0 && plan_.shapes[j].body < 0) continue;
        if (const std::string why = convex_library_refusal(); !why.empty())
          throw ModelError(place_of(static_cast<std::size_t>(law), "of"),
                           "contact '" + d_.contacts[static_cast<std::size_t>(law)].name +
                               "': hulls and cylinders touch by a library: " + why +
                               "; spheres, capsules, boxes and planes do without");
        return;
      }
    }
  }

  // Neighbours in a mechanism overlap where their joint is.
  void add_joined() {
    for (const JointItem& joint : d_.joints) {
      if (with_joint(joint.type, [](auto kind) { return kind.nv == 6; }))
        continue;  // holds nothing
      const PlacedBody a = placement_.find(joint.parent), b = placement_.find(joint.child);
      const int i = a.body.valid() ? static_cast<int>(a.body.index()) : -1;
      const int j = b.body.valid() ? static_cast<int>(b.body.index()) : -1;
      if (i != j) plan_.joined.emplace_back(std::min(i, j), std::max(i, j));
    }
    std::sort(plan_.joined.begin(), plan_.joined.end());
  }

  const Description& d_;
  const Model<double>& model_;
  const Placement& placement_;
  ContactPlan plan_;
  Solids solids_{plan_};
  std::map<Membership, int> kinds_;
  std::vector<Membership> members_;
};

}  // namespace

ContactPlan plan_contacts(const Description& description, const Model<double>& model,
                          const Placement& placement) {
  return Planner(description, model, placement).plan();
}

}  // namespace treadle
