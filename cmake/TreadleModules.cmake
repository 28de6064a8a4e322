# Parts of the engine that need libraries of others: shared objects that the library opens when they
# are first needed (src/base/module.hpp), so that no program waits for libraries it does not use. They
# are found by the run path of the library or of the program that it is part of.
set(TREADLE_MODULE_DIR "${CMAKE_INSTALL_LIBDIR}/treadle")
set(TREADLE_MODULES "${PROJECT_BINARY_DIR}/modules")
list(APPEND CMAKE_BUILD_RPATH "${TREADLE_MODULES}")

# treadle_module(name folder include libraries...): the sources of one folder of src/ as treadle_<name>.so.
# Others see its entry alone: libraries that are part of it may have names that somebody else has too.
function(treadle_module name folder include)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
  add_library(treadle_${name} MODULE ${sources})
  treadle_own(treadle_${name})
  target_include_directories(treadle_${name} SYSTEM PRIVATE "${include}")
  target_link_libraries(treadle_${name} PRIVATE ${ARGN})
  set_target_properties(treadle_${name} PROPERTIES
    PREFIX "" SUFFIX ".so" LIBRARY_OUTPUT_DIRECTORY "${TREADLE_MODULES}")
  if(TREADLE_GNU_LIKE AND NOT APPLE)
    target_link_options(treadle_${name} PRIVATE "LINKER:--exclude-libs,ALL")
    if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=")  # which compares addresses of types on both sides
      target_link_options(treadle_${name} PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/module.map")
      set_target_properties(treadle_${name} PROPERTIES LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/module.map")
    endif()
  endif()
  add_dependencies(treadle treadle_${name})
  install(TARGETS treadle_${name} LIBRARY DESTINATION "${TREADLE_MODULE_DIR}")
endfunction()

# After the library is known.
function(treadle_modules)
  if(TREADLE_HAS_HDF5)
    treadle_module(hdf5 record/modules "${TREADLE_HDF5_INCLUDE}" "${TREADLE_HDF5_LIBRARY}")
  endif()
  if(TREADLE_HAS_SUNDIALS)
    treadle_module(sundials integrate/modules "${TREADLE_SUNDIALS_INCLUDE}" "${TREADLE_CVODE_LIBRARY}" "${TREADLE_IDA_LIBRARY}"
                   "${TREADLE_NVECTOR_LIBRARY}")
  endif()
  if(TREADLE_HAS_TBB)
    treadle_module(tbb base/modules "${TREADLE_TBB_INCLUDE}" "${TREADLE_TBB_LIBRARY}")
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")  # the other half of its headers is in a library that is not checked
      target_compile_options(treadle_tbb PRIVATE -fno-sanitize=thread)
    endif()
  endif()
  if(TREADLE_HAS_BULLET)
    treadle_module(bullet contact/modules "${TREADLE_BULLET_INCLUDE}" "${TREADLE_BULLET_LIBRARY}"
                   "${TREADLE_BULLET_MATH_LIBRARY}")
    target_compile_definitions(treadle_bullet PRIVATE BT_USE_DOUBLE_PRECISION)
  endif()
  if(TREADLE_HAS_MPI)
    treadle_module(mpi base/modules/mpi "${TREADLE_MPI_INCLUDE}" "${TREADLE_MPI_LIBRARY}")
  endif()
  if(TREADLE_HAS_KLU)
    treadle_module(klu solve/modules/klu "${TREADLE_KLU_INCLUDE}" "${TREADLE_KLU_LIBRARY}")
  endif()
  if(TREADLE_HAS_CHOLMOD)
    treadle_module(cholmod solve/modules/cholmod "${TREADLE_CHOLMOD_INCLUDE}" "${TREADLE_CHOLMOD_LIBRARY}")
  endif()
  if(TREADLE_HAS_MUMPS)
    treadle_module(mumps solve/modules/mumps "${TREADLE_MUMPS_INCLUDE}" ${TREADLE_MUMPS_LIBRARIES})
  endif()
  # a shared library has a run path of its own; an archive becomes part of a program, which gets one
  set_target_properties(treadle PROPERTIES INSTALL_RPATH "$ORIGIN/treadle")
  target_link_options(treadle INTERFACE
    "$<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${TREADLE_MODULE_DIR}>")
  if(NOT PROJECT_IS_TOP_LEVEL)
    target_link_options(treadle INTERFACE "$<BUILD_INTERFACE:LINKER:-rpath,${TREADLE_MODULES}>")
  endif()
endfunction()
