# What a compiled component runs on: a shared library that `treadle compile` copies and puts numbers
# behind. It shows one symbol and needs nothing of ours, so that it goes wherever its user does.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/runtime/*.cpp")
add_library(treadle_component_runtime MODULE ${sources})
treadle_own(treadle_component_runtime)
target_link_libraries(treadle_component_runtime PRIVATE treadle::treadle nlohmann_json::nlohmann_json)
set_target_properties(treadle_component_runtime PROPERTIES
  PREFIX "" SUFFIX ".so" LIBRARY_OUTPUT_DIRECTORY "${TREADLE_MODULES}"
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  SKIP_BUILD_RPATH ON INSTALL_RPATH "")
if(TREADLE_GNU_LIKE AND NOT APPLE AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  target_link_options(treadle_component_runtime PRIVATE
    -static-libstdc++ -static-libgcc -s LINKER:--exclude-libs,ALL LINKER:--gc-sections LINKER:-Bsymbolic
    "LINKER:--version-script=${PROJECT_SOURCE_DIR}/runtime/component.map")
  set_target_properties(treadle_component_runtime PROPERTIES
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/runtime/component.map")
endif()
add_dependencies(product treadle_component_runtime)
if(TARGET treadle_cli)
  add_dependencies(treadle_cli treadle_component_runtime)
endif()
install(TARGETS treadle_component_runtime LIBRARY DESTINATION "${TREADLE_MODULE_DIR}")
install(FILES "${PROJECT_SOURCE_DIR}/src/compiled/treadle_component.h" DESTINATION include/treadle)
