#include "write_sum.hpp"

#include "../../base/error.hpp"
#include "../../describe/names.hpp"
#include "../tables/shown.hpp"

#include <algorithm>
#include <charconv>
#include <numbers>
#include <string_view>

namespace treadle {

namespace {

const JointItem& joint_of(const Description& model, const std::string& joint) {
  const auto found = std::find_if(model.joints.begin(), model.joints.end(),
                                  [&joint](const JointItem& item) { return item.name == joint; });
  if (found == model.joints.end()) throw ModelError("joint", "unknown joint " + shown(joint));
  return *found;
}

// A factor with the unit that makes the term an angle or a length.
Value with_unit(double factor, bool coordinate_turns, bool sum_turns) {
  if (coordinate_turns == sum_turns) return factor;
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), factor).ptr;
  return std::string(text.data(), end) + (sum_turns ? " rad/m" : " m/rad");
}

}  // namespace

std::string coordinate_word(const Description& model, const std::string& joint, int index) {
  const auto& names = coordinate_names(joint_of(model, joint).type);
  if (index < 0 || static_cast<std::size_t>(index) >= names.size())
    throw ModelError("coordinate", "joint " + shown(joint) + " has no coordinate of index " +
                                       std::to_string(index));
  return names[static_cast<std::size_t>(index)].suffix;
}

Value write_coordinate(const CoordinateRef& ref, const Description& model) {
  Value object = Value::object();
  object.set("joint", ref.joint);
  const std::string word = coordinate_word(model, ref.joint, ref.index);
  if (!word.empty()) object.set("coordinate", word);
  return object;
}

void set_sum(Value& object, const std::vector<CoordinateRef>& coordinates,
             const std::vector<double>& factors, double offset, std::optional<bool> turns,
             const Description& model) {
  Value list = Value::list();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const CoordinateRef& ref = coordinates[i];
    Value one = write_coordinate(ref, model);
    const double factor = i < factors.size() ? factors[i] : 1.0;
    const auto& names = coordinate_names(joint_of(model, ref.joint).type);
    const bool own = std::string_view(names[static_cast<std::size_t>(ref.index)].unit) == "rad";
    if (turns && *turns != own) {
      one.set("factor", with_unit(factor, own, *turns));
    } else {
      set_number(one, "factor", factor, 1.0);
    }
    list.add(std::move(one));
  }
  object.set("coordinates", std::move(list));
  set_number(object, "offset", offset);
}

void set_gear(Value& object, const GearItem& gear, double offset) {
  object.set("joints", Value::list_of(gear.joints));
  if (!gear.carrier.empty()) object.set("carrier", gear.carrier);
  if (gear.teeth) object.set("teeth", Value::list_of(*gear.teeth));
  if (gear.internal) object.set("mesh", "internal");
  if (gear.point) object.set("point", Value::list_of(*gear.point));
  set_number(object, "pressure_angle", gear.pressure_angle, std::numbers::pi / 9.0);
  set_number(object, "helix_angle", gear.helix_angle);
  set_number(object, "offset", offset);
}

}  // namespace treadle
