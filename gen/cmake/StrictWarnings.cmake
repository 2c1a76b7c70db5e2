# promptrom_strict_warnings(<target>...): the warnings that our own code is free of, as errors.
#
# Does nothing without PROMPTROM_WERROR: what another compiler thinks of our code must not break a user's build.

function(promptrom_strict_warnings)
    if(NOT PROMPTROM_WERROR)
        return()
    endif()
    set(flags
        -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align
        -Wstrict-prototypes -Wvla -Werror)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE "$<$<C_COMPILER_ID:GNU,Clang,AppleClang>:${flags}>")
    endforeach()
endfunction()
