# Runs the tool and compares its exit code and a regular expression for all that it prints.
#   cmake -DTOOL=... -DARGUMENTS=a@b -DEXIT=0 -DPATTERN=regex -P cli_test.cmake
string(REPLACE "@" ";" ARGUMENTS "${ARGUMENTS}")
execute_process(COMMAND ${TOOL} ${ARGUMENTS} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL EXIT)
  message(FATAL_ERROR "exit code ${status}, expected ${EXIT}:\n${output}")
endif()
if(NOT output MATCHES "${PATTERN}")
  message(FATAL_ERROR "output does not match '${PATTERN}':\n${output}")
endif()
