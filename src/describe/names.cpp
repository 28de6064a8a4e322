#include "names.hpp"

#include <array>

namespace treadle {

namespace {

constexpr std::array<JointFacts, 17> all_joints{{
    {JointType::revolute, "revolute", 1, 1},
    {JointType::prismatic, "prismatic", 1, 1},
    {JointType::spherical, "spherical", 4, 3},
    {JointType::free, "free", 7, 6},
    {JointType::fixed, "fixed", 0, 0},
    {JointType::cylindrical, "cylindrical", 2, 2},
    {JointType::universal, "universal", 2, 2},
    {JointType::planar, "planar", 3, 3},
    {JointType::screw, "screw", 1, 1},
    {JointType::composite1, "composite", 1, 1},
    {JointType::composite2, "composite", 2, 2},
    {JointType::composite3, "composite", 3, 3},
    {JointType::composite4, "composite", 4, 4},
    {JointType::composite5, "composite", 5, 5},
    {JointType::composite6, "composite", 6, 6},
    {JointType::strut, "strut", 2, 2},
    {JointType::guided_strut, "guided_strut", 1, 1},
}};

}  // namespace

const JointFacts& joint_facts(JointType type) { return all_joints[static_cast<std::size_t>(type)]; }

const char* joint_name(JointType type) { return joint_facts(type).name; }

const std::vector<std::string>& joint_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const JointFacts& facts : all_joints) {
      if (list.empty() || list.back() != facts.name) list.emplace_back(facts.name);
    }
    return list;
  }();
  return names;
}

bool find_joint_type(std::string_view name, JointType& type) {
  for (const JointFacts& facts : all_joints) {
    if (name == facts.name) {
      type = facts.type;
      return true;
    }
  }
  return false;
}

const std::vector<CoordinateName>& coordinate_names(JointType type) {
  static const std::array<std::vector<CoordinateName>, 17> names{{
      {{"", "rad"}},
      {{"", "m"}},
      {{"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}},
      {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}},
      {},
      {{"angle", "rad"}, {"displacement", "m"}},
      {{"angle1", "rad"}, {"angle2", "rad"}},
      {{"x", "m"}, {"y", "m"}, {"angle", "rad"}},
      {{"", "rad"}},
      {{"", "rad"}},
      {{"y1", "rad"}, {"y2", "rad"}},
      {{"y1", "rad"}, {"y2", "rad"}, {"y3", "rad"}},
      {{"y1", "rad"}, {"y2", "rad"}, {"y3", "rad"}, {"y4", "rad"}},
      {{"y1", "rad"}, {"y2", "rad"}, {"y3", "rad"}, {"y4", "rad"}, {"y5", "rad"}},
      {{"y1", "rad"}, {"y2", "rad"}, {"y3", "rad"}, {"y4", "rad"}, {"y5", "rad"}, {"y6", "rad"}},
      {{"jounce", "rad"}, {"steer", "rad"}},
      {{"", "rad"}},
  }};
  return names[static_cast<std::size_t>(type)];
}

const std::vector<CoordinateName>& velocity_names(JointType type) {
  static const std::array<std::vector<CoordinateName>, 17> names{{
      {{"", "rad/s"}},
      {{"", "m/s"}},
      {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}},
      {{"x", "m/s"}, {"y", "m/s"}, {"z", "m/s"}, {"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}},
      {},
      {{"angle", "rad/s"}, {"displacement", "m/s"}},
      {{"angle1", "rad/s"}, {"angle2", "rad/s"}},
      {{"x", "m/s"}, {"y", "m/s"}, {"angle", "rad/s"}},
      {{"", "rad/s"}},
      {{"", "rad/s"}},
      {{"y1", "rad/s"}, {"y2", "rad/s"}},
      {{"y1", "rad/s"}, {"y2", "rad/s"}, {"y3", "rad/s"}},
      {{"y1", "rad/s"}, {"y2", "rad/s"}, {"y3", "rad/s"}, {"y4", "rad/s"}},
      {{"y1", "rad/s"}, {"y2", "rad/s"}, {"y3", "rad/s"}, {"y4", "rad/s"}, {"y5", "rad/s"}},
      {{"y1", "rad/s"},
       {"y2", "rad/s"},
       {"y3", "rad/s"},
       {"y4", "rad/s"},
       {"y5", "rad/s"},
       {"y6", "rad/s"}},
      {{"jounce", "rad/s"}, {"steer", "rad/s"}},
      {{"", "rad/s"}},
  }};
  return names[static_cast<std::size_t>(type)];
}

const std::array<const char*, 3>& ball_angle_names() {
  static constexpr std::array<const char*, 3> names{"swing", "twist", "turn"};
  return names;
}

}  // namespace treadle
