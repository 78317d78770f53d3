# A beat that comes where a function has no point left goes on with the thread to the function's caller: nearly every thread
# that a signal has moved takes its beat, and it does not have to come again.
#   cmake -DTOOL=tactus-tpal -DFOLDER=... -DPROGRAM=heavy-leaves.tpal -P passes_beats.cmake
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${TOOL} compile -ftactus-beat=interrupt ${PROGRAM} -o ${FOLDER}/passes-beats
                COMMAND_ERROR_IS_FATAL ANY)
# Longer and longer, until there are enough beats: how many come in a time is the machine's affair.
foreach(work 2000 20000 200000)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env TACTUS_BEAT=timer TACTUS_HEARTBEAT_US=100 TACTUS_WORKERS=2
                          TACTUS_STATS=${FOLDER}/passes-beats.json ${FOLDER}/passes-beats n=18 work=${work}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${FOLDER}/passes-beats.json statistics)
  foreach(counter beatsTaken beatsDiverted tasks)
    string(JSON ${counter} GET "${statistics}" counters ${counter})
  endforeach()
  message("work ${work}: ${beatsDiverted} moved, ${beatsTaken} taken, ${tasks} tasks")
  math(EXPR most "3 * ${beatsTaken} / 2")
  if(beatsTaken GREATER 100 AND tasks GREATER 0)
    if(beatsDiverted GREATER most)
      message(FATAL_ERROR "threads are moved in vain")
    endif()
    return()
  endif()
endforeach()
message(FATAL_ERROR "no beats have come")
