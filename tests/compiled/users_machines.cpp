// Machines as people assemble them of parts: in cells, mirrored, nested, with controllers and
// events inside, joined by forces alone. By components as in joint coordinates, and with some of
// their parts compiled.
#include "pairs.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle::test {
namespace {

struct UsersMachine {
  std::string model, part;             ///< what is simulated, and which of its parts is compiled
  std::vector<std::string> border;     ///< of the part; its ports are there anyway
  std::vector<std::string> instances;  ///< that come from the library
};

const std::vector<std::string> all_coordinates{"*.q*", "*.v*"};

class UsersMachines : public CompiledPair, public testing::WithParamInterface<UsersMachine> {
 protected:
  UsersMachines() {
    for (const auto& file :
         std::filesystem::directory_iterator(tests_folder() + "/compiled/machines"))
      std::filesystem::copy(file.path(), path(file.path().filename().string()));
  }
  [[nodiscard]] nlohmann::json read(const std::string& name) const {
    std::ifstream file(path(name + ".json"));
    return nlohmann::json::parse(file);
  }
};

TEST_P(UsersMachines, MoveAsInJointCoordinates) {
  const std::string model = path(GetParam().model + ".json");
  const Rows joint = move(model, "joint", all_coordinates, 0.3),
             component = move(model, "component", all_coordinates, 0.3);
  ASSERT_GT(joint.names.size(), 3U);
  expect_same(joint, component, 1e-9, 1e-8);
  long answered = 0;
  for (const MethodCount& count : component.result.methods)
    answered += count.name == "components" ? count.answered : 0;
  EXPECT_GT(answered, 20);
}

// What both have: the coordinates outside of the library.
TEST_P(UsersMachines, MoveAsWithACompiledPart) {
  const UsersMachine& machine = GetParam();
  if (machine.part.empty()) return;
  const std::string keys = compile(path(machine.part + ".json"), "part.so", machine.border);
  const nlohmann::json library = nlohmann::json::parse("{" + keys + "}");
  nlohmann::json model = read(machine.model);
  for (nlohmann::json& include : model["include"]) {
    if (std::ranges::count(machine.instances, include["name"].get<std::string>()) == 0) continue;
    include.erase("file");
    include.update(library);
  }
  const Rows one = move(path(machine.model + ".json"), "component", all_coordinates, 0.3),
             two =
                 move(write("with_library.json", model.dump()), "component", all_coordinates, 0.3);
  ASSERT_EQ(one.rows.size(), two.rows.size());
  double most = 1.0;
  for (const auto& row : one.rows)
    for (std::size_t c = 1; c < row.size(); ++c) most = std::max(most, std::fabs(row[c]));
  for (std::size_t c = 1; c < two.names.size(); ++c) {
    const auto same = std::ranges::find(one.names, two.names[c]);
    if (same == one.names.end()) continue;
    const auto k = static_cast<std::size_t>(same - one.names.begin());
    for (std::size_t r = 0; r < one.rows.size(); ++r)
      EXPECT_NEAR(one.rows[r][k], two.rows[r][c], (r == 0 ? 1e-10 : 1e-8) * most)
          << *same << " in row " << r;
  }
  EXPECT_LT(two.result.energy_drift, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(
    Of, UsersMachines,
    testing::Values(UsersMachine{"robot_line", "robot_cell", {"wrist.tool"}, {"left"}},
                    UsersMachine{"excavator", "ex_stick", {"stick"}, {"stick"}},
                    UsersMachine{"crane", "rope", {"l7.bar"}, {"rope"}},
                    UsersMachine{"drive_train", "gearbox", {"inlet", "outlet"}, {"gear"}},
                    UsersMachine{"four_corners", "corner", {}, {"fl", "rl"}},
                    UsersMachine{"conveyor", "carriage", {"car"}, {"c3", "c7"}},
                    UsersMachine{"simulator", "stewart", {"plate"}, {"hexapod"}},
                    UsersMachine{"nested", "n4", {}, {"wing"}},
                    UsersMachine{"floats", "float", {"hull", "mast", "boom"}, {"a", "c"}},
                    UsersMachine{"catches", "catch", {}, {"a"}},
                    UsersMachine{"swimmer", "flipper", {}, {"l"}},
                    UsersMachine{"arch", "", {}, {}}),
    [](const auto& one) { return one.param.model; });

}  // namespace
}  // namespace treadle::test
