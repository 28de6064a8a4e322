#include "program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

extern char** environ;

namespace treadle {

namespace {

std::string fresh_path() {
  static int count = 0;
  return (std::filesystem::temp_directory_path() /
          ("treadle_cli_" + std::to_string(getpid()) + "_" + std::to_string(count++)))
      .string();
}

std::string take(const std::string& path) {
  std::string text;
  {
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return text;
}

std::vector<char*> arguments(Words& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

Words with_program(const Words& words) {
  Words all{TREADLE_BINARY};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::nanoseconds>(
                 std::chrono::duration<double>(seconds))) {}
  [[nodiscard]] bool passed() const { return std::chrono::steady_clock::now() > end_; }

 private:
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

nlohmann::json Finished::object() const {
  const nlohmann::json parsed = nlohmann::json::parse(out, nullptr, false);
  EXPECT_TRUE(parsed.is_object()) << "standard output is not one JSON object:\n" << out;
  return parsed.is_object() ? parsed : nlohmann::json();
}

Running::Running(const Words& words, const std::string& out)
    : out_(out.empty() ? fresh_path() : out), err_(fresh_path()), own_out_(out.empty()) {
  Words all = with_program(words);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int flags = O_WRONLY | (own_out_ ? O_CREAT | O_TRUNC : 0);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int failed =
      posix_spawn(&pid_, TREADLE_BINARY, &actions, nullptr, arguments(all).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) pid_ = -1;
  EXPECT_EQ(failed, 0) << "cannot start " << TREADLE_BINARY;
}

Running::~Running() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  wait();
}

void Running::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

Finished Running::wait() {
  Finished finished;
  int status = 0;
  if (pid_ > 0 && waitpid(pid_, &status, 0) == pid_) finished.code = code_of(status);
  pid_ = -1;
  if (own_out_) finished.out = take(out_);
  finished.err = take(err_);
  return finished;
}

Finished treadle_program(const Words& words) { return Running(words).wait(); }

OnTerminal::OnTerminal(const Words& words) {
  Words all = with_program(words);
  std::vector<char*> list = arguments(all);
  winsize size{24, 80, 0, 0};
  pid_ = forkpty(&screen_, nullptr, nullptr, &size);
  if (pid_ == 0) {
    execv(TREADLE_BINARY, list.data());
    _exit(127);
  }
  EXPECT_GT(pid_, 0) << "no terminal";
}

OnTerminal::~OnTerminal() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (screen_ >= 0) close(screen_);
}

const std::string& OnTerminal::read_until(const std::string& words, double seconds) {
  const Deadline deadline(seconds);
  while (seen_.find(words) == std::string::npos && !deadline.passed()) {
    pollfd ready{screen_, POLLIN, 0};
    if (poll(&ready, 1, 50) <= 0) continue;
    char block[4096];
    const ssize_t got = read(screen_, block, sizeof block);
    if (got <= 0) break;
    seen_.append(block, static_cast<std::size_t>(got));
  }
  return seen_;
}

void OnTerminal::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

int OnTerminal::wait() {
  int status = 0;
  const bool ended = pid_ > 0 && waitpid(pid_, &status, 0) == pid_;
  pid_ = -1;
  return ended ? code_of(status) : -1;
}

bool wait_for_file(const std::string& path, std::size_t bytes, double seconds) {
  const Deadline deadline(seconds);
  while (!deadline.passed()) {
    std::error_code code;
    const auto size = std::filesystem::file_size(path, code);
    if (!code && size >= bytes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace treadle
