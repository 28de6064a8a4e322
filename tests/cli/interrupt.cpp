// Ctrl-C keeps what was computed; a second one ends the program at once.
#include "fixture.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

namespace treadle {
namespace {

class Interrupt : public CommandLine, public testing::WithParamInterface<int> {};

TEST_P(Interrupt, stops_at_the_next_step_and_keeps_the_results) {
  const std::string file = path("motion.csv");
  Running run({"run", four_bar(), "--until", "10000", "--out", file, "--json"});
  ASSERT_TRUE(wait_for_file(file, 1000));
  run.signal(GetParam());
  const Finished finished = run.wait();
  EXPECT_EQ(finished.code, 130) << finished.err;
  EXPECT_TRUE(finished.complains("interrupted at t = ")) << finished.err;
  const nlohmann::json object = finished.object();
  EXPECT_EQ(object["status"], "interrupted");
  EXPECT_LT(object["end"]["time"].get<double>(), 1e4);

  const std::vector<std::string> lines = lines_of(read(file));
  EXPECT_GT(lines.size(), 1000U);
  EXPECT_EQ(lines.size(), object["rows"].get<std::size_t>() + 1);
  for (const std::string& line : lines)
    ASSERT_EQ(std::count(line.begin(), line.end(), ','), 6) << line;
  EXPECT_EQ(std::stod(lines.back()), object["end"]["time"].get<double>());
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGINT, SIGTERM));

TEST_F(Interrupt, prints_the_summary) {
  const std::string file = path("motion.csv");
  Running run({"run", four_bar(), "--until", "10000", "--out", file});
  ASSERT_TRUE(wait_for_file(file, 1000));
  run.signal(SIGINT);
  const Finished finished = run.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_TRUE(finished.says("of 10000 s (interrupted)")) << finished.out;
  EXPECT_TRUE(finished.says("energy drift")) << finished.out;
}

TEST_F(Interrupt, a_second_one_ends_a_program_that_hangs) {
  // nobody reads from this pipe, so the program hangs in writing to it
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  Running run({"run", four_bar(), "--until", "10000", "--out", pipe});
  char first = 0;
  for (int i = 0; i < 4000 && ::read(reader, &first, 1) != 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(first, 't') << "no header arrives";
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  run.signal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  run.signal(SIGINT);
  const Finished finished = run.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_EQ(finished.out, "") << "it ended by itself";
  close(reader);
}

}  // namespace
}  // namespace treadle
