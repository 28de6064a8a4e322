// A run on disk: what was written is read back, bit for bit; what is no run is refused.
#include "src/record/run_file.hpp"

#include "io/temporary.hpp"
#include "src/base/error.hpp"

#include <sys/stat.h>

#include <array>
#include <cmath>
#include <limits>

namespace treadle {
namespace {

const std::vector<Column> columns{{"time", "s"}, {"crank.q", "rad"}, {"ramp é</script>", "m"}};

std::array<double, 3> row_at(std::size_t i) {
  const double t = 1e-3 * static_cast<double>(i);
  return {t, std::sin(t), i % 7 == 3 ? std::numeric_limits<double>::quiet_NaN() : t * t};
}

class RunFile : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_record()) GTEST_SKIP() << "this build has no HDF5";
  }
  [[nodiscard]] std::string file() const { return folder_.file("run.h5"); }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

  static void expect_rows(const RunFileReader& run, std::size_t count) {
    ASSERT_EQ(run.rows(), count);
    if (count == 0) return;
    const std::vector<double> all = run.read(0, count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = row_at(i);
      for (std::size_t c = 0; c < 3; ++c) {
        const double read = all[3 * i + c];
        ASSERT_TRUE(read == row[c] || (std::isnan(read) && std::isnan(row[c]))) << i << " " << c;
      }
    }
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(RunFile, gives_back_rows_names_units_and_texts) {
  const std::string model(100'000, 'x');
  {
    RunFileWriter writer(file(), columns, {{"format", "treadle-run"}, {"model", model}});
    for (std::size_t i = 0; i < 10'001; ++i) writer.row(row_at(i));
    writer.close({{"result", "{}"}, {"empty", ""}});
  }
  const RunFileReader run(file());
  ASSERT_EQ(run.columns().size(), 3U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(run.columns()[c].name, columns[c].name);
    EXPECT_EQ(run.columns()[c].unit, columns[c].unit);
  }
  EXPECT_EQ(run.text("model"), model);
  EXPECT_EQ(run.text("result"), "{}");
  EXPECT_EQ(run.text("empty"), "");
  EXPECT_EQ(run.text("nothing"), "");
  expect_rows(run, 10'001);
  const std::vector<double> some = run.read(4095, 2);
  EXPECT_EQ(some[0], row_at(4095)[0]);
  EXPECT_EQ(some[3], row_at(4096)[0]);
}

TEST_F(RunFile, of_no_row_and_of_one_row) {
  for (const std::size_t count : {0U, 1U}) {
    {
      RunFileWriter writer(file(), columns, {{"format", "treadle-run"}});
      for (std::size_t i = 0; i < count; ++i) writer.row(row_at(i));
    }  // closed without a word
    expect_rows(RunFileReader(file()), count);
  }
}

// A copy of the file after a flush is what a killed program leaves behind.
TEST_F(RunFile, is_whole_after_each_flush) {
  RunFileWriter writer(file(), columns, {{"format", "treadle-run"}});
  std::size_t rows = 0;
  for (const std::size_t more : {1U, 10U, 4000U, 4096U, 9000U, 3U}) {
    for (std::size_t i = 0; i < more; ++i) writer.row(row_at(rows++));
    writer.flush();
    const std::string copy = folder().file("copy.h5");
    std::filesystem::copy_file(file(), copy, std::filesystem::copy_options::overwrite_existing);
    const RunFileReader run(copy);
    expect_rows(run, rows);
    EXPECT_EQ(run.text("result"), "");
  }
}

// Rows that wait are not in the file, but those of the last flush stay readable at every moment.
TEST_F(RunFile, is_readable_between_flushes) {
  RunFileWriter writer(file(), columns, {{"format", "treadle-run"}});
  const std::string copy = folder().file("copy.h5");
  for (std::size_t i = 0; i < 20'000; ++i) {
    writer.row(row_at(i));
    if (i % 997 != 0) continue;
    std::filesystem::copy_file(file(), copy, std::filesystem::copy_options::overwrite_existing);
    const RunFileReader run(copy);
    EXPECT_LE(run.rows(), i + 1);
    EXPECT_GE(run.rows() + 4096, i + 1);
    expect_rows(run, run.rows());
  }
}

TEST_F(RunFile, that_is_something_else_is_refused) {
  const auto refused = [&](const std::string& name, const std::string& words) {
    try {
      const RunFileReader run(folder().file(name));
      ADD_FAILURE() << name << " was read";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
      EXPECT_EQ(error.where(), folder().file(name));
    }
  };
  refused("missing.h5", "cannot be opened: No such file");
  ASSERT_EQ(mkfifo(folder().file("pipe.h5").c_str(), 0600), 0);
  refused("pipe.h5", "this is a pipe; a file is needed");
  std::ofstream(folder().file("text.h5")) << "not HDF5";
  refused("text.h5", "no HDF5 file");
  { const RunFileWriter other(folder().file("other.h5"), columns, {{"format", "other"}}); }
  refused("other.h5", "not the record of a run");
}

TEST_F(RunFile, that_cannot_be_made_fails_at_once) {
  EXPECT_THROW(RunFileWriter(folder().file("none/run.h5"), columns, {}), EnvironmentError);
}

}  // namespace
}  // namespace treadle
