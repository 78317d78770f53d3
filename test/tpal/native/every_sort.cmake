# every-sort.tpal on the machine and compiled, with its input given.
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${TOOL} run ${PROGRAM} --set width=3 OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "work: .*" "" expected "${expected}")
execute_process(COMMAND ${TOOL} compile ${PROGRAM} -o ${FOLDER}/every-sort COMMAND_ERROR_IS_FATAL ANY)
foreach(mode TACTUS_HEARTBEAT_US=0 TACTUS_PROMOTE=all)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env TACTUS_WORKERS=2 ${mode} ${FOLDER}/every-sort width=3
                  OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "compiled, it prints\n${found}but on the machine\n${expected}")
  endif()
endforeach()
