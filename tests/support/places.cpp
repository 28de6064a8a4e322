#include "support/places.hpp"

namespace treadle {

std::string models_folder() { return TREADLE_MODELS; }

std::string tests_folder() { return TREADLE_TEST_DATA; }

const char* program_file() { return TREADLE_BINARY; }

}  // namespace treadle
