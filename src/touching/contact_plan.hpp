// Who may touch whom and by which law: the list `contacts` of a description with its numbers
// frozen. Constant during a run.
#pragma once

#include "../contact/hull.hpp"
#include "../contact/shape.hpp"
#include "../model/model.hpp"
#include "../model/placement.hpp"
#include "../scalar/height_map.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace treadle {

/// A shape that can touch.
struct TouchShape {
  ContactShape shape;
  Transform<double> at;       ///< in the internal frame of its body; on the ground in the world
  int body = -1;              ///< tree body; -1: the ground
  int group = 0;              ///< of that body
  double inverse_mass = 0.0;  ///< of that body
  double reach = 0.0;         ///< farthest point from its origin; 0 where turning does not matter
  int kind = 0;               ///< shapes of one kind meet the same others
  bool is_body = false;       ///< its frame is that of a body that lends it to its group
};

/// Of one entry of the list.
struct TouchLaw {
  bool hertz = false;
  double stiffness = 0.0;  ///< of a point
  double modulus = 0.0;    ///< of the pair, for Hertz's law (U2)
  double damping = 0.0;    ///< a of (U7), where no restitution is given
  double bounce = 0.0;     ///< x of (U8)
  double resting_speed = 0.0;
  double friction = 0.0;
  double stick_stiffness = 0.0;  ///< 0: from the normal stiffness (U12)
  double rolling = 0.0;
};

/// Who meets: the entry, and whether the first of two kinds is in its first list.
struct Meeting {
  int law = -1;  ///< -1: they do not
  bool first_is_of = true;
};

struct ContactPlan {
  std::vector<TouchShape> shapes;
  std::vector<std::shared_ptr<const Hull>> hulls;  ///< that shapes point to
  std::vector<std::shared_ptr<const HeightMap>> maps;
  std::vector<TouchLaw> laws;  ///< by entry of the list
  int kinds = 0;
  std::vector<Meeting> meetings;            ///< kind by kind
  std::vector<std::pair<int, int>> joined;  ///< bodies that a joint holds together, sorted
  double skin = 0.0;                        ///< pairs nearer than this are kept in mind

  [[nodiscard]] bool empty() const { return laws.empty(); }
  [[nodiscard]] const Meeting& meeting(int a, int b) const {
    return meetings[static_cast<std::size_t>(shapes[static_cast<std::size_t>(a)].kind * kinds +
                                             shapes[static_cast<std::size_t>(b)].kind)];
  }
};

/// Throws ModelError for names that match nothing and for shapes that cannot touch.
ContactPlan plan_contacts(const Description& description, const Model<double>& model,
                          const Placement& placement);

}  // namespace treadle
