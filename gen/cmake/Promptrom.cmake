# promptrom_add_pack(<target> PACK <directory> [PREFIX <prefix>] [FORMATS <text|json>...]
#                    [OVERLAYS <name|file.yaml>... | NO_OVERLAYS] [SOURCE_MAP] [STRIP_NAMES])
#
# A static library of a prompt pack, linked to promptrom::core, with the pack's header on its include path.
# All overlays of the pack are compiled in, or those that OVERLAYS names and no others. A file of another place may be
# among them.
# The compiler runs when, and only when, a file of the pack has changed, come or gone; C is compiled again only if
# the text of a generated file is another.
#
# promptrom_add_pack_test(<name> <target>)
#
# A test, and a program of that name, which renders the cases of such a pack through its header, in all five ways.

cmake_policy(VERSION 3.20)
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/PromptromPython.cmake")

# The C name of a pack's files, from the line `pack: NAME` of its manifest.
function(_promptrom_pack_stem pack variable)
    set(manifest "${pack}/pack.yaml")
    if(NOT EXISTS "${manifest}")
        message(FATAL_ERROR "promptrom_add_pack: no pack here, for want of a file ${manifest}")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${manifest}")
    file(STRINGS "${manifest}" lines REGEX "^pack:[ \t]*[\"']?[A-Za-z]" ENCODING UTF-8)
    if(NOT lines MATCHES "^pack:[ \t]*[\"']?([A-Za-z][A-Za-z0-9_-]*)")
        message(FATAL_ERROR "promptrom_add_pack: ${manifest} has no line `pack: NAME`, which names the C files")
    endif()
    string(REPLACE "-" "_" stem "${CMAKE_MATCH_1}")
    set(${variable} "${stem}" PARENT_SCOPE)
endfunction()

# The command line's options for the keywords that a pack was added with.
macro(_promptrom_pack_options)
    set(options "")
    if(DEFINED arg_PREFIX)
        list(APPEND options --prefix "${arg_PREFIX}")
    endif()
    if(DEFINED arg_FORMATS)
        list(JOIN arg_FORMATS "," formats)
        list(APPEND options --formats "${formats}")
    endif()
    foreach(overlay IN LISTS arg_OVERLAYS)
        if(overlay MATCHES "[./]")
            cmake_path(ABSOLUTE_PATH overlay NORMALIZE)
        endif()
        list(APPEND options --overlay "${overlay}")
    endforeach()
    if(arg_NO_OVERLAYS)
        list(APPEND options --no-overlays)
    endif()
    if(arg_SOURCE_MAP)
        list(APPEND options --source-map)
    endif()
    if(arg_STRIP_NAMES)
        list(APPEND options --strip-names)
    endif()
endmacro()

# A target whose command writes the files of a pack into a directory; stem names its stamp.
function(_promptrom_generate target command pack out stem files options)
    promptrom_find_python(python)
    set(compiler "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../promptrom")
    cmake_path(NORMAL_PATH compiler)
    file(GLOB_RECURSE compiler_files CONFIGURE_DEPENDS "${compiler}/*.py" "${compiler}/*.j2")
    set(stamp "${out}/${stem}.stamp")

    # Under Makefiles CMake only ever adds to what it knows of a depfile, so that a file that is gone from the pack
    # would have the compiler run at each build from then on. Without its notes it reads the depfile afresh.
    set(forget "")
    if(CMAKE_GENERATOR MATCHES "Makefiles")
        set(notes "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/compiler_depend.internal")
        set(forget COMMAND "${CMAKE_COMMAND}" -E rm -f "${notes}")
    endif()

    # The stamp, and not the C files, is the output: these keep their time when nothing changes in them, and a
    # Makefile would run the compiler for ever since they stay older than what was edited.
    add_custom_command(
        OUTPUT "${stamp}"
        BYPRODUCTS ${files}
        COMMAND "${python}" -X "pycache_prefix=${CMAKE_BINARY_DIR}/promptrom.pycache" "${compiler}"
                ${command} "${pack}" -o "${out}" ${options} --depfile "${stamp}.d" --stamp "${stamp}"
        ${forget}
        DEPENDS ${compiler_files}
        DEPFILE "${stamp}.d"
        COMMENT "promptrom ${command} ${pack}"
        VERBATIM)
    add_custom_target(${target} DEPENDS "${stamp}")
endfunction()

function(promptrom_add_pack target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NO_OVERLAYS;SOURCE_MAP;STRIP_NAMES" "PACK;PREFIX" "FORMATS;OVERLAYS")
    if(DEFINED arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "promptrom_add_pack(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    elseif(DEFINED arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "promptrom_add_pack(${target}): no value for ${arg_KEYWORDS_MISSING_VALUES}")
    elseif(NOT DEFINED arg_PACK)
        message(FATAL_ERROR "promptrom_add_pack(${target}): PACK, the pack's directory, is missing")
    elseif(arg_NO_OVERLAYS AND DEFINED arg_OVERLAYS)
        message(FATAL_ERROR "promptrom_add_pack(${target}): OVERLAYS and NO_OVERLAYS exclude each other")
    endif()
    cmake_path(ABSOLUTE_PATH arg_PACK NORMALIZE OUTPUT_VARIABLE pack)
    _promptrom_pack_stem("${pack}" stem)
    _promptrom_pack_options()

    set(out "${CMAKE_CURRENT_BINARY_DIR}/${target}.pack")
    _promptrom_generate(${target}_pack build "${pack}" "${out}" ${stem} "${out}/${stem}.c;${out}/${stem}.h"
                        "${options}")

    add_library(${target} STATIC "${out}/${stem}.c")
    add_dependencies(${target} ${target}_pack)
    set_target_properties(${target} PROPERTIES
        PROMPTROM_PACK "${pack}" PROMPTROM_STEM ${stem} PROMPTROM_OPTIONS "${options}")
    target_include_directories(${target} PUBLIC "${out}")
    target_link_libraries(${target} PUBLIC promptrom::core)
    set_target_properties(${target} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    # So that handing a wrapper the struct of another slot does not compile.
    target_compile_options(${target} INTERFACE
        "$<$<COMPILE_LANG_AND_ID:C,GNU,Clang,AppleClang>:-Werror=incompatible-pointer-types>")
endfunction()

function(promptrom_add_pack_test name target)
    get_target_property(pack ${target} PROMPTROM_PACK)
    if(NOT pack)
        message(FATAL_ERROR "promptrom_add_pack_test(${name}): ${target} was not made by promptrom_add_pack()")
    endif()
    get_target_property(stem ${target} PROMPTROM_STEM)
    get_target_property(options ${target} PROMPTROM_OPTIONS)
    if(NOT options)
        set(options "")
    endif()

    set(out "${CMAKE_CURRENT_BINARY_DIR}/${name}.cases")
    _promptrom_generate(${name}_source casetest "${pack}" "${out}" ${stem}_cases "${out}/${stem}_cases.c"
        "${options};-W;no-all")    # what there is to warn of, the pack's own target has said

    set(witness "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../promptrom/witness")
    cmake_path(NORMAL_PATH witness)
    add_executable(${name} "${out}/${stem}_cases.c" "${witness}/witness.c")
    add_dependencies(${name} ${name}_source)
    target_include_directories(${name} PRIVATE "${witness}")
    target_link_libraries(${name} PRIVATE ${target})
    set_target_properties(${name} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    add_test(NAME ${name} COMMAND ${name})
endfunction()
