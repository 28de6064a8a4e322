// Small models in a folder that lives as long as a test.
#pragma once

#include "program.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace treadle {

class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name =
        "treadle_" + std::to_string(getpid()) + "_" + test->test_suite_name() + "_" + test->name();
    std::replace(name.begin(), name.end(), '/', '_');
    folder_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

 public:
  ~CommandLine() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  static std::string read(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  /// Lines without their ends; the last one must be whole.
  static std::vector<std::string> lines_of(const std::string& text) {
    EXPECT_TRUE(text.empty() || text.back() == '\n') << "the last line is cut off";
    std::vector<std::string> lines;
    std::size_t from = 0;
    for (std::size_t to; (to = text.find('\n', from)) != std::string::npos; from = to + 1) {
      lines.push_back(text.substr(from, to - from));
    }
    return lines;
  }

  /// A planar four-bar whose crank turns: three bodies, four revolute joints, one degree of
  /// freedom.
  std::string four_bar() const {
    return write("four_bar.json", R"({
      "name": "four bar",
      "bodies": [
        {"name": "crank", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 0.5]},
        {"name": "coupler", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [1.5, 0, 1.5]},
        {"name": "rocker", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [3, 0, 1]}],
      "joints": [
        {"name": "A", "type": "revolute", "parent": "ground", "child": "crank",
         "position": [0, 0, 0], "axis": [0, 1, 0], "velocity": "10 rad/s"},
        {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler",
         "position": [0, 0, 1], "axis": [0, 1, 0]},
        {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker",
         "position": [3, 0, 2], "axis": [0, 1, 0]},
        {"name": "D", "type": "revolute", "parent": "ground", "child": "rocker",
         "position": [3, 0, 0], "axis": [0, 1, 0]}]})");
  }

  /// Whether the program has a viewer inside.
  bool has_viewer() const {
    return treadle_program({"run", four_bar(), "--until", "0", "--report", path("probe.html")})
               .code == 0;
  }

  /// A block on a spring so stiff that a long step makes the motion overflow.
  std::string stiff_block() const {
    return write("stiff.json", R"({
      "bodies": [{"name": "block", "mass": 1}],
      "joints": [{"name": "slide", "type": "prismatic", "parent": "ground", "child": "block",
                  "position": [0, 0, 0], "axis": [1, 0, 0], "start": "1 m",
                  "spring": {"stiffness": "1e9 N/m"}}]})");
  }

  /// A trunk with two arms, on the ground by a ball joint; `extra` is put after the joints.
  std::string branched(const std::string& extra = "") const {
    return write("branched.json", R"({
      "bodies": [
        {"name": "trunk", "mass": 1, "inertia": [1, 1, 1]},
        {"name": "left", "mass": 1, "inertia": [1, 1, 1], "position": [-1, 0, 0]},
        {"name": "right", "mass": 1, "inertia": [1, 1, 1], "position": [1, 0, 0]},
        {"name": "plate", "mass": 1, "inertia": [1, 1, 1]}],
      "joints": [
        {"name": "ball", "type": "spherical", "parent": "ground", "child": "trunk", "position": [0, 0, 1]},
        {"name": "l", "type": "revolute", "parent": "trunk", "child": "left",
         "position": [-1, 0, 1], "axis": [0, 1, 0]},
        {"name": "r", "type": "revolute", "parent": "trunk", "child": "right",
         "position": [1, 0, 1], "axis": [0, 1, 0]},
        {"name": "bolt", "type": "fixed", "parent": "left", "child": "plate"}])" +
                                      extra + "}");
  }

  /// A wide tree of revolute joints.
  std::string many_bodies(int count) const {
    std::ostringstream bodies, joints;
    for (int i = 0; i < count; ++i) {
      const std::string parent = i < 20 ? "ground" : "b" + std::to_string(i / 3);
      const char* comma = i == 0 ? "" : ", ";
      bodies << comma << R"({"name": "b)" << i << R"(", "mass": 1, "inertia": [1, 1, 1]})";
      joints << comma << R"({"name": "j)" << i << R"(", "type": "revolute", "parent": ")" << parent
             << R"(", "child": "b)" << i << R"(", "position": [0, 0, )" << i
             << R"(], "axis": [0, 1, 0]})";
    }
    return write("many.json",
                 R"({"bodies": [)" + bodies.str() + R"(], "joints": [)" + joints.str() + "]}");
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace treadle
