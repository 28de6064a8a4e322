#include "compile.hpp"

#include "../base/error.hpp"
#include "../base/sha256.hpp"
#include "cache.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

extern char** environ;

namespace treadle {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// The code says where multiply-adds stand; nothing may change what it says.
const Words always{"-std=c99",        "-march=native",      "-ffp-contract=off",
                   "-fno-math-errno", "-fno-trapping-math", "-fPIC"};

Words split(const std::string& text) {
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// Full path of a program, "" where there is none.
std::string which(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    std::error_code error;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, error)) return file;
  }
  return "";
}

// The program itself and the machine it compiles for: another of either needs another library.
std::string identity(const Words& compiler) {
  std::string text;
  for (const std::string& word : compiler) text += word + "\n";
  std::error_code error;
  const fs::path file = fs::canonical(which(compiler.front()), error);
  struct stat facts {};
  if (::stat(file.c_str(), &facts) == 0)
    text += file.string() + " " + std::to_string(facts.st_size) + " " +
            std::to_string(facts.st_mtime) + "\n";
  std::ifstream processor("/proc/cpuinfo");
  for (std::string line; std::getline(processor, line) && !line.empty();) {
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
      text += line + "\n";
  }
  return text;
}

pid_t start(const Words& words, const std::string& messages) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, messages.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                   0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = -1;
  const int error =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : -1;
}

bool finish(pid_t child) {
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Removes a folder and all in it when done.
class Workplace {
 public:
  explicit Workplace(std::string folder) : folder_(std::move(folder)) {}
  ~Workplace() {
    std::error_code error;
    fs::remove_all(folder_, error);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

[[noreturn]] void compiler_failed(const Words& compiler, const std::string& messages) {
  std::string text;
  try {
    text = read_bytes(messages);
  } catch (const EnvironmentError&) {
  }
  throw EnvironmentError("the compiler '" + compiler.front() + "' failed: " +
                         (text.empty() ? "it said nothing" : text.substr(0, text.find('\n'))));
}

// All files at once, each by a process of its own, then one library of them.
std::string compile(const std::vector<SourceFile>& sources, const Words& compiler,
                    const Words& flags, const Workplace& at) {
  std::vector<pid_t> running;
  Words objects;
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const std::string source = at.file(sources[k].name);
    write_bytes(source, sources[k].text);
    objects.push_back(source + ".o");
    Words words(compiler);
    words.insert(words.end(), always.begin(), always.end());
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(), {"-c", source, "-o", objects.back()});
    running.push_back(start(words, at.file("messages")));
  }
  bool good = true;
  for (const pid_t child : running) good = finish(child) && good;
  if (!good) compiler_failed(compiler, at.file("messages"));
  const std::string library = at.file("library.so");
  Words words(compiler);
  words.insert(words.end(), {"-shared", "-o", library});
  words.insert(words.end(), objects.begin(), objects.end());
  words.push_back("-lm");
  if (!finish(start(words, at.file("messages")))) compiler_failed(compiler, at.file("messages"));
  return library;
}

void* open_library(const std::string& path) {
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw EnvironmentError(std::string("cannot load: ") + ::dlerror());
  return handle;
}

}  // namespace

LoadedLibrary::~LoadedLibrary() { ::dlclose(handle_); }

void* LoadedLibrary::find(const std::string& symbol) const {
  return ::dlsym(handle_, symbol.c_str());
}

std::vector<std::string> find_compiler() {
  const char* asked = std::getenv("CC");
  const Words words = split(asked == nullptr ? "" : asked);
  if (!words.empty() && !which(words.front()).empty()) return words;
  for (const char* name : {"clang", "cc", "gcc"}) {
    if (!which(name).empty()) return {name};
  }
  return {};
}

std::shared_ptr<LoadedLibrary> load_sources(const std::vector<SourceFile>& sources,
                                            const CompileOptions& options) {
  const Words compiler = options.compiler.empty() ? find_compiler() : options.compiler;
  if (compiler.empty())
    throw EnvironmentError("no C compiler is found; install gcc or clang, or set CC");
  const LibraryCache cache(options.cache.empty() ? default_cache_folder() : options.cache);
  std::string all = identity(compiler);
  for (const std::string& flag : always) all += flag + " ";
  for (const std::string& flag : options.flags) all += flag + " ";
  for (const SourceFile& source : sources) all += "\n" + source.name + "\n" + source.text;
  const std::string key = sha256(all);
  const bool known = cache.holds(key);
  if (!known) {
    const Workplace place(cache.workplace());
    cache.take(compile(sources, compiler, options.flags, place), key);
  }
  return std::make_shared<LoadedLibrary>(open_library(cache.path(key)), known);
}

}  // namespace treadle
