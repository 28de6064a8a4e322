// The progress bar: on a terminal, never in a pipe or a file, never with --quiet.
#include "fixture.hpp"

#include <chrono>
#include <csignal>
#include <thread>

namespace treadle {
namespace {

using Progress = CommandLine;

TEST_F(Progress, shows_percentage_and_time_left_on_a_terminal) {
  OnTerminal run({"run", four_bar(), "--until", "10000"});
  const std::string seen = run.read_until(" left", 20.0);
  EXPECT_NE(seen.find(" left"), std::string::npos) << seen;
  EXPECT_NE(seen.find('%'), std::string::npos) << seen;
  EXPECT_EQ(seen.find('\n'), std::string::npos) << "the bar stays on its line";
  run.signal(SIGINT);
  const std::string all = run.read_until("FILE.csv", 20.0);
  EXPECT_EQ(run.wait(), 130);
  // the bar is gone before the summary begins
  const std::size_t cleared = all.rfind("\r\x1b[K");
  ASSERT_NE(cleared, std::string::npos);
  EXPECT_EQ(all.find(" left", cleared), std::string::npos) << all;
  EXPECT_NE(all.find("four bar: ", cleared), std::string::npos) << all;
}

TEST_F(Progress, quiet_shows_nothing_on_a_terminal) {
  OnTerminal run({"run", four_bar(), "--until", "10000", "--quiet"});
  const std::string seen = run.read_until("%", 0.6);
  EXPECT_EQ(seen, "");
  ASSERT_TRUE(run.listens());
  run.signal(SIGINT);
  run.read_until("kept", 20.0);
  EXPECT_EQ(run.wait(), 130);
}

TEST_F(Progress, a_file_sees_nothing) {
  const std::string file = path("motion.csv");
  Running run({"run", four_bar(), "--until", "10000", "--out", file});
  ASSERT_TRUE(wait_for_file(file, 1000));
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  run.signal(SIGINT);
  const Finished finished = run.wait();
  const std::string all = finished.out + finished.err;
  EXPECT_EQ(all.find(" left"), std::string::npos) << all;
  EXPECT_EQ(all.find('\r'), std::string::npos) << all;
  EXPECT_EQ(all.find('\x1b'), std::string::npos) << all;
}

}  // namespace
}  // namespace treadle
