include(CMakeFindDependencyMacro)
find_dependency(exedev)
include("${CMAKE_CURRENT_LIST_DIR}/sandglass-sandboxTargets.cmake")
