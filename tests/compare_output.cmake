# cmake -DPROGRAM=… -DEXPECTED=… -P compare_output.cmake: fails unless the program prints exactly what the file holds.

execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE output RESULT_VARIABLE result)
file(READ "${EXPECTED}" expected)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ended with ${result}:\n${output}")
endif()
if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} no longer prints what ${EXPECTED} holds, but:\n${output}")
endif()
