// A model twice: with parts as files, and with the same parts compiled.
#pragma once

#include "src/base/sha256.hpp"
#include "src/compiled/package.hpp"
#include "src/compiled/runtime_file.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/io/writing/write_component.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace treadle::test {

/// A folder of its own for each test.
class CompiledPair : public testing::Test {
 protected:
  CompiledPair() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("treadle_compiled_" + std::to_string(getpid()) + "_" + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~CompiledPair() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// Compiles a part; gives the keys of an include: "library": ..., "sha256": ...
  std::string compile(const std::string& part, const std::string& library,
                      const std::vector<std::string>& border, const std::string& ground = "",
                      const Overrides& overrides = {}) const {
    return publish(part, library, {border, {}, {}}, ground, overrides);
  }
  std::string publish(const std::string& part, const std::string& library,
                      const Publication& published, const std::string& ground = "",
                      const Overrides& overrides = {}) const {
    const ComponentSource source = read_component(part, overrides, ground);
    const std::string bytes =
        seal_component(component_runtime(), component_content(source, published));
    write(library, bytes);
    return "\"library\": \"" + library + "\", \"sha256\": \"" + sha256(bytes) + "\"";
  }

  struct Rows {
    std::vector<std::string> names;
    std::vector<std::vector<double>> rows;
    RunResult result;
  };
  /// Rows of some channels, by both formulations or one.
  static Rows move(const std::string& model, const std::string& formulation,
                   const std::vector<std::string>& channels, double until, double rtol = 1e-11) {
    const Mechanism mechanism = build_mechanism(read_model(model));
    RunOptions options = options_of(mechanism.description.simulation);
    options.formulation = formulation;
    options.duration = until;
    options.output_interval = until / 20.0;
    options.rtol = options.atol = rtol;
    options.channels.names = channels;
    Rows out;
    Listener listener;
    listener.columns = [&](const std::vector<Column>& columns) {
      for (const Column& column : columns) out.names.push_back(column.name);
    };
    listener.row = [&](std::span<const double> row) {
      out.rows.emplace_back(row.begin(), row.end());
    };
    out.result = run(mechanism, options, listener);
    EXPECT_EQ(out.result.end, RunEnd::done) << out.result.message;
    return out;
  }

  /// The same columns and rows: the first within `at_start` and all within `later`, in parts of the
  /// largest number of the column's kind.
  static void expect_same(const Rows& one, const Rows& other, double at_start, double later) {
    ASSERT_EQ(one.names, other.names);
    ASSERT_EQ(one.rows.size(), other.rows.size());
    double most = 1.0;
    for (const auto& row : one.rows)
      for (std::size_t c = 1; c < row.size(); ++c) most = std::max(most, std::fabs(row[c]));
    for (std::size_t r = 0; r < one.rows.size(); ++r) {
      for (std::size_t c = 0; c < one.names.size(); ++c)
        EXPECT_NEAR(one.rows[r][c], other.rows[r][c], (r == 0 ? at_start : later) * most)
            << one.names[c] << " in row " << r;
    }
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace treadle::test
