#include "program.hpp"
#include "support/places.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

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
  Words all{program_file()};
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

bool redirect(int stream, const char* path, int flags) {
  const int file = open(path, flags, 0600);
  return file >= 0 && dup2(file, stream) == stream;
}

// A program that does not end is killed, so that a test fails instead of hanging.
int wait_for_end(pid_t pid) {
  if (pid <= 0) return -1;
  const Deadline deadline(30.0);
  int status = 0;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (deadline.passed()) kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return code_of(status);
}

// A program that listens has blocked the signal, so that a thread of its own gets it.
bool listens_to_signals(pid_t pid) {
  const std::string key = "SigBlk:";
  for (const Deadline deadline(20.0); !deadline.passed();) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.compare(0, key.size(), key) != 0) continue;
      const std::uint64_t blocked = std::stoull(line.substr(key.size()), nullptr, 16);
      if ((blocked >> (SIGTERM - 1) & 1U) != 0) return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

}  // namespace

nlohmann::json Finished::object() const {
  const nlohmann::json parsed = nlohmann::json::parse(out, nullptr, false);
  EXPECT_TRUE(parsed.is_object()) << "standard output is not one JSON object:\n" << out;
  return parsed.is_object() ? parsed : nlohmann::json();
}

Running::Running(const Words& words, const std::string& out)
    : out_(out.empty() ? fresh_path() : out), err_(fresh_path()), own_out_(out.empty()) {
  Words all = with_program(words);
  const std::vector<char*> list = arguments(all);
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that is stopped leaves no program behind
    const int created = O_WRONLY | O_CREAT | O_TRUNC;
    const bool ready = redirect(STDIN_FILENO, "/dev/null", O_RDONLY) &&
                       redirect(STDOUT_FILENO, out_.c_str(), own_out_ ? created : O_WRONLY) &&
                       redirect(STDERR_FILENO, err_.c_str(), created);
    if (ready) execv(program_file(), list.data());
    _exit(127);
  }
  EXPECT_GT(pid_, 0) << "cannot start " << program_file();
}

Running::~Running() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  wait();
}

bool Running::listens() const { return listens_to_signals(pid_); }

void Running::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

Finished Running::wait() {
  Finished finished;
  finished.code = wait_for_end(pid_);
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
    execv(program_file(), list.data());
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

bool OnTerminal::listens() const { return listens_to_signals(pid_); }

void OnTerminal::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

int OnTerminal::wait() {
  const int code = wait_for_end(pid_);
  pid_ = -1;
  return code;
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
