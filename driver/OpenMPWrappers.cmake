# The archive and the linker's options for objects of other compilers (openmp_wrapper.h): one small file for each function
# in each language, and a file with the option --wrap for each.
set(table ${PROJECT_SOURCE_DIR}/runtime/openmp_functions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
file(STRINGS ${table} rows REGEX "^OPENMP_")

set(sources)
set(options "--wrap=__kmpc_task_reduction_get_th_data\n")
function(write_wrapper name text)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/wrappers/${name}.c)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}\n" @ONLY)
  set(sources ${sources} ${file} PARENT_SCOPE)
endfunction()

foreach(row IN LISTS rows)
  string(REGEX REPLACE "^OPENMP_[A-Z_]+\\(([a-z_]+).*$" "\\1" name "${row}")
  write_wrapper(${name} "#define OPENMP_SUFFIX\n#include \"openmp_wrapper.h\"\n${row}")
  write_wrapper(${name}_ "#define OPENMP_SUFFIX _\n#define OPENMP_FORTRAN\n#include \"openmp_wrapper.h\"\n${row}")
  string(APPEND options "--wrap=${name}\n--wrap=${name}_\n")
endforeach()
write_wrapper(reduction_copy "#include \"openmp_wrapper.h\"\nOPENMP_REDUCTION_COPY(kmpc_task_reduction_get_th_data)")

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lib/tactus/openmp.wrap CONTENT "${options}" @ONLY)
add_library(tactus-openmp-wrappers STATIC ${sources})
target_include_directories(tactus-openmp-wrappers PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_options(tactus-openmp-wrappers PRIVATE -O2 -fvisibility=hidden -fasynchronous-unwind-tables -Wall -Wextra -Werror)
set_target_properties(tactus-openmp-wrappers PROPERTIES
  OUTPUT_NAME tactus_openmp ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/tactus)
