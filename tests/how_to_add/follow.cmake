# Follows docs/how_to_add.md in a copy of the sources, compiles it without optimisation, and runs what was added.
# Called by ctest with SOURCE, WORK, PYTHON, GENERATOR, COMPILER, LAUNCHER and EIGEN.

# Runs one command; its output is shown when it fails, or on demand.
function(run what)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHOW" "" "")
  execute_process(COMMAND ${arg_UNPARSED_ARGUMENTS} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err
                  WORKING_DIRECTORY "${WORK}")
  if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${what} failed (${result}):\n${out}\n${err}")
  endif()
  message("${what}: done")
  if(arg_SHOW)
    message("${out}")
  endif()
endfunction()

file(MAKE_DIRECTORY "${WORK}")
run("add" SHOW "${PYTHON}" -B "${SOURCE}/tests/how_to_add/check_how_to_add.py" "${SOURCE}" --tree "${WORK}/tree")
run("configure" "${CMAKE_COMMAND}" -S "${SOURCE}/tests/how_to_add" -B "${WORK}/build" -G "${GENERATOR}"
    "-DTREE=${WORK}/tree" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DTREADLE_WERROR=ON
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}")
run("build" "${CMAKE_COMMAND}" --build "${WORK}/build" --target prove -j 2)
run("prove" SHOW "${WORK}/build/prove")
run("forget" SHOW "${PYTHON}" -B "${SOURCE}/tests/how_to_add/check_how_to_add.py" "${SOURCE}" --tree "${WORK}/tree"
    --forget "${COMPILER}" --eigen "${EIGEN}")
