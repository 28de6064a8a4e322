#include "runtime_file.hpp"

#include "../base/error.hpp"
#include "../base/input_file.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace treadle {

namespace {

constexpr const char* runtime_name = "treadle_component_runtime.so";

// Where the loader finds it.
std::string runtime_path() {
  const char* const folder = std::getenv("TREADLE_MODULES");
  const std::string name = (folder != nullptr ? std::string(folder) + "/" : "") + runtime_name;
  void* const handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const why = dlerror();
    throw EnvironmentError("the runtime of compiled components is missing" +
                           std::string(why != nullptr ? ": " : "") + (why != nullptr ? why : "") +
                           "; install Treadle again");
  }
  Dl_info found{};
  const void* const symbol = dlsym(handle, "treadle_component_v1");
  if (symbol == nullptr || dladdr(symbol, &found) == 0)
    throw EnvironmentError(name + " is no runtime of compiled components; install Treadle again");
  std::string path = found.dli_fname;
  dlclose(handle);
  return path;
}

}  // namespace

std::string component_runtime() {
  static const std::string path = runtime_path();
  const InputFile file(path);
  std::string bytes;
  for (std::string more = file.read(1 << 20); !more.empty(); more = file.read(1 << 20))
    bytes += more;
  return bytes;
}

}  // namespace treadle
