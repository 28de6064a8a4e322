#include "compile.hpp"

#include "../base/error.hpp"
#include "../base/sha256.hpp"
#include "cache.hpp"
#include "run_compiler.hpp"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace treadle {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

constexpr double usual_compile_seconds = 120.0;

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

// All files at once, each by a process of its own, then one library of them.
std::string compile(const std::vector<SourceFile>& sources, const Words& compiler,
                    const CompileOptions& options, const Workplace& at) {
  CompilerRun run(at, options.seconds);
  Words objects;
  for (const SourceFile& file : sources) {
    const std::string source = at.file(file.name);
    write_bytes(source, file.text);
    objects.push_back(source + ".o");
    Words words(compiler);
    words.insert(words.end(), always.begin(), always.end());
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    words.insert(words.end(), {"-c", source, "-o", objects.back()});
    run.start(words);
  }
  run.finish();
  const std::string library = at.file("library.so");
  Words words(compiler);
  words.insert(words.end(), {"-shared", "-o", library});
  words.insert(words.end(), objects.begin(), objects.end());
  words.push_back("-lm");
  run.start(words);
  run.finish();
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

double default_compile_seconds() {
  const char* text = std::getenv("TREADLE_COMPILE_SECONDS");
  const double seconds = text == nullptr ? 0.0 : std::strtod(text, nullptr);
  return std::isfinite(seconds) && seconds > 0.0 ? seconds : usual_compile_seconds;
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
    const Workplace place(cache.folder());
    cache.take(compile(sources, compiler, options, place), key);
  }
  return std::make_shared<LoadedLibrary>(open_library(cache.path(key)), known, cache.note());
}

}  // namespace treadle
