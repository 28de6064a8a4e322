// CSV files: bits that survive, quoting, what is on disk when, and failures.
#include "../../src/io/tables/csv_writer.hpp"

#include "../../src/base/error.hpp"
#include "temporary.hpp"

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <thread>

namespace treadle {
namespace {

const std::vector<Column> one_column{{"t", "s"}};

std::size_t lines_in(const std::string& text) {
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

std::string failure_of_close(CsvWriter& csv) {
  try {
    csv.close();
  } catch (const EnvironmentError& error) {
    return error.what();
  }
  return "";
}

TEST(CsvWriter, header_and_rows) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.csv");
  CsvWriter csv(path, {{"t", "s"}, {"crank.q", "rad"}, {"count", ""}});
  csv.row(std::array{0.0, 0.1, 1.0});
  csv.row(std::array{0.001, -1.5e-9, 1e22});
  csv.close();
  EXPECT_EQ(content_of(path), "t [s],crank.q [rad],count\n0,0.1,1\n0.001,-1.5e-09,1e+22\n");
}

TEST(CsvWriter, cells_are_quoted_where_needed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.csv");
  CsvWriter csv(path,
                {{"a,b", "m"}, {"say \"q\"", "1"}, {"two\nlines", "s"}, {"plain one", "m/s"}});
  csv.close();
  EXPECT_EQ(content_of(path),
            "\"a,b [m]\",\"say \"\"q\"\" [1]\",\"two\nlines [s]\",plain one [m/s]\n");
}

TEST(CsvWriter, every_bit_survives) {
  using limits = std::numeric_limits<double>;
  std::vector<double> values{0.0,
                             -0.0,
                             0.1,
                             1.0 / 3.0,
                             limits::max(),
                             limits::lowest(),
                             limits::min(),
                             limits::denorm_min(),
                             limits::infinity(),
                             -limits::infinity()};
  std::uint64_t random = 1;
  while (values.size() < 5000) {  // bit patterns all over the range
    random = random * 6364136223846793005U + 1442695040888963407U;
    const double value = std::bit_cast<double>(random);
    if (value == value) values.push_back(value);
  }

  const TemporaryFolder folder;
  const std::string path = folder.file("bits.csv");
  CsvWriter csv(path, one_column);
  for (const double value : values) csv.row({&value, 1});
  csv.close();

  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  for (const double value : values) {
    ASSERT_TRUE(std::getline(file, line));
    const double back = std::strtod(line.c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << line;
  }
  EXPECT_FALSE(std::getline(file, line));
}

TEST(CsvWriter, no_number_is_written_as_nan) {
  const TemporaryFolder folder;
  const std::string path = folder.file("nan.csv");
  CsvWriter csv(path, one_column);
  csv.row(std::array{-std::numeric_limits<double>::quiet_NaN()});
  csv.close();
  EXPECT_EQ(content_of(path), "t [s]\nnan\n");
}

// An interrupted run keeps whole rows: all but the last thousand at most.
TEST(CsvWriter, rows_reach_the_file_before_it_is_closed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.csv");
  CsvWriter csv(path, one_column);
  for (int i = 0; i < 2500; ++i) csv.row(std::array{0.1 * i});
  const std::string early = content_of(path);
  EXPECT_GE(lines_in(early), 2001U);
  EXPECT_EQ(early.back(), '\n');
  csv.close();
  EXPECT_EQ(lines_in(content_of(path)), 2501U);
}

TEST(CsvWriter, slow_rows_do_not_wait_for_others) {
  const TemporaryFolder folder;
  const std::string path = folder.file("slow.csv");
  CsvWriter csv(path, one_column);
  csv.row(std::array{1.0});
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  csv.row(std::array{2.0});
  EXPECT_EQ(content_of(path), "t [s]\n1\n2\n");
}

TEST(CsvWriter, wide_rows_do_not_wait_for_a_thousand) {
  const TemporaryFolder folder;
  const std::string path = folder.file("wide.csv");
  const std::vector<Column> columns(100000, {"x", "m"});
  CsvWriter csv(path, columns);
  const std::vector<double> values(columns.size(), 0.125);
  for (int i = 0; i < 4; ++i) csv.row(values);
  EXPECT_GT(content_of(path).size(), 1000000U);
}

TEST(CsvWriter, destructor_writes_what_is_left) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.csv");
  {
    CsvWriter csv(path, one_column);
    csv.row(std::array{7.0});
  }
  EXPECT_EQ(content_of(path), "t [s]\n7\n");
}

TEST(CsvWriter, closing_twice_is_harmless) {
  const TemporaryFolder folder;
  CsvWriter csv(folder.file("run.csv"), one_column);
  csv.close();
  EXPECT_NO_THROW(csv.close());
}

TEST(CsvWriter, unwritable_path_is_an_environment_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("missing/run.csv");
  try {
    const CsvWriter csv(path, one_column);
    FAIL() << "opened " << path;
  } catch (const EnvironmentError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(path), std::string::npos) << message;
    EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
  }
  EXPECT_THROW(CsvWriter(folder.file(""), one_column), EnvironmentError);
}

TEST(CsvWriter, full_disk_is_an_environment_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  CsvWriter at_close("/dev/full", one_column);
  at_close.row(std::array{1.0});
  const std::string message = failure_of_close(at_close);
  EXPECT_NE(message.find("/dev/full"), std::string::npos) << message;
  EXPECT_NE(message.find("No space left"), std::string::npos) << message;
  EXPECT_EQ(failure_of_close(at_close), "");

  CsvWriter at_row("/dev/full", one_column);
  EXPECT_THROW(for (int i = 0; i < 1000; ++i) at_row.row(std::array{1.0}), EnvironmentError);
}

TEST(CsvWriter, destructor_keeps_silent_on_a_full_disk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  EXPECT_NO_THROW({
    CsvWriter csv("/dev/full", one_column);
    csv.row(std::array{1.0});
  });
}

// What waits goes to the file when somebody looks at the clock for it, whether rows come or not.
TEST(CsvWriter, ticks_bring_rows_to_the_file) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.csv");
  CsvWriter csv(path, one_column);
  csv.row(std::array{1.0});
  csv.tick();
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  csv.tick();
  EXPECT_EQ(lines_in(content_of(path)), 2U);
  csv.row(std::array{2.0});
  csv.tick();  // soon after the last one
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  csv.tick();  // a slow caller: all that waits
  EXPECT_EQ(lines_in(content_of(path)), 3U);
}

}  // namespace
}  // namespace treadle
