// Where the tests find what is not compiled into them. Only places.cpp knows folders of this
// machine, so that a compiler's cache serves every copy of the sources.
#pragma once

#include <string>

namespace treadle {

/// The folder models/ of the sources.
std::string models_folder();

/// The folder tests/ of the sources.
std::string tests_folder();

/// The command line of this build; empty where it is left out.
const char* program_file();

}  // namespace treadle
