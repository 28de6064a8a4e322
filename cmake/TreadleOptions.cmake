# Options and compiler flags. Everything here is private to our own targets: a program that links
# treadle::treadle inherits C++20, the include directory and nothing else.

option(TREADLE_NATIVE "Compile for the processor of this machine; OFF for a package" ${PROJECT_IS_TOP_LEVEL})
option(TREADLE_WERROR "Treat warnings as errors" OFF)
option(TREADLE_TESTS "Build the tests and examples (needs GoogleTest)" ${PROJECT_IS_TOP_LEVEL})
option(TREADLE_BENCH "Build the benchmarks (needs Google Benchmark)" ${PROJECT_IS_TOP_LEVEL})
option(TREADLE_CLI "Build the command line (needs nlohmann-json and CLI11)" ${PROJECT_IS_TOP_LEVEL})
option(TREADLE_FUZZ "Build the fuzz target of the reader (needs clang, preset fuzz)" OFF)
set(TREADLE_TEST_TIMEOUT 300 CACHE STRING "Seconds after which one test executable is stopped")

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(TREADLE_CCACHE ccache)
    mark_as_advanced(TREADLE_CCACHE)
    if(TREADLE_CCACHE)
      set(CMAKE_CXX_COMPILER_LAUNCHER "${TREADLE_CCACHE}")
    endif()
  endif()
endif()

include(GNUInstallDirs)

set(TREADLE_GNU_LIKE OFF)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  set(TREADLE_GNU_LIKE ON)
endif()

set(TREADLE_FLAGS "")
if(TREADLE_GNU_LIKE)
  # Same bits from run to run: the compiler decides once where a*b+c becomes one instruction, and no
  # sum is ever reordered (no -ffast-math). gcc reads 'on' as 'off', so 'fast' is named for both.
  list(APPEND TREADLE_FLAGS -ffp-contract=fast)
  # sqrt and friends need not set errno; that changes no value and lets sqrt be one instruction.
  list(APPEND TREADLE_FLAGS -fno-math-errno)

  list(APPEND TREADLE_FLAGS
       -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wdouble-promotion
       -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wformat=2 -Wimplicit-fallthrough)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc 12 warns wrongly about "text" + std::string (-Wrestrict and -Wstringop-overflow, its bug 105329)
    # and inside its own AVX-512 intrinsics (-Wmaybe-uninitialized, its bug 105593), which Eigen uses.
    # Vectors of three are stored number by number and soon read again; pairs loaded as one register
    # then wait for the stores. Loops are still vectorized.
    list(APPEND TREADLE_FLAGS -fno-tree-slp-vectorize)
    list(APPEND TREADLE_FLAGS -Wduplicated-cond -Wlogical-op -Wno-restrict -Wno-stringop-overflow
         -Wno-maybe-uninitialized)
  endif()
  if(TREADLE_WERROR)
    list(APPEND TREADLE_FLAGS -Werror)
  endif()
  if(TREADLE_NATIVE)
    include(CheckCXXCompilerFlag)
    check_cxx_compiler_flag(-march=native TREADLE_HAS_MARCH_NATIVE)
    if(TREADLE_HAS_MARCH_NATIVE)
      list(APPEND TREADLE_FLAGS -march=native)
    endif()
    # Blocks of three and six gain nothing from registers of eight, and callgrind cannot follow them.
    check_cxx_compiler_flag(-mno-avx512f TREADLE_HAS_NO_AVX512)
    if(TREADLE_HAS_NO_AVX512)
      list(APPEND TREADLE_FLAGS -mno-avx512f)
    endif()
  endif()
endif()

# Large headers of others are compiled once for a target with many files.
option(TREADLE_PCH "precompile the headers of other libraries" ON)
function(treadle_precompile target)
  if(TREADLE_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Several files compiled as one: the headers of others, and the templates that come out of them, take
# longer than our own lines, and are then compiled once for all of them. TREADLE_TOGETHER is how many
# files; 1 compiles each alone, as one wants who changes a file again and again.
set(TREADLE_TOGETHER 12 CACHE STRING "How many files of a folder are compiled as one; 1: each alone")
function(treadle_together target)
  if(TREADLE_TOGETHER GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TREADLE_TOGETHER})
    # A name of another file is no reason to warn of a local one; locals among themselves are.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-shadow -Wshadow=local)
    elseif(TREADLE_GNU_LIKE)
      target_compile_options(${target} PRIVATE -Wno-shadow)
    endif()
  endif()
endfunction()

# Files that are compiled as one.
function(treadle_group target group)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP "${group}")
  set_property(TARGET ${target} APPEND PROPERTY TREADLE_GROUPS "${group}")
endfunction()

# The same for some rooms of the engine, folder by folder; the other files stay alone.
function(treadle_together_in target)
  if(TREADLE_TOGETHER LESS_EQUAL 1)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    string(REGEX MATCH "/src/([a-z_]+)/" room "${source}")
    if(CMAKE_MATCH_1 IN_LIST ARGN)
      get_filename_component(folder "${source}" DIRECTORY)
      get_filename_component(folder "${folder}" NAME)
      math(EXPR count_${folder} "0${count_${folder}} + 1")
      math(EXPR group "(${count_${folder}} - 1) / ${TREADLE_TOGETHER}")
      treadle_group(${target} "${folder}_${group}" "${source}")
    endif()
  endforeach()
endfunction()

# Less optimisation for the groups of some folders. A file with options of its own would leave its group,
# so they go to what CMake makes of the group.
function(treadle_quick_groups target)
  get_target_property(groups ${target} TREADLE_GROUPS)
  if(NOT groups OR NOT TREADLE_GNU_LIKE)
    return()
  endif()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    string(REGEX REPLACE "_[0-9]+$" "" folder "${group}")
    if(folder IN_LIST ARGN)
      set_source_files_properties(
        "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_cxx.cxx" PROPERTIES COMPILE_OPTIONS -O1)
    endif()
  endforeach()
endfunction()

# For programs: the library was optimised for speed; what calls it need not be, and compiles twice as fast.
# A shared library calls its own copies of what is inline in our headers, an archive may get those of
# the program: so only beside the former it is not optimised at all.
function(treadle_quick target)
  if(NOT TREADLE_GNU_LIKE)
    return()
  endif()
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(BUILD_SHARED_LIBS)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which mistakes undefined vectors of its own intrinsics at -O1
    target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
endfunction()

# Gives one of our own targets the language level and flags above.
function(treadle_own target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE ${TREADLE_FLAGS})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()
