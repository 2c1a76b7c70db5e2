# find_package(promptrom): the targets promptrom::core and promptrom::context, and promptrom_add_pack().

include("${CMAKE_CURRENT_LIST_DIR}/promptromTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Promptrom.cmake")
