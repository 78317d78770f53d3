# What redirects OpenMP's functions in code of other compilers: archives, and files with the linker's options. For what is
# linked together (openmp_wrapper.h) there is one small file for each function in each language, for shared libraries
# (openmp_exports.c) one for all.
set(table ${PROJECT_SOURCE_DIR}/abi/openmp_functions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
file(STRINGS ${table} rows REGEX "^OPENMP_")

set(sources)
set(wrap_options "--wrap=__kmpc_task_reduction_get_th_data\n")
set(export_options "--export-dynamic-symbol=__kmpc_task_reduction_get_th_data\n")
function(write_wrapper name text)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/wrappers/${name}.c)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}\n" @ONLY)
  set(sources ${sources} ${file} PARENT_SCOPE)
endfunction()

foreach(row IN LISTS rows)
  string(REGEX REPLACE "^OPENMP_[A-Z_]+\\(([a-z_]+).*$" "\\1" name "${row}")
  write_wrapper(${name} "#define OPENMP_SUFFIX\n#include \"openmp_wrapper.h\"\n${row}")
  string(APPEND wrap_options "--wrap=${name}\n")
  string(APPEND export_options "--export-dynamic-symbol=${name}\n")
  # What is for C alone takes texts.
  if(NOT row MATCHES "^OPENMP_C_")
    write_wrapper(${name}_ "#define OPENMP_SUFFIX _\n#define OPENMP_FORTRAN\n#include \"openmp_wrapper.h\"\n${row}")
    string(APPEND wrap_options "--wrap=${name}_\n")
    string(APPEND export_options "--export-dynamic-symbol=${name}_\n")
  endif()
endforeach()
# Constructs of GCC's objects.
set(constructs ${PROJECT_SOURCE_DIR}/abi/gomp_functions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${constructs})
file(STRINGS ${constructs} rows REGEX "^GOMP_")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^GOMP_[A-Z_]+\\(([A-Za-z_]+).*$" "\\1" name "${row}")
  write_wrapper(${name} "#include \"gomp_wrapper.h\"\n${row}")
  list(APPEND exported_constructs ${CMAKE_CURRENT_BINARY_DIR}/wrappers/${name}_exported.c)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/wrappers/${name}_exported.c
    CONTENT "#define GOMP_EXPORTED\n#include \"gomp_wrapper.h\"\n${row}\n" @ONLY)
  string(APPEND wrap_options "--wrap=${name}\n")
  string(APPEND export_options "--export-dynamic-symbol=${name}\n")
endforeach()
write_wrapper(reduction_copy "#include \"openmp_wrapper.h\"\nOPENMP_REDUCTION_COPY(kmpc_task_reduction_get_th_data)")

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lib/tactus/openmp.wrap CONTENT "${wrap_options}" @ONLY)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lib/tactus/openmp.export CONTENT "${export_options}" @ONLY)
function(add_openmp_archive target name)
  add_library(${target} STATIC ${ARGN})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
  target_compile_options(${target} PRIVATE -O2 -fvisibility=hidden -fasynchronous-unwind-tables -Wall -Wextra -Werror)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/tactus)
endfunction()
add_openmp_archive(tactus-openmp-wrappers tactus_openmp ${sources})
add_openmp_archive(tactus-openmp-exports tactus_openmp_exports openmp_exports.c)
add_openmp_archive(tactus-gomp-exports tactus_gomp_exports ${exported_constructs})
# The same for programs that other compilers link, with the runtime that these have (tactus-openmp.pc, Tactus::openmp).
add_openmp_archive(tactus-openmp-program tactus_openmp_program openmp_exports.c)
target_compile_definitions(tactus-openmp-program PRIVATE TACTUS_ANY_OPENMP)
