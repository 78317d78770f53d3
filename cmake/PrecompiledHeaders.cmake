# Headers that most sources of a target include are read once for the target: LLVM's take most of the time of a first build.
#
# Every source still names what it uses. Builds through a compiler launcher go without: ccache would take each precompiled
# file for a new one. So does any compiler but clang, with which nobody has tried it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompile_by_default ON)
else()
  set(precompile_by_default OFF)
endif()
option(TACTUS_PRECOMPILE_HEADERS "Read the headers that most sources include once for each target" ${precompile_by_default})

# tactus_precompile(TARGET HEADER…): a header is <vector>, or llvm/IR/Module.h without quotes.
function(tactus_precompile target)
  if(TACTUS_PRECOMPILE_HEADERS)
    list(TRANSFORM ARGN REPLACE "^([^<].*)$" "\"\\1\"")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# tactus_precompile_like(TARGET OTHER): what OTHER has precompiled. Both are compiled with the same options.
function(tactus_precompile_like target other)
  if(TACTUS_PRECOMPILE_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
