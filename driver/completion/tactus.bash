# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# Completion for bash. `tactus complete` knows what there is (driver/completion.cpp); where it names nothing, bash
# completes files.

_tactus() {
  local command=${COMP_WORDS[0]/#\~/$HOME} # as typed
  case $command in
    */*) command=${command%/*}/tactus ;;
    *) command=tactus ;;
  esac
  mapfile -t COMPREPLY < <("$command" complete -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null | cut -f 1)
  # What ends in "=" goes on with a value.
  if [ "${#COMPREPLY[@]}" -eq 1 ] && [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -o default -F _tactus tactus tactus-clang tactus-clang++ tactus-flang
