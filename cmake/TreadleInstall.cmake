# `cmake --install` and find_package(treadle). Users write #include <treadle.hpp>.
include(CMakePackageConfigHelpers)
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/treadle")

install(TARGETS treadle EXPORT treadleTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET treadle_cli)
  install(TARGETS treadle_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

install(FILES "${PROJECT_SOURCE_DIR}/treadle.hpp" DESTINATION include/treadle)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/" DESTINATION include/treadle/src
  FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/models" DESTINATION "${CMAKE_INSTALL_DATADIR}/treadle")

install(EXPORT treadleTargets NAMESPACE treadle:: DESTINATION "${config_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/treadleConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/treadleConfig.cmake" INSTALL_DESTINATION "${config_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/treadleConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/treadleConfig.cmake"
  "${PROJECT_BINARY_DIR}/treadleConfigVersion.cmake" DESTINATION "${config_dir}")
