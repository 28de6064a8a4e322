// Ctrl-C keeps what was computed and ends the program within a second; a second one ends it at
// once.
#include "../support/sanitized.hpp"
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

// How long a program takes to end after a signal.
double seconds_to_end(Running& run, int signal, Finished& finished) {
  const auto begin = std::chrono::steady_clock::now();
  run.signal(signal);
  finished = run.wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// A second is promised; a busy machine may need another one.
constexpr double soon = 2.0;

TEST_F(Interrupt, ends_every_phase_of_every_command) {
  // reading, building and planning take seconds each
  const std::string model = many_bodies(test::sanitized ? 20000 : 60000);
  const std::string states = write("states.csv", "j0.q\n0\n");
  const Words commands[] = {{"run", model, "--until", "100", "--out", path("motion.csv")},
                            {"inspect", model},
                            {"count", model},
                            {"bench", model, "--seconds", "100"},
                            {"evaluate", model, "--states", states},
                            {"kinematics", model, "--drive", "j0=0:1"},
                            {"generate", model, "-o", path("code")},
                            {"convert", model, "-o", path("flat.json")}};
  for (const Words& words : commands) {
    for (const int milliseconds : {50, 200, 700}) {
      Running run(words);
      ASSERT_TRUE(run.listens());
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      Finished finished;
      EXPECT_LT(seconds_to_end(run, SIGINT, finished), soon) << words[0] << " " << milliseconds;
      // one that is quick has ended by itself
      if (milliseconds == 700 && finished.code != 130) continue;
      EXPECT_EQ(finished.code, 130) << words[0] << ": " << finished.err;
      EXPECT_TRUE(finished.complains("treadle: interrupted")) << words[0];
    }
  }
}

TEST_F(Interrupt, ends_the_writing_of_many_rows_in_one_step) {
  const std::string file = path("motion.csv");
  Running run({"run", four_bar(), "--until", "9", "--output-interval", "1e-7", "--step", "0.1",
               "--out", file, "--json"});
  ASSERT_TRUE(wait_for_file(file, 1000));
  Finished finished;
  EXPECT_LT(seconds_to_end(run, SIGINT, finished), soon);
  EXPECT_EQ(finished.code, 130) << finished.err;
  const nlohmann::json object = finished.object();
  EXPECT_EQ(object["status"], "interrupted");
  const std::vector<std::string> lines = lines_of(read(file));
  EXPECT_EQ(lines.size(), object["rows"].get<std::size_t>() + 1);
  EXPECT_EQ(std::stod(lines.back()), object["end"]["time"].get<double>());
}

TEST_F(Interrupt, rows_nobody_can_write_are_refused) {
  const std::string model = four_bar();
  const Finished option = treadle_program({"run", model, "--output-interval", "1e-12"});
  EXPECT_EQ(option.code, 2);
  EXPECT_TRUE(option.complains("--output-interval: more than 1e8 rows")) << option.err;
  std::string text = read(model);
  text.insert(text.rfind('}'), R"(, "simulation": {"output_interval": 1e-12})");
  const Finished file = treadle_program({"run", write("tiny.json", text)});
  EXPECT_EQ(file.code, 2);
  EXPECT_TRUE(file.complains("simulation.output_interval: more than 1e8 rows")) << file.err;
}

// Nobody reads from these pipes, so opening them or writing to them never ends.
TEST_F(Interrupt, ends_programs_that_wait_for_a_disk) {
  const std::string pipe = path("pipe"), model = four_bar(), states = write("s.csv", "A.q\n0\n");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const Words& words :
       {Words{"run", model, "--out", pipe}, Words{"inspect", model, "--svg", pipe},
        Words{"evaluate", model, "--states", states, "--out", pipe},
        Words{"convert", model, "-o", pipe}}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      Running run(words);
      ASSERT_TRUE(run.listens());
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      Finished finished;
      EXPECT_LT(seconds_to_end(run, signal, finished), soon) << words[0];
      EXPECT_EQ(finished.code, 130) << words[0] << ": " << finished.err;
    }
  }
}

// A job in the background of a script begins so.
TEST_F(Interrupt, an_ignored_one_is_heard_and_nohup_is_obeyed) {
  const std::string file = path("motion.csv");
  const auto interrupt = std::signal(SIGINT, SIG_IGN), hangup = std::signal(SIGHUP, SIG_IGN);
  Running run({"run", four_bar(), "--until", "10000", "--out", file});
  std::signal(SIGINT, interrupt);
  std::signal(SIGHUP, hangup);
  ASSERT_TRUE(wait_for_file(file, 1000));
  run.signal(SIGHUP);
  const auto size = std::filesystem::file_size(file);
  ASSERT_TRUE(wait_for_file(file, 2 * size)) << "it goes on";
  Finished finished;
  EXPECT_LT(seconds_to_end(run, SIGINT, finished), soon);
  EXPECT_EQ(finished.code, 130);
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
