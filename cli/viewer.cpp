#include "viewer.hpp"

#include "report_error.hpp"

// The page is put into the program as it is, between two labels.
#ifdef TREADLE_VIEWER_PAGE
asm(".pushsection .rodata\n"
    ".global treadle_viewer_begin\n"
    "treadle_viewer_begin:\n"
    ".incbin \"" TREADLE_VIEWER_PAGE
    "\"\n"
    ".global treadle_viewer_end\n"
    "treadle_viewer_end:\n"
    ".byte 0\n"
    ".popsection\n");
extern "C" const char treadle_viewer_begin[], treadle_viewer_end[];
#endif

namespace treadle::cli {

std::string_view viewer_page() {
#ifdef TREADLE_VIEWER_PAGE
  return {treadle_viewer_begin,
          static_cast<std::size_t>(treadle_viewer_end - treadle_viewer_begin)};
#else
  return {};
#endif
}

void need_viewer(const char* option) {
  if (!viewer_page().empty()) return;
  throw OptionError(option,
                    "this build has no viewer: Node.js was missing, or npm could not make it; "
                    "install nodejs and npm and build again");
}

}  // namespace treadle::cli
