# promptrom_find_python(<variable>): an interpreter that can run the compiler.
#
# PROMPTROM_PYTHON, if set (CMake or environment), is the only candidate. Otherwise the first that will do of
# Python3_EXECUTABLE, the active virtual environment, every python3 on the PATH, and /usr/bin/python3. When none
# does, the error names each with its reason.

# Each interpreter is listed once, whatever links lead to its directory. It may be a link itself (in a virtual
# environment it is), which is not followed.
function(_promptrom_python_candidates variable)
    cmake_path(CONVERT "$ENV{PATH}" TO_CMAKE_PATH_LIST directories)
    list(TRANSFORM directories APPEND "/python3" OUTPUT_VARIABLE on_path)
    list(FILTER on_path EXCLUDE REGEX "^/python3$")
    set(paths "")
    if(Python3_EXECUTABLE)
        list(APPEND paths "${Python3_EXECUTABLE}")
    endif()
    if(NOT "$ENV{VIRTUAL_ENV}" STREQUAL "")
        list(APPEND paths "$ENV{VIRTUAL_ENV}/bin/python3")
    endif()
    foreach(path IN LISTS on_path)
        if(EXISTS "${path}" AND NOT IS_DIRECTORY "${path}")
            list(APPEND paths "${path}")
        endif()
    endforeach()

    set(candidates "")
    foreach(path IN LISTS paths ITEMS /usr/bin/python3)
        cmake_path(GET path PARENT_PATH directory)
        cmake_path(GET path FILENAME name)
        file(REAL_PATH "${directory}" directory)
        list(APPEND candidates "${directory}/${name}")
    endforeach()
    list(REMOVE_DUPLICATES candidates)
    set(${variable} "${candidates}" PARENT_SCOPE)
endfunction()

# Why an interpreter will not do; empty if it will.
function(_promptrom_python_problem python variable)
    execute_process(
        COMMAND "${python}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/python_check.py"
        RESULT_VARIABLE result OUTPUT_VARIABLE problem ERROR_VARIABLE ignored)
    if(NOT EXISTS "${python}")
        set(problem "there is no such file")
    elseif(NOT "${result}" STREQUAL "0")
        set(problem "it does not run (${result})")
    endif()
    set(${variable} "${problem}" PARENT_SCOPE)
endfunction()

function(promptrom_find_python variable)
    get_property(found GLOBAL PROPERTY PROMPTROM_PYTHON)
    if(found)
        set(${variable} "${found}" PARENT_SCOPE)
        return()
    endif()
    if(PROMPTROM_PYTHON)
        set(candidates "${PROMPTROM_PYTHON}")
    elseif(NOT "$ENV{PROMPTROM_PYTHON}" STREQUAL "")
        set(candidates "$ENV{PROMPTROM_PYTHON}")
    else()
        _promptrom_python_candidates(candidates)
    endif()
    set(tried "")
    foreach(python IN LISTS candidates)
        _promptrom_python_problem("${python}" problem)
        if(problem STREQUAL "")
            set_property(GLOBAL PROPERTY PROMPTROM_PYTHON "${python}")
            set(${variable} "${python}" PARENT_SCOPE)
            return()
        endif()
        string(APPEND tried "  ${python}: ${problem}\n")
    endforeach()
    message(FATAL_ERROR
        "promptrom: no Python can run the compiler.\n"
        "It needs Python 3.9 or later with jinja2 and PyYAML on libyaml. Tried:\n"
        "${tried}"
        "On Debian and Ubuntu: apt-get install python3 python3-jinja2 python3-yaml. To use an interpreter that "
        "is not in this list, set PROMPTROM_PYTHON to its path.")
endfunction()
