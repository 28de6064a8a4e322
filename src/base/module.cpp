#include "module.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace treadle {

void* module_symbol(const std::string& name, std::string& why) {
  const char* const folder = std::getenv("TREADLE_MODULES");
  const std::string path = (folder != nullptr ? std::string(folder) + "/" : "") + name + ".so";
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = handle != nullptr ? ::dlsym(handle, "treadle_module") : nullptr;
  if (symbol == nullptr) {
    const char* const said = ::dlerror();
    why = "module " + name + ".so cannot be opened" + (said != nullptr ? ": " : "") +
          (said != nullptr ? said : "");
  }
  return symbol;
}

}  // namespace treadle
