# Install rules of the library, and the packages that find_package(lanecast) and pkg-config find.
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
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanecast)

# pkg-config: all paths start at the folder of lanecast.pc, so that the prefix can be moved.
# Programs link the dependencies of a static library themselves.
file(RELATIVE_PATH pc_up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(APPEND pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR}) # unchanged if it is absolute
cmake_path(APPEND pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})
set(pc_requires "")
if(NOT LANECAST_SERIAL)
    set(pc_requires tbb)
endif()
set(pc_visibility "")
if(BUILD_SHARED_LIBS)
    set(pc_visibility .private)
endif()
configure_file(cmake/lanecast.pc.in ${CMAKE_CURRENT_BINARY_DIR}/lanecast.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lanecast.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
