# find_package(promptrom): a target promptrom::NAME for each library, and promptrom_add_pack().

include("${CMAKE_CURRENT_LIST_DIR}/promptromTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Promptrom.cmake")
