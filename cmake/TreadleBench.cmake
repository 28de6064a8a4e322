# One executable of all bench/*.cpp. As a test it runs each benchmark for a moment, which proves the
# answers; `make bench` runs it at full length.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*.cpp")
if(sources)
  add_executable(treadle_bench ${sources})
  treadle_own(treadle_bench)
  target_link_libraries(treadle_bench PRIVATE treadle_timed benchmark::benchmark benchmark::benchmark_main)
  target_compile_definitions(treadle_bench PRIVATE TREADLE_MODELS="${PROJECT_SOURCE_DIR}/models")
  set_target_properties(treadle_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  if(TREADLE_TESTS)
    add_test(NAME bench COMMAND treadle_bench --benchmark_min_time=0.001)
    set_tests_properties(bench PROPERTIES TIMEOUT ${TREADLE_TEST_TIMEOUT} LABELS bench)
  endif()
endif()
