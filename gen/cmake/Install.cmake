# Everything a project needs to find_package(promptrom): the libraries, their headers, and gen/ as it stands, below
# lib/promptrom. Also the compiler as a command, bin/promptrom.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(home "${CMAKE_INSTALL_LIBDIR}/promptrom")

get_property(libraries GLOBAL PROPERTY PROMPTROM_LIBRARIES)
install(TARGETS ${libraries} EXPORT promptrom ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT promptrom NAMESPACE promptrom:: FILE promptromTargets.cmake DESTINATION "${home}/cmake")
install(DIRECTORY include/promptrom DESTINATION include)
install(DIRECTORY gen/promptrom DESTINATION "${home}" PATTERN __pycache__ EXCLUDE)
install(
    FILES gen/cmake/Promptrom.cmake gen/cmake/PromptromPython.cmake gen/cmake/python_check.py
          gen/cmake/promptromConfig.cmake
    DESTINATION "${home}/cmake")

write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/promptromConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/promptromConfigVersion.cmake" DESTINATION "${home}/cmake")

cmake_path(RELATIVE_PATH home BASE_DIRECTORY "${CMAKE_INSTALL_BINDIR}" OUTPUT_VARIABLE home_from_bin)
configure_file(gen/cmake/promptrom.in "${PROJECT_BINARY_DIR}/promptrom" @ONLY)
install(PROGRAMS "${PROJECT_BINARY_DIR}/promptrom" DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
