# Install rules of the library, and the package that find_package(lanecast) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lanecast)

install(TARGETS lanecast EXPORT lanecast_targets)
install(DIRECTORY include/lanecast DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.hpp)
install(EXPORT lanecast_targets FILE lanecast_targets.cmake NAMESPACE lanecast::
        DESTINATION ${package_dir})

configure_package_config_file(cmake/lanecast-config.cmake.in
                              ${CMAKE_CURRENT_BINARY_DIR}/lanecast-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a new minor number may break what was.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/lanecast-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lanecast-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/lanecast-config-version.cmake
        DESTINATION ${package_dir})
