# Finds everything Sandglass is built from; one sentence names what is missing.
set(sandglass_missing "")
macro(sandglass_package package debian)
    find_package(${package} QUIET ${ARGN})
    if(NOT ${package}_FOUND)
        list(APPEND sandglass_missing ${debian})
    endif()
endmacro()

sandglass_package(Qt6 "qt6-base-dev qt6-charts-dev libqt6opengl6-dev libgl-dev" 6.4
    COMPONENTS Core Network Gui Widgets Charts)
# Notifications of the desktop; Debian's Qt has it, and without it the window only asks for attention.
find_package(Qt6 QUIET OPTIONAL_COMPONENTS DBus)
sandglass_package(Qt6Keychain qtkeychain-qt6-dev)
sandglass_package(nlohmann_json nlohmann-json3-dev)
sandglass_package(LibArchive libarchive-dev)
sandglass_package(md4c libmd4c-dev)
if(SANDGLASS_TESTS)
    sandglass_package(Qt6Test qt6-base-dev 6.4)
    sandglass_package(GTest "libgtest-dev libgmock-dev")
    sandglass_package(Python3 python3 COMPONENTS Interpreter)
endif()

if(sandglass_missing)
    list(JOIN sandglass_missing " " sandglass_missing)
    message(FATAL_ERROR "Sandglass needs packages that are not installed. On Debian and Ubuntu: "
        "apt-get install ${sandglass_missing}")
endif()
