// The page that reports are made from, inside the program.
#pragma once

#include <string_view>

namespace treadle::cli {

/// Empty where the build had no Node.js to make it.
std::string_view viewer_page();

/// Throws OptionError for `option` where there is no page.
void need_viewer(const char* option);

}  // namespace treadle::cli
