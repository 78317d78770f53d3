# Sources of a folder are compiled some at a time: most of the time of a first build of the compilers goes into what headers
# have each source instantiate and optimise again (decision 267).
#
# Functions that only one file knows then know each other, so no two files of a folder may have one of the same name:
# scripts/check_names.py looks. Builds through a compiler launcher go without, as ccache would forget eight files for one.
option(TACTUS_UNITE_SOURCES "Compile the compilers' sources some at a time, by folder" ${precompile_by_default})

# tactus_unite(TARGET [APART SOURCE…]): eight sources at most, which keeps all processors busy. Those apart are compiled alone:
# they declare what other files define with types of their own, or say by a pragma what becomes of all code behind it.
function(tactus_unite target)
  if(NOT TACTUS_UNITE_SOURCES)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 sources "" "" APART)
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${sources_APART})
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "room_${folder}" room)
    math(EXPR count_${room} "0${count_${room}} + 1")
    math(EXPR part "(${count_${room}} - 1) / 8")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${room}_${part}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
