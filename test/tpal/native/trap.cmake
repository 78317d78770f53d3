# A compiled program that gets stuck says where and ends with status 1; bad arguments end with 2.
#   cmake -DTOOL=tactus-tpal -DFOLDER=... -DPROGRAM=... -DARGUMENT=... -DEXIT=1 -DMESSAGE=text -P trap.cmake
file(MAKE_DIRECTORY ${FOLDER})
get_filename_component(name ${PROGRAM} NAME_WE)
get_filename_component(folder ${PROGRAM} DIRECTORY)
# Tests of one program run side by side.
string(MD5 key "${ARGUMENT}")
set(executable ${FOLDER}/trap-${name}-${key})
execute_process(COMMAND ${TOOL} compile ${name}.tpal -o ${executable} WORKING_DIRECTORY ${folder}
                COMMAND_ERROR_IS_FATAL ANY)
# Without promotions, so that it is always the same task that gets stuck.
execute_process(COMMAND ${CMAKE_COMMAND} -E env TACTUS_HEARTBEAT_US=0 ${executable} ${ARGUMENT}
                RESULT_VARIABLE status OUTPUT_VARIABLE output
                ERROR_VARIABLE errors)
if(NOT status EQUAL EXIT OR NOT errors STREQUAL "${MESSAGE}\n")
  message(FATAL_ERROR "status ${status}, expected ${EXIT}:\n${output}${errors}instead of\n${MESSAGE}")
endif()
