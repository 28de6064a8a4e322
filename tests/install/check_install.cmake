# Installs the build to a prefix below it, then configures, builds and runs examples/hello against
# that copy alone. Called by ctest with SOURCE, BUILD, GENERATOR, COMPILER, FLAGS, CONFIG, PYTHON and WORDS (of check_examples.py).
set(work "${BUILD}/install_test")
set(prefix "${work}/prefix")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")

# Runs one command; its output is shown only when it fails. The output is left in `said`.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err
                  WORKING_DIRECTORY "${work}" TIMEOUT 240)
  if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${what} failed (${result}):\n${out}\n${err}")
  endif()
  message("${what}: done")
  set(said "${out}" PARENT_SCOPE)
endfunction()

run("install" "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")

# What is exported must know neither this source tree nor this processor.
file(GLOB_RECURSE exported "${prefix}/*.cmake")
if(NOT exported)
  message(FATAL_ERROR "nothing was exported below ${prefix}")
endif()
foreach(file IN LISTS exported)
  file(READ "${file}" text)
  foreach(word "-march" "-W" "-fsanitize" "${SOURCE}" "nlohmann")
    string(FIND "${text}" "${word}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} contains '${word}', which must not reach users of the library")
    endif()
  endforeach()
endforeach()

run("configure hello" "${CMAKE_COMMAND}" -S "${SOURCE}/examples/hello" -B "${work}/hello"
    -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
    "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_PREFIX_PATH=${prefix}")
run("build hello" "${CMAKE_COMMAND}" --build "${work}/hello")

# The installed copy was used, not the build or a copy elsewhere on the machine.
file(STRINGS "${work}/hello/CMakeCache.txt" found REGEX "^treadle_DIR:")
string(FIND "${found}" "${prefix}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "hello was built against another copy: ${found}")
endif()

run("run hello" "${work}/hello/hello" "${prefix}/share/treadle/models/four_bar.json")
string(STRIP "${said}" said)
if(said STREQUAL "")
  message(FATAL_ERROR "hello printed nothing")
endif()
message("${said}")
if(PYTHON)
  run("compare what hello says" "${PYTHON}" -B "${SOURCE}/tests/examples/check_examples.py" ${WORDS}
      "${SOURCE}/examples/hello/hello.out" "${work}/hello/hello" "${prefix}/share/treadle/models/four_bar.json")
endif()

if(EXISTS "${prefix}/bin/treadle")
  run("run the installed treadle --help" "${prefix}/bin/treadle" --help)
  # modules are found beside the installed copy, and what is missing is told
  file(GLOB modules "${prefix}/lib*/treadle/*.so" "${prefix}/lib*/*/treadle/*.so")
  foreach(module IN LISTS modules)
    set(name pendulum.json)
    if(module MATCHES "component_runtime")
      continue()  # below
    elseif(module MATCHES "hdf5")
      set(words --record "${work}/run.h5")
    elseif(module MATCHES "klu")
      set(words --solver sparse)
    elseif(module MATCHES "mumps")
      set(words --solver sparse-symmetric)
    elseif(module MATCHES "cholmod")
      set(words --solver dense-cholmod)
    elseif(module MATCHES "tbb")
      set(words --threads 2)
    elseif(module MATCHES "mpi")
      set(words --formulation component --distribute mpi)
    elseif(module MATCHES "sundials")
      set(words --integrator cvode-bdf)
    elseif(module MATCHES "bullet")
      set(words --step 1e-4)
      set(name contact/gripper.json)  # has a hull
    else()
      message(FATAL_ERROR "what asks for ${module}?")
    endif()
    set(model "${prefix}/share/treadle/models/${name}")
    run("run with ${module}" "${prefix}/bin/treadle" run "${model}" --until 0.1 ${words})
    file(RENAME "${module}" "${module}.away")
    execute_process(COMMAND "${prefix}/bin/treadle" run "${model}" --until 0.1 ${words}
                    RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said TIMEOUT 60)
    file(RENAME "${module}.away" "${module}")
    if(NOT result STREQUAL "2" OR NOT said MATCHES "cannot be opened")
      message(FATAL_ERROR "without ${module} (${result}): ${said}")
    endif()
  endforeach()
  # a part becomes a library by what is installed alone
  run("compile a part" "${prefix}/bin/treadle" compile "${prefix}/share/treadle/models/insulator/chain.json"
      -o "${work}/chain.so" --border first,fourth)
  if(NOT EXISTS "${prefix}/include/treadle/treadle_component.h")
    message(FATAL_ERROR "treadle_component.h is not installed")
  endif()
endif()
