# The command line: build/<preset>/treadle.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cli/*.cpp")
if(sources)
  add_executable(treadle_cli ${sources})
  treadle_own(treadle_cli)
  treadle_together(treadle_cli)
  find_package(Threads REQUIRED)  # one that waits for signals
  target_link_libraries(treadle_cli PRIVATE treadle::treadle nlohmann_json::nlohmann_json CLI11::CLI11
                        Threads::Threads)
  treadle_quick(treadle_cli)
  treadle_precompile(treadle_cli <CLI/CLI.hpp> <nlohmann/json.hpp>)
  set_target_properties(treadle_cli PROPERTIES
    OUTPUT_NAME treadle
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};$ORIGIN/../${TREADLE_MODULE_DIR}")
  add_dependencies(product treadle_cli)
  include(TreadleViewer)
endif()
