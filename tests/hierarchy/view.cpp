// A hierarchy as people see it: names, borders, kinds of entries, what is left out, what it costs.
#include "src/acceleration/component_view.hpp"
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace treadle::test {
namespace {

Mechanism seen(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

TEST(ComponentViews, ShowTheDoubleInsulatorChain) {
  const Mechanism m = seen("insulator/double_chain");
  const std::vector<ComponentView> views = view_components(m);
  const auto find = [&](const std::string& name) {
    return std::find_if(views.begin(), views.end(),
                        [&](const ComponentView& one) { return one.name == name; });
  };
  ASSERT_NE(find("left"), views.end());
  EXPECT_EQ(find("left")->border, (std::vector<std::string>{"left.first", "left.fourth"}));
  EXPECT_EQ(find("left")->bodies, 4);
  EXPECT_EQ(views.back().name, "double_chain");
  EXPECT_EQ(views.back().parent, -1);
  EXPECT_TRUE(views.back().border.empty());
  EXPECT_EQ(hierarchy_words(m, views).find("parts of the model"), 0U);
  // the loop of parallel hinges says three things twice
  std::vector<std::string> left_out;
  for (const ComponentView& one : views)
    left_out.insert(left_out.end(), one.left_out.begin(), one.left_out.end());
  ASSERT_EQ(left_out.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(left_out[k], m.row_name(m.redundancy.rows[k])) << left_out[k];
}

// Entries of a picture are counted as the densities say; a hinge in the plane leaves zeros, and
// forces along its axis are the same wherever it is.
TEST(ComponentViews, TellKindsOfEntries) {
  bool zeros = false, symbols = false;
  for (const char* name : {"insulator/double_chain", "hmmwv/corners"}) {
    for (const ComponentView& one : view_components(seen(name))) {
      if (one.picture.empty()) continue;
      ASSERT_EQ(one.picture.size(), static_cast<std::size_t>(one.rows));
      long entries = 0, numbers = 0;
      for (const std::string& row : one.picture) {
        ASSERT_EQ(row.size(), static_cast<std::size_t>(one.columns));
        zeros = zeros || row.find('.') != std::string::npos;
        symbols = symbols || row.find('x') != std::string::npos;
        entries += std::count_if(row.begin(), row.end(), [](char c) { return c != '.'; });
        numbers += std::count(row.begin(), row.end(), 'o');
      }
      EXPECT_NEAR(one.density, static_cast<double>(entries) / (one.rows * one.columns), 1e-12);
      EXPECT_EQ(one.numbers, numbers);
    }
  }
  EXPECT_TRUE(zeros);
  EXPECT_TRUE(symbols);
}

// A slide in space moves along a fixed direction: what holds its turning is made of numbers alone.
TEST(ComponentViews, KnowWhatNeverChanges) {
  std::string bodies, joints;
  for (int k = 0; k < 80; ++k) {
    const std::string n = std::to_string(k), before = std::to_string(k - 1);
    bodies +=
        (k == 0 ? "" : ", ") + ("{\"name\": \"b" + n) + "\", \"mass\": 1, \"inertia\": [1, 1, 1]}";
    joints += (k == 0 ? "" : ", ") + ("{\"name\": \"j" + n) +
              "\", \"type\": \"prismatic\", \"parent\": \"" + (k == 0 ? "ground" : "b" + before) +
              "\", \"child\": \"b" + n + "\", \"position\": [0, 0, 0], \"axis\": [" +
              (k % 2 == 0 ? "1, 0, 0" : "0, 1, 0") + "]}";
  }
  const Mechanism m = build_mechanism(
      read_model_text("{\"bodies\": [" + bodies + "], \"joints\": [" + joints + "]}", "slides"));
  long numbers = 0;
  double flops = 0.0;
  for (const ComponentView& one : view_components(m)) {
    numbers += one.numbers;
    flops += one.flops;
  }
  EXPECT_GT(numbers, 0);
  EXPECT_GT(flops, 0.0);
  EXPECT_EQ(hierarchy_words(m, view_components(m)).find("cut by Treadle"), 0U);
}

}  // namespace
}  // namespace treadle::test
