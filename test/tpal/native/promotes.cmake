# Compiled handlers make tasks: the counters of a run say so.
#   cmake -DTOOL=tactus-tpal -DFOLDER=... -DPROGRAM=... -P promotes.cmake
file(MAKE_DIRECTORY ${FOLDER})
get_filename_component(name ${PROGRAM} NAME_WE)
execute_process(COMMAND ${TOOL} compile ${PROGRAM} -o ${FOLDER}/promotes-${name} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env TACTUS_WORKERS=2 TACTUS_PROMOTE=all TACTUS_STATS=1 ${FOLDER}/promotes-${name}
                ERROR_VARIABLE counters OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
if(NOT counters MATCHES "\n  tasks  +[1-9]")
  message(FATAL_ERROR "no task was made:\n${counters}")
endif()
