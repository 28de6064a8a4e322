// The JSON schema of model files, for editors: it says what a key means while one types.
#pragma once

#include <string>

namespace treadle {

/// The schema (draft 7) as text, ending with a line end.
std::string json_schema();

}  // namespace treadle
