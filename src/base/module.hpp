// Parts of the engine that need libraries of others: shared objects of their own, opened when they
// are first needed, so that nobody else waits for those libraries.
#pragma once

#include <string>

namespace treadle {

/// The address of the symbol `treadle_module` in the shared object `name`.so, which is found by the
/// run path of this library or program, or in the folder that the variable TREADLE_MODULES of the
/// environment names. nullptr where there is none; `why` says what the loader said.
void* module_symbol(const std::string& name, std::string& why);

/// What that symbol points to.
template <class Module>
Module* open_module(const std::string& name, std::string& why) {
  void* const symbol = module_symbol(name, why);
  return symbol != nullptr ? *static_cast<Module* const*>(symbol) : nullptr;
}

}  // namespace treadle

/// Once in a module: the symbol that open_module finds, an object that `Module` is a base of.
#define TREADLE_MODULE(Module, object)      \
  extern "C" {                              \
  extern Module* const treadle_module;      \
  Module* const treadle_module = &(object); \
  }
