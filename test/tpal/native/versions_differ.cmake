# Where the versions of functions do not match, they poll: remarks say so, the result is the same, and tasks are made.
#   cmake -DTOOL=tactus-tpal -DCLANG=... -DPLUGIN=TactusPlugin.so -DLIBRARY=... -DPROGRAMS=... -DFOLDER=... -P versions_differ.cmake
file(MAKE_DIRECTORY ${FOLDER})
set(options -tactus-only-summaries -tactus-beat-interrupt -tactus-differing-versions)
list(TRANSFORM options PREPEND "-Xclang;-mllvm;-Xclang;")
foreach(name fib spmv)
  set(program ${FOLDER}/differs-${name})
  execute_process(COMMAND ${TOOL} compile -ftactus-beat=interrupt --emit-llvm ${PROGRAMS}/${name}.tpal -o ${program}.ll
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CLANG} -O3 -Wno-override-module -fPIC -fpass-plugin=${PLUGIN} -Xclang -load -Xclang ${PLUGIN}
                          ${options} -Rpass-missed=tactus ${program}.ll -o ${program} -L${LIBRARY} -Wl,-rpath,${LIBRARY} -ltactus
                  ERROR_VARIABLE remarks COMMAND_ERROR_IS_FATAL ANY)
  if(NOT remarks MATCHES "function polls instead of waiting for interrupts: its two versions do not match")
    message(FATAL_ERROR "no remark:\n${remarks}")
  endif()
  foreach(mode TACTUS_HEARTBEAT_US=0 TACTUS_HEARTBEAT_US=1 TACTUS_PROMOTE=all)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env TACTUS_WORKERS=2 TACTUS_STATS=1 ${mode} ${program}
                    OUTPUT_QUIET ERROR_VARIABLE counters COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  if(NOT counters MATCHES "\n  tasks  +[1-9]")
    message(FATAL_ERROR "no task was made:\n${counters}")
  endif()
endforeach()
