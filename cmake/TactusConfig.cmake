# find_package(Tactus): imported targets for the runtime, found relative to this file.
#
#   Tactus::tactus          the shared runtime and the public headers
#   Tactus::tactus_static   the same, linked statically
#   Tactus::tactus_splice   what <tactus/splice.hpp> needs; tactus_splice_static is the same, linked statically
#   Tactus::openmp          for a program that another compiler links around libraries with converted loops, whose iterations
#                           call OpenMP libraries of other compilers: these learn who runs them
#   Tactus_C_COMPILER, Tactus_CXX_COMPILER   the drivers of this installation
#
# A project whose OpenMP loops are to be converted is compiled by tactus-clang (CC, CXX or a toolchain file); these targets are for
# code that calls the runtime's interface by itself.
get_filename_component(_tactus_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Tactus_C_COMPILER "${_tactus_prefix}/bin/tactus-clang")
set(Tactus_CXX_COMPILER "${_tactus_prefix}/bin/tactus-clang++")

foreach(_tactus_file include/tactus lib/libtactus.so lib/libtactus.a
        lib/libtactus_splice.so lib/libtactus_splice.a)
  if(NOT EXISTS "${_tactus_prefix}/${_tactus_file}")
    set(Tactus_FOUND FALSE)
    set(Tactus_NOT_FOUND_MESSAGE "${_tactus_prefix}/${_tactus_file} is missing, install Tactus again")
    return()
  endif()
endforeach()

if(NOT TARGET Tactus::tactus)
  add_library(Tactus::tactus SHARED IMPORTED)
  # IMPORTED_NO_SONAME is not set: the linker reads the name from the library itself.
  set_target_properties(Tactus::tactus PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include")

  add_library(Tactus::openmp INTERFACE IMPORTED)
  # The runtime of the program's own compiler has to be there: what comes next is asked outside of converted code.
  set_target_properties(Tactus::openmp PROPERTIES
    INTERFACE_LINK_OPTIONS "-fopenmp;LINKER:@${_tactus_prefix}/lib/tactus/openmp.export;LINKER:--whole-archive,${_tactus_prefix}/lib/tactus/libtactus_openmp_program.a,--no-whole-archive"
    INTERFACE_LINK_LIBRARIES Tactus::tactus)

  add_library(Tactus::tactus_static STATIC IMPORTED)
  set_target_properties(Tactus::tactus_static PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include"
    INTERFACE_LINK_LIBRARIES "-lm;-pthread")

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
