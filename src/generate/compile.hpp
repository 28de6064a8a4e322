// C sources -> a loaded library: compiled with the machine's own compiler, kept in a cache that is
// private to the user, found again by content (docs/theory/generate.md).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace treadle {

struct SourceFile {
  std::string name;  ///< `evaluate.c`
  std::string text;
};

/// A shared library for as long as this lives.
class LoadedLibrary {
 public:
  LoadedLibrary(void* handle, bool from_cache, std::string note)
      : handle_(handle), from_cache_(from_cache), note_(std::move(note)) {}
  ~LoadedLibrary();
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;

  /// nullptr where there is no such function.
  [[nodiscard]] void* find(const std::string& symbol) const;
  [[nodiscard]] bool from_cache() const { return from_cache_; }
  /// What was wrong with the cache; "" as a rule.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  void* handle_;
  bool from_cache_;
  std::string note_;
};

/// TREADLE_COMPILE_SECONDS, else 120.
double default_compile_seconds();

struct CompileOptions {
  std::vector<std::string> compiler;  ///< command and first words; empty: CC, else clang, cc or gcc
  std::vector<std::string> flags{"-O2", "-fno-tree-slp-vectorize"};
  std::string cache;  ///< folder; empty: $XDG_CACHE_HOME/treadle or ~/.cache/treadle
  double seconds = default_compile_seconds();  ///< then the compiler is ended
};

/// The compiler that would be used, as words; empty where the machine has none.
std::vector<std::string> find_compiler();

/// Throws EnvironmentError where there is no compiler, it fails or takes too long, or nothing can
/// be written.
std::shared_ptr<LoadedLibrary> load_sources(const std::vector<SourceFile>& sources,
                                            const CompileOptions& options = {});

}  // namespace treadle
