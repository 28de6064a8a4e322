// Typed access to values, with the place of each.
#include "../../src/io/reading/fields.hpp"

#include "refusal.hpp"

#include <nlohmann/json.hpp>

namespace treadle {
namespace {

using nlohmann::json;

const Place elbow("joints[3]", "joint 'elbow'");
const Words keys{"mass", "size", "axis", "name"};

TEST(Fields, places_lead_to_values) {
  const Place place = elbow.key("start").key("position").element(2);
  EXPECT_EQ(place.path(), "joints[3].start.position[2]");
  EXPECT_EQ(place.field(), "start.position[2]");
  const Refusal refusal = refusal_of([&] { place.fail_field("is odd"); });
  EXPECT_EQ(refusal.where, "joints[3].start.position[2]");
  EXPECT_EQ(refusal.message, "joint 'elbow': start.position[2] is odd");
  EXPECT_EQ(refusal_of([] { elbow.fail_field("is odd"); }).message, "joint 'elbow' is odd");
  EXPECT_EQ(Place("", "the model").key("name").path(), "name");
}

TEST(Fields, numbers_are_si_or_have_units) {
  EXPECT_EQ(read_number(json(2.5), elbow, dimension::length), 2.5);
  EXPECT_EQ(read_number(json("35 mm"), elbow, dimension::length), 0.035);
  EXPECT_EQ(read_triple(json{1, "2 cm", -3.5}, elbow, dimension::length),
            (Triple{1.0, 0.02, -3.5}));
}

TEST(Fields, ranges_hold) {
  const auto read = [](double value, Range range) {
    return read_number(json(value), elbow.key("mass"), dimension::mass, range);
  };
  EXPECT_EQ(read(-1.0, Range::any), -1.0);
  EXPECT_EQ(read(0.0, Range::not_negative), 0.0);
  EXPECT_TRUE(refusal_of([&] { read(-1e-9, Range::not_negative); }).says("must be 0 or more"));
  EXPECT_TRUE(
      refusal_of([&] { read(0.0, Range::positive); }).says("mass is 0; it must be greater"));
}

TEST(Fields, absent_keys_leave_the_default) {
  const json object = {{"mass", 3}, {"axis", {0, 0, 1}}, {"name", "n"}};
  const Fields fields(object, elbow, keys);
  double mass = 1.0;
  std::optional<double> size, kept = 4.0;
  Triple axis{};
  std::string name;
  fields.number("mass", dimension::mass, Range::any, mass);
  fields.number("size", dimension::length, Range::any, size);
  fields.number("size", dimension::length, Range::any, kept);
  fields.triple("axis", dimension::none, axis);
  fields.name("name", name);
  EXPECT_EQ(mass, 3.0);
  EXPECT_EQ(size, std::nullopt);
  EXPECT_EQ(kept, 4.0);
  EXPECT_EQ(axis, (Triple{0.0, 0.0, 1.0}));
  EXPECT_EQ(name, "n");
  EXPECT_FALSE(fields.has("size"));
  EXPECT_EQ(refusal_of([&] { static_cast<void>(fields.need("size")); }).where, "joints[3].size");
}

TEST(Fields, unknown_keys_are_refused) {
  const json object = {{"mas\u001bs", 3}};
  const Refusal refusal = refusal_of([&] { Fields(object, elbow, keys); });
  EXPECT_EQ(refusal.where, "joints[3].mas?s");
  EXPECT_TRUE(refusal.says("unknown key 'mas?s' (did you mean 'mass'?)")) << refusal.message;
  EXPECT_TRUE(
      refusal_of([] { Fields(json(3), elbow, keys); }).says("joint 'elbow' is 3; an object"));
}

TEST(Fields, names_have_at_most_200_bytes) {
  EXPECT_EQ(read_name(json(std::string(200, 'x')), elbow).size(), 200U);
  EXPECT_TRUE(refusal_of([] { read_name(json(std::string(201, 'x')), elbow); }).says("200 bytes"));
  EXPECT_TRUE(refusal_of([] { read_name(json("a\tb"), elbow); }).says("control characters"));
  EXPECT_EQ(read_name(json("Träger 1.2/links"), elbow), "Träger 1.2/links");
}

TEST(Fields, choices_give_their_index) {
  EXPECT_EQ(read_choice(json("size"), elbow, "word", keys), 1U);
  EXPECT_TRUE(refusal_of([] {
                read_choice(json("sise"), elbow, "word", keys);
              }).says("unknown word 'sise' (did you mean 'size'?)"));
}

TEST(Fields, axes_can_be_normalised) {
  EXPECT_NO_THROW(check_axis({0.0, -1e-99, 0.0}, elbow, ""));
  EXPECT_TRUE(refusal_of([] {
                check_axis({0.0, -0.0, 0.0}, elbow, "turn");
              }).says("(0, -0, 0); turn"));
  EXPECT_TRUE(refusal_of([] { check_axis({1e-300, 0.0, 0.0}, elbow, ""); }).says("length 1"));
  EXPECT_TRUE(refusal_of([] { check_axis({1e300, 0.0, 0.0}, elbow, ""); }).says("length 1"));
}

TEST(Fields, values_are_shown_shortly) {
  EXPECT_EQ(show_value(json(0.1)), "0.1");
  EXPECT_EQ(show_value(json("a\nb")), "'a?b'");
  EXPECT_EQ(show_value(json{1, "2 mm"}), "(1, '2 mm')");
  EXPECT_EQ(show_value(json::array()), "an empty array");
  EXPECT_EQ(show_value(json(std::vector<int>(9))), "an array of 9");
  EXPECT_EQ(show_value(json{1, json::array()}), "an array of 2");
  EXPECT_EQ(show_value(json::object()), "an object");
  EXPECT_EQ(show_value(json(false)), "false");
  EXPECT_EQ(show_value(json()), "null");
}

}  // namespace
}  // namespace treadle
