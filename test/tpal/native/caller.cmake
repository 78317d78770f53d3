# A C program calls TPAL through the generated header.
#   cmake -DTOOL=tactus-tpal -DCLANG=... -DPROGRAMS=... -DCALLER=caller.c -DLIBRARY=... -DINCLUDE=... -DFOLDER=... -P caller.cmake
file(MAKE_DIRECTORY ${FOLDER})
foreach(name prod spmv)
  execute_process(COMMAND ${TOOL} compile ${PROGRAMS}/${name}.tpal -c --export tpal_${name} -o ${FOLDER}/tpal_${name}.o
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${CLANG} -Wall -Wextra -Werror -I${FOLDER} -I${INCLUDE} ${CALLER} ${FOLDER}/tpal_prod.o
                        ${FOLDER}/tpal_spmv.o -o ${FOLDER}/caller -L${LIBRARY} -Wl,-rpath,${LIBRARY} -ltactus
                COMMAND_ERROR_IS_FATAL ANY)
foreach(mode TACTUS_HEARTBEAT_US=100 TACTUS_PROMOTE=all TACTUS_CHAOS=5)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env TACTUS_WORKERS=4 ${mode} ${FOLDER}/caller COMMAND_ERROR_IS_FATAL ANY)
endforeach()
