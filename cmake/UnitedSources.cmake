# Sources of a folder are compiled some at a time: most of the time of a first build of the compiler goes into what LLVM's
# headers have each source instantiate and optimise again (decision 267).
#
# Functions that only one file knows then know each other, so no two files of a folder may have one of the same name:
# scripts/check_rooms.py looks. Builds through a compiler launcher go without, as ccache would forget eight files for one.
option(TACTUS_UNITE_SOURCES "Compile the compiler's sources some at a time, by folder" ${precompile_by_default})

# tactus_unite(TARGET): eight sources at most, which keeps all processors busy.
function(tactus_unite target)
  if(NOT TACTUS_UNITE_SOURCES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "room_${folder}" room)
    math(EXPR count_${room} "0${count_${room}} + 1")
    math(EXPR part "(${count_${room}} - 1) / 8")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${room}_${part}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
