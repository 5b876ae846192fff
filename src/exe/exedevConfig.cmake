include(CMakeFindDependencyMacro)
find_dependency(Qt6 6.4 COMPONENTS Core Network)
find_dependency(LibArchive)
include("${CMAKE_CURRENT_LIST_DIR}/exedevTargets.cmake")
