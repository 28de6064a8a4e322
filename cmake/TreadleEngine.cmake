# The library. Rooms come in the order of src/LAYERS, lowest first; a room may have subfolders.
set(TREADLE_LAYERS "${PROJECT_SOURCE_DIR}/src/LAYERS")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${TREADLE_LAYERS}")
file(STRINGS "${TREADLE_LAYERS}" lines REGEX "^[a-z_]+:")
set(TREADLE_ROOMS "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE ":.*" "" room "${line}")
  list(APPEND TREADLE_ROOMS ${room})
endforeach()

set(TREADLE_SOURCES "")
foreach(room IN LISTS TREADLE_ROOMS)
  if(room MATCHES "^(io|builder|report)$" AND NOT TREADLE_HAS_JSON)
    continue()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/modules/")  # opened when they are needed: TreadleModules
  list(APPEND TREADLE_SOURCES ${sources})
endforeach()

add_library(treadle ${TREADLE_SOURCES})
# Kernels are compiled each alone when they are optimised; what uses them or only reads and writes is
# not.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  treadle_together_in(treadle components io builder record report
                      keeping assembly healing singular mechanism acceleration simulation analyses measuring generate
                      statics linearize output topology scene geometry)
  # Dense work that happens once for a model, if at all: not worth a minute of optimising.
  treadle_group(treadle dense_0
    "${PROJECT_SOURCE_DIR}/src/assembly/layered.cpp"
    "${PROJECT_SOURCE_DIR}/src/assembly/meet_targets.cpp"
    "${PROJECT_SOURCE_DIR}/src/assembly/self_stress.cpp")
  # What reads and writes waits for files and for memory.
  treadle_quick_groups(treadle dense statics linearize healing components reading writing meshes tables schema builder
                       record report scene)
else()
  treadle_together_in(treadle ${TREADLE_ROOMS})
endif()
add_library(treadle::treadle ALIAS treadle)
treadle_own(treadle)
if(TREADLE_GNU_LIKE AND TREADLE_TOGETHER GREATER 1 AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(treadle PRIVATE -Wno-shadow)  # of names in other files; the release build warns
endif()
target_compile_features(treadle PUBLIC cxx_std_20)
target_compile_definitions(treadle PUBLIC TREADLE_VERSION="${PROJECT_VERSION}")
target_include_directories(treadle PUBLIC
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
  "$<INSTALL_INTERFACE:include/treadle>")

# Eigen's alignment, and with it the layout of its fixed-size types and the way it frees memory,
# depends on -march. We may compile with -march=native while the user does not, so no Eigen type may
# cross the interface: nothing that treadle.hpp includes may include Eigen. tests/layers checks that,
# and therefore no architecture flag has to be exported. Eigen itself is, for those who include one of
# the inner headers.
target_link_libraries(treadle PUBLIC Eigen3::Eigen)

# Generated code and modules are loaded into the running program.
target_link_libraries(treadle PUBLIC ${CMAKE_DL_LIBS})

# Header-only and used in .cpp files alone, so users of the library never need it.
if(TREADLE_HAS_JSON)
  target_link_libraries(treadle PRIVATE "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>")
  # The reader is many short files, and the JSON header takes longer than all of them.
  set(plain ${TREADLE_SOURCES})
  list(FILTER plain EXCLUDE REGEX "/src/(io|builder)/")
  set_source_files_properties(${plain} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  treadle_precompile(treadle <nlohmann/json.hpp>)
endif()

# A function that is inline in our headers exists in a program too, there perhaps compiled otherwise:
# the library calls its own.
if(BUILD_SHARED_LIBS AND TREADLE_GNU_LIKE)
  target_link_options(treadle PRIVATE -Wl,-Bsymbolic-functions)
endif()

set_target_properties(treadle PROPERTIES
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
