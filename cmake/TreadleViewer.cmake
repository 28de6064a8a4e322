# The viewer's page inside the command line. It is made by npm from viewer/, or taken ready-made:
# -DTREADLE_VIEWER_PAGE=file.html. Without either the program says that it has no viewer.
set(TREADLE_VIEWER_PAGE "" CACHE FILEPATH "A ready-made page of the viewer; made by npm if empty")
set(viewer_source "${PROJECT_SOURCE_DIR}/viewer")
set(viewer_page "")

if(TREADLE_VIEWER_PAGE)
  get_filename_component(viewer_page "${TREADLE_VIEWER_PAGE}" ABSOLUTE BASE_DIR "${PROJECT_BINARY_DIR}")
elseif(EXISTS "${viewer_source}/package.json")
  find_program(TREADLE_NODE NAMES node nodejs)
  find_program(TREADLE_NPM npm)
  mark_as_advanced(TREADLE_NODE TREADLE_NPM)
  if(TREADLE_NODE AND TREADLE_NPM)
    set(viewer_page "${PROJECT_BINARY_DIR}/viewer/index.html")
    file(GLOB_RECURSE viewer_files CONFIGURE_DEPENDS
         "${viewer_source}/src/*" "${viewer_source}/*.json" "${viewer_source}/*.ts" "${viewer_source}/*.html")
    list(FILTER viewer_files EXCLUDE REGEX "/viewer/(node_modules|dist|dev)/")
    add_custom_command(OUTPUT "${viewer_page}"
      COMMAND "${CMAKE_COMMAND}" -D "SOURCE=${viewer_source}" -D "PAGE=${viewer_page}" -D "NPM=${TREADLE_NPM}"
              -P "${PROJECT_SOURCE_DIR}/cmake/build_viewer.cmake"
      DEPENDS ${viewer_files} "${PROJECT_SOURCE_DIR}/cmake/build_viewer.cmake"
      COMMENT "Making the viewer" VERBATIM)
    add_custom_target(viewer DEPENDS "${viewer_page}")
    add_dependencies(treadle_cli viewer)
  else()
    message(NOTICE "treadle: Node.js or npm is not found: treadle run --report is left out (Debian: nodejs, npm)")
  endif()
endif()

if(viewer_page)
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/cli/viewer.cpp" APPEND PROPERTY
    COMPILE_DEFINITIONS "TREADLE_VIEWER_PAGE=\"${viewer_page}\"")
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/cli/viewer.cpp" APPEND PROPERTY OBJECT_DEPENDS "${viewer_page}")
endif()
