# find_package(promptrom): the target promptrom::core and the function promptrom_add_pack().

include("${CMAKE_CURRENT_LIST_DIR}/promptromTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Promptrom.cmake")
