# find_package(Tactus [COMPONENTS …]): imported targets for the runtime, found relative to this file.
#
#   library    Tactus::tactus          the shared runtime and the public headers
#              Tactus::tactus_static   the same, linked statically
#              Tactus::tbb             the algorithms of oneTBB's headers on Tactus, and oneTBB's library for the rest;
#                                      find_package(TBB) gives it as TBB::tbb, if TBB_DIR is the folder tbb beside this file
#   splice     Tactus::tactus_splice   what <tactus/splice.hpp> needs; tactus_splice_static is the same, linked statically
#   compiler   Tactus_C_COMPILER, Tactus_CXX_COMPILER   the drivers of this installation, if it has any
#              Tactus::openmp          for a program that another compiler links around libraries with converted loops, whose
#                                      iterations call OpenMP libraries of other compilers: these learn who runs them
#
# Without COMPONENTS what is installed is there, and `library` has to be. A project whose OpenMP loops are to be converted is
# compiled by tactus-clang (CC, CXX, FC or a toolchain file); these targets are for code that calls the runtime's interface by itself.
get_filename_component(_tactus_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_tactus_files_library include/tactus/tactus.hpp lib/libtactus.so lib/libtactus.a)
set(_tactus_files_splice ${_tactus_files_library} lib/libtactus_splice.so lib/libtactus_splice.a)
set(_tactus_files_compiler ${_tactus_files_library} bin/tactus-clang bin/tactus-clang++ bin/tactus-flang
  lib/TactusPlugin.so
  lib/tactus/openmp.export lib/tactus/libtactus_openmp_program.a)

set(_tactus_required library)
foreach(_tactus_component ${Tactus_FIND_COMPONENTS})
  if(Tactus_FIND_REQUIRED_${_tactus_component})
    list(APPEND _tactus_required ${_tactus_component})
  endif()
endforeach()
foreach(_tactus_component library splice compiler ${Tactus_FIND_COMPONENTS})
  set(Tactus_${_tactus_component}_FOUND TRUE)
  set(_tactus_problem "")
  if(NOT DEFINED _tactus_files_${_tactus_component})
    set(_tactus_problem "Tactus has no component '${_tactus_component}', only library, splice and compiler")
  endif()
  foreach(_tactus_file ${_tactus_files_${_tactus_component}})
    if(NOT _tactus_problem AND NOT EXISTS "${_tactus_prefix}/${_tactus_file}")
      set(_tactus_problem "${_tactus_prefix}/${_tactus_file} is missing, install Tactus' component ${_tactus_component}")
    endif()
  endforeach()
  if(_tactus_problem)
    set(Tactus_${_tactus_component}_FOUND FALSE)
    if(_tactus_component IN_LIST _tactus_required)
      set(Tactus_FOUND FALSE)
      set(Tactus_NOT_FOUND_MESSAGE "${_tactus_problem}")
      return()
    endif()
  endif()
endforeach()
if(Tactus_compiler_FOUND)
  set(Tactus_C_COMPILER "${_tactus_prefix}/bin/tactus-clang")
  set(Tactus_CXX_COMPILER "${_tactus_prefix}/bin/tactus-clang++")
  set(Tactus_Fortran_COMPILER "${_tactus_prefix}/bin/tactus-flang")
endif()

if(NOT TARGET Tactus::tactus)
  add_library(Tactus::tactus SHARED IMPORTED)
  # IMPORTED_NO_SONAME is not set: the linker reads the name from the library itself.
  set_target_properties(Tactus::tactus PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include")

  add_library(Tactus::tactus_static STATIC IMPORTED)
  set_target_properties(Tactus::tactus_static PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include"
    INTERFACE_LINK_LIBRARIES "-lm;-pthread")
endif()

# Ranges, partitioners and containers are those of oneTBB's own headers, which lie in the compiler's search path.
find_library(TACTUS_TBB_LIBRARY tbb)
mark_as_advanced(TACTUS_TBB_LIBRARY)
# What schedules oneTBB's tasks has to come before oneTBB's own library, and stays also where only loops are used.
set(_tactus_tbb_scheduler "${_tactus_prefix}/lib/libtactus_tbb.so")
if(TACTUS_TBB_LIBRARY AND EXISTS "${_tactus_tbb_scheduler}" AND NOT TARGET Tactus::tbb)
  add_library(Tactus::tbb INTERFACE IMPORTED)
  set_target_properties(Tactus::tbb PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include/tactus/tbb"
    INTERFACE_COMPILE_FEATURES cxx_std_20
    INTERFACE_LINK_LIBRARIES "${_tactus_tbb_scheduler};Tactus::tactus;${TACTUS_TBB_LIBRARY}")
endif()

if(Tactus_splice_FOUND AND NOT TARGET Tactus::tactus_splice)
  add_library(Tactus::tactus_splice SHARED IMPORTED)
  set_target_properties(Tactus::tactus_splice PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus_splice.so"
    IMPORTED_LINK_DEPENDENT_LIBRARIES Tactus::tactus
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include")

  add_library(Tactus::tactus_splice_static STATIC IMPORTED)
  set_target_properties(Tactus::tactus_splice_static PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus_splice.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include"
    INTERFACE_LINK_LIBRARIES Tactus::tactus_static)
endif()

if(Tactus_compiler_FOUND AND NOT TARGET Tactus::openmp)
  add_library(Tactus::openmp INTERFACE IMPORTED)
  # The runtime of the program's own compiler has to be there: what comes next is asked outside of converted code.
  set_target_properties(Tactus::openmp PROPERTIES
    INTERFACE_LINK_OPTIONS "-fopenmp;LINKER:@${_tactus_prefix}/lib/tactus/openmp.export;LINKER:--whole-archive,${_tactus_prefix}/lib/tactus/libtactus_openmp_program.a,--no-whole-archive"
    INTERFACE_LINK_LIBRARIES Tactus::tactus)
endif()
