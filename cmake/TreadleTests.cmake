# Tests: one executable for each folder of tests/ that holds C++ files, named test_<folder>, and the
# checks of the house (layers, labels, files, schema, how_to_add, install), which are scripts.
# tests/support/ is shared by all of them: headers, and sources if there are any.

set(TREADLE_TEST_DEFINITIONS TREADLE_TUNED=$<BOOL:${TREADLE_NATIVE}> TREADLE_HAS_BINARY=$<TARGET_EXISTS:treadle_cli>)
# Folders of this machine, for the one file that knows them.
set(places TREADLE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests" TREADLE_MODELS="${PROJECT_SOURCE_DIR}/models"
  TREADLE_BINARY="$<$<TARGET_EXISTS:treadle_cli>:$<TARGET_FILE:treadle_cli>>")

if(TREADLE_HAS_GTEST)
  add_library(test_support INTERFACE)
  target_include_directories(test_support INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(test_support INTERFACE ${TREADLE_TEST_DEFINITIONS})
  target_link_libraries(test_support INTERFACE treadle::treadle GTest::gtest GTest::gtest_main)
  file(GLOB support CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/support/*.cpp")
  add_library(test_support_code STATIC ${support})
  treadle_own(test_support_code)
  treadle_quick(test_support_code)
  treadle_together(test_support_code)
  target_include_directories(test_support_code PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(test_support_code PRIVATE ${TREADLE_TEST_DEFINITIONS})
  set_source_files_properties("${PROJECT_SOURCE_DIR}/tests/support/places.cpp" PROPERTIES
    COMPILE_DEFINITIONS "${places}" SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(test_support_code PUBLIC treadle::treadle GTest::gtest)
  treadle_precompile(test_support_code <gtest/gtest.h> <Eigen/Dense>
    <array> <cmath> <filesystem> <fstream> <functional> <map> <random> <string> <vector>)
  target_link_libraries(test_support INTERFACE test_support_code)

  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true
       RELATIVE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/tests/*")
  list(REMOVE_ITEM folders support how_to_add)
  foreach(folder IN LISTS folders)
    if(NOT IS_DIRECTORY "${PROJECT_SOURCE_DIR}/tests/${folder}")
      continue()
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
    if(NOT sources)
      continue()
    endif()
    if(folder STREQUAL "cli" AND NOT TARGET treadle_cli)
      message(NOTICE "treadle: no command line: tests/cli is left out")
      continue()
    endif()
    # Without src/io no model file can be read; only the rooms below it can then be tested.
    if(NOT TREADLE_HAS_JSON AND (folder MATCHES "^(io|builder|output|mechanism|acceleration|simulation|analyses|scene|report|record)$" OR NOT folder IN_LIST TREADLE_ROOMS))
      message(NOTICE "treadle: no src/io: tests/${folder} is left out")
      continue()
    endif()
    add_executable(test_${folder} ${sources})
    treadle_own(test_${folder})
    treadle_together(test_${folder})
    if(NOT folder STREQUAL "allocation")  # it replaces new and delete, which -O1 mistakes
      treadle_quick(test_${folder})
      if(TREADLE_PCH)
        target_precompile_headers(test_${folder} REUSE_FROM test_support_code)
      endif()
    endif()
    target_link_libraries(test_${folder} PRIVATE test_support)
    if(folder MATCHES "^(io|cli|fuzz|report)$")
      target_link_libraries(test_${folder} PRIVATE nlohmann_json::nlohmann_json)
    endif()
    if(TARGET treadle_cli)
      add_dependencies(test_${folder} treadle_cli)
    endif()
    set_target_properties(test_${folder} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    add_test(NAME ${folder} COMMAND test_${folder} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    # The longest begin first, so that no processor waits at the end.
    if(folder MATCHES "^(agreement|analytic|cli|singular|generate|io)$")
      set_tests_properties(${folder} PROPERTIES COST 50)
    endif()
    # compiled mechanisms go into a cache of the tests' own
    set_tests_properties(${folder} PROPERTIES TIMEOUT ${TREADLE_TEST_TIMEOUT} LABELS code
      ENVIRONMENT "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/cache")
  endforeach()
endif()

set(TREADLE_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  set(TREADLE_SANITIZED ON)
endif()

# Kernels compile on a scalar that has nothing but the closed set of operations (src/scalar/archetype.hpp),
# so that tracing and lanes can come without touching one. Compiling is the test, so once is enough: the
# build under sanitizers leaves it to the others.
if(NOT TREADLE_SANITIZED)
  set(kernels ${TREADLE_SOURCES})
  list(FILTER kernels INCLUDE REGEX "/src/(joints|model|kinematics|forces|dynamics|solve)/")
  add_library(archetype_check OBJECT ${kernels})
  treadle_own(archetype_check)
  treadle_together(archetype_check)
  target_compile_definitions(archetype_check PRIVATE TREADLE_CHECK_ARCHETYPE)
  target_compile_options(archetype_check PRIVATE $<$<BOOL:${TREADLE_GNU_LIKE}>:-O0>)
  target_link_libraries(archetype_check PRIVATE Eigen3::Eigen)
endif()

# Examples are compiled with the tests, so they cannot rot, and say what is stored beside them (make examples
# writes that). examples/hello stands alone: see install.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(TREADLE_HAS_JSON)
  set(example_words "")
  if(TREADLE_NATIVE)
    set(example_words --tuned)
  endif()
  # treadle_example(name command...): compares what the command says with examples/<name>.out.
  function(treadle_example name)
    if(Python3_Interpreter_FOUND)
      add_test(NAME example_${name} COMMAND Python3::Interpreter -B
        "${PROJECT_SOURCE_DIR}/tests/examples/check_examples.py" ${example_words}
        "${PROJECT_SOURCE_DIR}/examples/${name}.out" ${ARGN})
      set_tests_properties(example_${name} PROPERTIES TIMEOUT 120 LABELS code)
    endif()
  endfunction()
  add_custom_target(examples)
  file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.cpp")
  foreach(example IN LISTS examples)
    get_filename_component(name "${example}" NAME_WE)
    add_executable(example_${name} "${example}")
    treadle_own(example_${name})
    treadle_quick(example_${name})
    target_link_libraries(example_${name} PRIVATE treadle::treadle)
    set_target_properties(example_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples")
    add_dependencies(examples example_${name})
    treadle_example(${name} "$<TARGET_FILE:example_${name}>")
  endforeach()
  file(GLOB scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.sh")
  if(TARGET treadle_cli AND UNIX)
    add_dependencies(examples treadle_cli)
    foreach(script IN LISTS scripts)
      get_filename_component(name "${script}" NAME_WE)
      treadle_example(${name} sh "${script}" "$<TARGET_FILE:treadle_cli>" "${PROJECT_SOURCE_DIR}/models")
    endforeach()
  endif()
endif()

# Pages of docs whose commands are run, in a copy of the folder of the same name.
if(Python3_Interpreter_FOUND AND TARGET treadle_cli AND UNIX)
  foreach(page tutorial it_does_not_move)
    add_test(NAME page_${page} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/pages/check_pages.py"
      "$<TARGET_FILE:treadle_cli>" "${PROJECT_SOURCE_DIR}/docs/${page}.md" "${PROJECT_SOURCE_DIR}/docs/${page}")
    set_tests_properties(page_${page} PROPERTIES TIMEOUT 300 LABELS code)
  endforeach()
  file(GLOB snippet_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.cpp" "${PROJECT_SOURCE_DIR}/examples/*/*.cpp")
  add_test(NAME page_library COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/pages/check_snippets.py"
    "${PROJECT_SOURCE_DIR}/docs/library.md" ${snippet_files})
  add_test(NAME house_snippets_self COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/pages/check_snippets.py" --self-test)
  set_tests_properties(page_library house_snippets_self PROPERTIES TIMEOUT 60 LABELS house)
  add_test(NAME house_pages_self COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/pages/check_pages.py" --self-test)
  set_tests_properties(house_pages_self PROPERTIES TIMEOUT 60 LABELS house)
endif()

# Runs in step with the clock, and the other side of them.
if(Python3_Interpreter_FOUND AND TARGET treadle_cli AND UNIX)
  find_program(TREADLE_CC NAMES cc gcc clang)
  mark_as_advanced(TREADLE_CC)
  add_test(NAME realtime_clients COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/realtime/check_realtime.py"
    "$<TARGET_FILE:treadle_cli>" "${PROJECT_SOURCE_DIR}/examples/realtime" $<$<BOOL:${TREADLE_CC}>:${TREADLE_CC}>
    $<$<NOT:$<BOOL:${TREADLE_SANITIZED}>>:--calls>)
  set_tests_properties(realtime_clients PROPERTIES TIMEOUT 200 LABELS code)
endif()

# The house: each check also runs on a small made-up tree, where it has to find the faults.
if(Python3_Interpreter_FOUND)
  add_test(NAME house_examples_self COMMAND Python3::Interpreter -B
    "${PROJECT_SOURCE_DIR}/tests/examples/check_examples.py" --self-test)
  set_tests_properties(house_examples_self PROPERTIES TIMEOUT 60 LABELS house)
  foreach(check layers labels files schema how_to_add)
    set(script "${PROJECT_SOURCE_DIR}/tests/${check}/check_${check}.py")
    add_test(NAME house_${check} COMMAND Python3::Interpreter -B "${script}" "${PROJECT_SOURCE_DIR}")
    add_test(NAME house_${check}_self COMMAND Python3::Interpreter -B "${script}" --self-test)
    set_tests_properties(house_${check} house_${check}_self PROPERTIES TIMEOUT 60 LABELS house)
  endforeach()
else()
  message(NOTICE "treadle: python3 is not found: the checks of layers, labels and files are left out")
endif()

# What docs/how_to_add.md says is followed in a copy of the sources, compiled and run. Once is enough.
if(Python3_Interpreter_FOUND AND TREADLE_HAS_JSON AND NOT TREADLE_SANITIZED)
  get_target_property(eigen_folder Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  add_test(NAME how_to_add COMMAND "${CMAKE_COMMAND}"
    -D "SOURCE=${PROJECT_SOURCE_DIR}" -D "WORK=${PROJECT_BINARY_DIR}/how_to_add" -D "PYTHON=${Python3_EXECUTABLE}"
    -D "GENERATOR=${CMAKE_GENERATOR}" -D "COMPILER=${CMAKE_CXX_COMPILER}" -D "LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
    -D "EIGEN=${eigen_folder}" -P "${PROJECT_SOURCE_DIR}/tests/how_to_add/follow.cmake")
  set_tests_properties(how_to_add PROPERTIES TIMEOUT 900 PROCESSORS 2 LABELS slow)
endif()

# All errors and draws of tests/healing.
if(TARGET test_healing)
  add_test(NAME healing_all_draws COMMAND test_healing --gtest_also_run_disabled_tests
    --gtest_filter=Healing.DISABLED_all_draws)
  set_tests_properties(healing_all_draws PROPERTIES TIMEOUT 3600 LABELS slow)
endif()

# Instructions of an evaluation: exact, so they can be tested where times cannot. Checks of memory and
# a compiler without optimisation count something else.
find_program(TREADLE_VALGRIND valgrind)
if(TREADLE_HAS_JSON AND Python3_Interpreter_FOUND AND TREADLE_VALGRIND AND TREADLE_NATIVE
   AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_executable(treadle_evaluations "${PROJECT_SOURCE_DIR}/bench/instructions/evaluations.cpp")
  treadle_own(treadle_evaluations)
  target_link_libraries(treadle_evaluations PRIVATE treadle::treadle)
  add_test(NAME instructions COMMAND Python3::Interpreter -B
    "${PROJECT_SOURCE_DIR}/tests/instructions/check_instructions.py" "$<TARGET_FILE:treadle_evaluations>"
    "${PROJECT_SOURCE_DIR}/models/hmmwv.json" "${PROJECT_SOURCE_DIR}/docs/solvers.md")
  set_tests_properties(instructions PROPERTIES COST 20 TIMEOUT 600 LABELS code)
elseif(NOT TREADLE_VALGRIND)
  message(NOTICE "treadle: valgrind is not found: instructions are not counted")
endif()

# Steps of vehicles, timed (bench/vehicle); as a test, for a moment.
if(TREADLE_HAS_JSON AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_executable(treadle_steps "${PROJECT_SOURCE_DIR}/bench/vehicle/steps.cpp")
  treadle_own(treadle_steps)
  target_link_libraries(treadle_steps PRIVATE treadle::treadle)
  add_test(NAME steps COMMAND treadle_steps "${PROJECT_SOURCE_DIR}/models/hmmwv.json"
    "${PROJECT_SOURCE_DIR}/models/vehicle/lane_change.json" generated 640)
  set_tests_properties(steps PROPERTIES COST 5 TIMEOUT 300 LABELS code)
endif()

# Modules show their entry alone, are opened when needed, and bear other libraries with the same names. Under
# sanitizers they show their types as well, and a run time wants to be loaded first.
find_program(TREADLE_NM nm)
mark_as_advanced(TREADLE_NM)
if(Python3_Interpreter_FOUND AND TREADLE_NM AND UNIX AND NOT APPLE AND NOT TREADLE_SANITIZED)
  set(modules "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/tests/modules/check_modules.py")
  set(loading "")
  if(TARGET treadle_cli)
    set(loading --treadle "$<TARGET_FILE:treadle_cli>" "${PROJECT_SOURCE_DIR}/models/hmmwv.json")
  endif()
  add_test(NAME modules COMMAND ${modules} "${TREADLE_MODULES}" ${loading})
  add_test(NAME house_modules_self COMMAND ${modules} --self-test)
  set_tests_properties(modules PROPERTIES TIMEOUT 120 LABELS code)
  set_tests_properties(house_modules_self PROPERTIES TIMEOUT 60 LABELS house)
endif()

# Runs of several processes, started by mpirun; with more of them than processors in the slow tests.
if(TREADLE_HAS_MPI AND TREADLE_MPIRUN AND TARGET treadle_cli AND Python3_Interpreter_FOUND)
  set(processes "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/tests/processes/check_processes.py"
    "${TREADLE_MPIRUN}" "$<TARGET_FILE:treadle_cli>" "${PROJECT_SOURCE_DIR}/models")
  add_test(NAME processes COMMAND ${processes})
  add_test(NAME processes_more COMMAND ${processes} --more)
  set_tests_properties(processes PROPERTIES TIMEOUT 600 PROCESSORS 2 LABELS code)
  set_tests_properties(processes_more PROPERTIES TIMEOUT 900 PROCESSORS 2 LABELS slow)
else()
  message(NOTICE "treadle: no MPI, mpirun or python3: runs of several processes are not tested")
endif()

# Records are read by others too, with the first python3 that has h5py.
if(TREADLE_HAS_HDF5 AND TARGET treadle_cli)
  set(h5py_python "")
  foreach(candidate "${Python3_EXECUTABLE}" /usr/bin/python3)
    if(NOT h5py_python AND EXISTS "${candidate}")
      execute_process(COMMAND "${candidate}" -c "import h5py" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
      if(NOT missing)
        set(h5py_python "${candidate}")
      endif()
    endif()
  endforeach()
  if(h5py_python)
    add_test(NAME h5py COMMAND "${h5py_python}" -B "${PROJECT_SOURCE_DIR}/tests/h5py/check_h5py.py"
      "$<TARGET_FILE:treadle_cli>" "${PROJECT_SOURCE_DIR}/models/four_bar.json")
    set_tests_properties(h5py PROPERTIES TIMEOUT 200 LABELS code)
  else()
    message(NOTICE "treadle: h5py is not found: its check of records is left out (Debian: python3-h5py)")
  endif()
endif()

# Accelerations against a formulation without a tree, in numpy; it reads models as bench/peers does.
if(TARGET treadle_cli)
  set(numpy_python "")
  foreach(candidate "${Python3_EXECUTABLE}" /usr/bin/python3)
    if(NOT numpy_python AND EXISTS "${candidate}")
      execute_process(COMMAND "${candidate}" -c "import numpy" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
      if(NOT missing)
        set(numpy_python "${candidate}")
      endif()
    endif()
  endforeach()
  if(numpy_python)
    set(peer_models "")
    foreach(model hmmwv spatial_four_bar quadruped double_pendulum free_body)
      list(APPEND peer_models "${PROJECT_SOURCE_DIR}/models/${model}.json")
    endforeach()
    add_test(NAME peers COMMAND "${numpy_python}" -B "${PROJECT_SOURCE_DIR}/tests/peers/check_peers.py"
      "$<TARGET_FILE:treadle_cli>" ${peer_models})
    set_tests_properties(peers PROPERTIES TIMEOUT 200 LABELS code)

    # Mechanisms drawn by a seed, each family once or twice, and those that once failed (docs/campaign.md).
    set(campaign "${numpy_python}" -B "${PROJECT_SOURCE_DIR}/tests/campaign/campaign.py" --treadle "$<TARGET_FILE:treadle_cli>"
      --out "${PROJECT_BINARY_DIR}/campaign")
    set(campaign_count 42)
    if(TREADLE_SANITIZED)
      set(campaign_count 21)
      list(APPEND campaign --limit 120)
    endif()
    file(GLOB campaign_cases CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/campaign/cases/*.json"
      "${PROJECT_SOURCE_DIR}/tests/campaign/cases/runs/*.json")
    add_test(NAME campaign COMMAND ${campaign} --count ${campaign_count} --shrink 10)
    add_test(NAME campaign_cases COMMAND ${campaign} --case ${campaign_cases})
    add_test(NAME campaign_self COMMAND "${numpy_python}" -B "${PROJECT_SOURCE_DIR}/tests/campaign/self_test.py"
      "$<TARGET_FILE:treadle_cli>")
    set_tests_properties(campaign campaign_cases campaign_self PROPERTIES COST 50 TIMEOUT ${TREADLE_TEST_TIMEOUT} LABELS code)
    set_tests_properties(campaign_self PROPERTIES LABELS house)  # of the campaign itself: once is enough
  else()
    message(NOTICE "treadle: numpy is not found: its check of accelerations is left out (Debian: python3-numpy)")
  endif()
endif()

# Reports in a real browser, where one and the packages of the viewer are there.
set(browser_script "${PROJECT_SOURCE_DIR}/tests/browser/run.mjs")
if(TARGET viewer AND EXISTS "${browser_script}")
  find_program(TREADLE_CHROMIUM NAMES chromium chromium-browser google-chrome)
  mark_as_advanced(TREADLE_CHROMIUM)
  if(TREADLE_CHROMIUM)
    # The page is the same in every build; a second build of the program has to write good reports.
    set(browser_scope "")
    if(TREADLE_SANITIZED)
      set(browser_scope --runs)
    endif()
    add_test(NAME browser COMMAND "${TREADLE_NODE}" "${browser_script}" --treadle "$<TARGET_FILE:treadle_cli>"
      --modules "${PROJECT_BINARY_DIR}/viewer/copy" --viewer "${PROJECT_BINARY_DIR}/viewer/index.html"
      --out "${PROJECT_BINARY_DIR}/browser" ${browser_scope})
    set_tests_properties(browser PROPERTIES TIMEOUT 600 LABELS browser COST 200
      ENVIRONMENT "CHROMIUM=${TREADLE_CHROMIUM}")
  else()
    message(NOTICE "treadle: chromium is not found: the browser tests are left out (Debian: chromium)")
  endif()
endif()

# An installed copy serves a program that knows nothing of this build.
add_test(NAME install COMMAND "${CMAKE_COMMAND}"
  -D "SOURCE=${PROJECT_SOURCE_DIR}" -D "BUILD=${PROJECT_BINARY_DIR}"
  -D "GENERATOR=${CMAKE_GENERATOR}" -D "COMPILER=${CMAKE_CXX_COMPILER}"
  -D "FLAGS=${CMAKE_CXX_FLAGS}" -D "CONFIG=${CMAKE_BUILD_TYPE}" -D "PYTHON=${Python3_EXECUTABLE}" -D "WORDS=${example_words}"
  -P "${PROJECT_SOURCE_DIR}/tests/install/check_install.cmake")
set_tests_properties(install PROPERTIES TIMEOUT 300 LABELS install)
