# Dense methods of other libraries, to be compared with.
add_library(treadle_timed STATIC "${PROJECT_SOURCE_DIR}/bench/timed/timed_solvers.cpp")
treadle_own(treadle_timed)
target_link_libraries(treadle_timed PUBLIC treadle::treadle)
if(TREADLE_HAS_LAPACK)
  target_compile_definitions(treadle_timed PRIVATE TREADLE_HAS_LAPACK)
  target_link_libraries(treadle_timed PRIVATE "${TREADLE_OPENBLAS}")
endif()
