// Sums of coordinates with units, and the words of each refusal.
#include "../../src/io/reading/read_model.hpp"
#include "../../src/io/writing/write_model.hpp"
#include "refusal.hpp"

namespace treadle {
namespace {

// A pinion on `turn`, a rack on `slide`, a second wheel on `spin`.
Description with(const std::string& list, const std::string& item) {
  return read_model_text(
      R"({"bodies": [{"name": "a", "mass": 1}, {"name": "b", "mass": 1}, {"name": "c", "mass": 1}],
    "joints": [{"name": "turn", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0, 1]},
               {"name": "spin", "type": "revolute", "parent": "ground", "child": "b", "position": [1, 0, 0], "axis": [0, 0, 1]},
               {"name": "slide", "type": "prismatic", "parent": "ground", "child": "c", "position": [0, 1, 0], "axis": [1, 0, 0]}],
    ")" + list +
          R"(": [{"name": "x", "type": "coupler", )" + item + "}]}",
      "test.json");
}

ConstraintItem coupler(const std::string& item) { return with("constraints", item).constraints[0]; }

TEST(ReadSum, factors_have_units) {
  const ConstraintItem rack =
      coupler(R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": "-30 mm/rad"}],
      "offset": "5 mm")");
  EXPECT_EQ(rack.factors, (std::vector<double>{1.0, -0.03}));
  EXPECT_EQ(rack.offset, 0.005);
  const ConstraintItem turns =
      coupler(R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": "188 mm/rev"}])");
  EXPECT_NEAR(turns.factors[1], 0.188 / (2.0 * 3.14159265358979323846), 1e-15);
  // the rack in turns of the pinion, and an angle that is left unsaid
  EXPECT_NEAR(
      coupler(R"("coordinates": [{"joint": "turn"}, {"joint": "slide", "factor": "1 rev/m"}])")
          .factors[1],
      6.283185307179586, 1e-14);
  EXPECT_EQ(coupler(R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": "30 mm"}])")
                .factors[1],
            0.03);
  // without units nothing is asked
  EXPECT_EQ(
      coupler(
          R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": 0.03}], "offset": 2)")
          .offset,
      2.0);
  EXPECT_EQ(
      coupler(
          R"("coordinates": [{"joint": "turn", "factor": "20/40"}, {"joint": "spin"}], "offset": "10 deg")")
          .factors[0],
      0.5);
}

TEST(ReadSum, says_what_does_not_fit) {
  const auto refusal = [](const std::string& item) { return refusal_of([&] { coupler(item); }); };
  Refusal wrong =
      refusal(R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": "30 mm/s"}])");
  EXPECT_EQ(wrong.where, "constraints[0].coordinates[0].factor");
  EXPECT_TRUE(wrong.says("no factor of 'slide' makes a length")) << wrong.message;
  EXPECT_TRUE(wrong.says("factor '30 mm/s' of 'turn'")) << wrong.message;
  EXPECT_TRUE(wrong.says("30 mm/rad")) << wrong.message;
  EXPECT_TRUE(
      refusal(R"("coordinates": [{"joint": "spin"}, {"joint": "turn", "factor": "30 mm/rad"}])")
          .says("makes an angle"));
  EXPECT_TRUE(
      refusal(
          R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": "30 mm/rad"}], "offset": "3 deg")")
          .says("is an angle, but the sum is a length"));
  EXPECT_TRUE(refusal(R"("coordinates": [{"joint": "slide", "factor": "0 mm"}])").says("is zero"));
}

TEST(ReadSum, an_elastic_coupler_knows_whether_it_turns) {
  const auto force = [](const std::string& item) { return with("forces", item).forces[0]; };
  EXPECT_TRUE(
      force(R"("coordinates": [{"joint": "turn"}, {"joint": "spin"}], "damping": "2 N m s/rad")")
          .turns);
  const ForceItem rack = force(
      R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": "30 mm/rad"}], "damping": "2 N s/m")");
  EXPECT_FALSE(rack.turns);
  EXPECT_EQ(rack.from.body, "c");
  EXPECT_EQ(rack.to.body, "a");
  EXPECT_TRUE(
      refusal_of([&] {
        force(
            R"("coordinates": [{"joint": "slide"}, {"joint": "turn", "factor": 0.03}], "damping": 2)");
      }).says("neither a length nor an angle; give factors units"));
  EXPECT_TRUE(
      refusal_of([&] { force(R"("coordinates": [{"joint": "slide"}])"); }).says("does nothing"));
  // written and read again, also where factors are not in units of their own coordinate
  const Description d = with(
      "forces",
      R"("coordinates": [{"joint": "spin", "factor": "-20 mm/rad"}, {"joint": "turn", "factor": "30 mm/rad"}], "damping": 2)");
  Description again = read_model_text(write_model(d), "test.json");
  EXPECT_TRUE(again.forces == d.forces);
}

}  // namespace
}  // namespace treadle
