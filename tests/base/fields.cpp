// Fields of plain structs: how many, in which order, and all parts of one type.
#include "src/base/fields.hpp"

#include "src/base/ids.hpp"
#include "src/forces/forces.hpp"

#include <gtest/gtest.h>

#include <string>

namespace treadle {
namespace {

struct Part {
  BodyId body;
  double size = 0.0;
};

struct Whole {
  int first = 0;
  std::vector<Part> parts;
  std::array<Part, 2> pair;
  const std::string name;
  BodyId last;
};

static_assert(field_count<Part> == 2 && field_count<Whole> == 5 && field_count<const Whole> == 5);
static_assert(field_count<std::array<int, 7>> == 7);
static_assert(std::is_same_v<decltype(fields_of(std::declval<const Part&>())),
                             std::tuple<const BodyId&, const double&>>);
static_assert(force_kinds == 10, "tests of lanes count the forces of each kind");

TEST(Fields, comeInTheOrderOfTheirDeclaration) {
  Part a{BodyId{3}, 2.0}, b{BodyId{4}, 5.0};
  for_each_field([](auto& to, const auto& from) { to = from; }, a, b);
  EXPECT_EQ(a.body, b.body);
  EXPECT_EQ(&std::get<1>(fields_of(a)), &a.size);
  std::string order;
  const std::array<int, 2> places{0, 1};
  for_each_field(
      [&](auto& field, int place) {
        order += std::to_string(place) + (std::is_same_v<decltype(field), double&> ? "d" : "i");
      },
      a, places);
  EXPECT_EQ(order, "0i1d");
}

TEST(Fields, findPartsWhereverTheyAre) {
  Whole w{1, {{BodyId{1}, 0.0}, {BodyId{2}, 0.0}}, {{{BodyId{3}, 0.0}, {}}}, "w", BodyId{9}};
  std::vector<int> seen;
  for_each_part<BodyId>(w, [&](BodyId& i) {
    seen.push_back(i.at);
    ++i;
  });
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3, -1, 9}));
  EXPECT_EQ(w.parts[1].body, BodyId{3});
}

}  // namespace
}  // namespace treadle
