# All compiler flags stand here, in one INTERFACE target that every Sandglass target links.
add_library(sandglass_flags INTERFACE)
target_compile_features(sandglass_flags INTERFACE cxx_std_20)
target_compile_options(sandglass_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<CXX_COMPILER_ID:AppleClang>:-fexperimental-library>
    $<$<BOOL:${SANDGLASS_WERROR}>:-Werror>)
target_compile_definitions(sandglass_flags INTERFACE
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_FOREACH
    QT_NO_KEYWORDS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
if(SANDGLASS_SANITIZE)
    target_compile_options(sandglass_flags INTERFACE
        -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_link_options(sandglass_flags INTERFACE -fsanitize=address,undefined)
endif()

if(SANDGLASS_FUZZ)
    target_compile_options(sandglass_flags INTERFACE
        -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
    target_link_options(sandglass_flags INTERFACE -fsanitize=address,undefined)
endif()

# The headers that all rooms include are compiled once. It must not define more than the rooms do:
# a compiler refuses headers that saw a macro the user of them doesn't have.
add_library(sandglass_headers OBJECT ${PROJECT_SOURCE_DIR}/packaging/cmake/headers.cpp)
target_link_libraries(sandglass_headers PRIVATE sandglass_flags Qt6::Core)
target_precompile_headers(sandglass_headers PRIVATE
    <QtCore> <chrono> <memory> <optional> <stop_token> <string> <variant> <vector>)

function(sandglass_share_headers target)
    target_precompile_headers(${target} REUSE_FROM sandglass_headers)
endfunction()

# A static library for one room: sandglass_room(NAME SOURCES … LINKS …).
function(sandglass_room name)
    cmake_parse_arguments(room "" "" "SOURCES;LINKS" ${ARGN})
    add_library(${name} STATIC ${room_SOURCES})
    # What an installed library's user doesn't get stands in BUILD_INTERFACE.
    target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:sandglass_flags> ${room_LINKS})
    target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
    sandglass_share_headers(${name})
endfunction()
