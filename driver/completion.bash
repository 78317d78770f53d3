# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# Completion for bash. Nothing is listed here: the commands' own --help is read, so that it cannot be out of date.

_tactus_options() { "$@" --help 2>/dev/null | grep -oE -- '(^ +|,)--?[a-zA-Z][a-zA-Z-]*=?' | tr -d ' ,'; }

_tactus() {
  local word=${COMP_WORDS[COMP_CWORD]} tactus=${COMP_WORDS[0]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] && [[ $word != -* ]]; then
    local commands
    commands=$("$tactus" --help 2>/dev/null | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z]*\) .*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
  elif [[ $word == -* ]]; then
    local command=("$tactus")
    [ "$COMP_CWORD" -gt 1 ] && command+=("${COMP_WORDS[1]}")
    mapfile -t COMPREPLY < <(compgen -W "$(_tactus_options "${command[@]}")" -- "$word")
  fi
}

# Our own flags, and clang's, which it completes by itself.
_tactus_clang() {
  local word=${COMP_WORDS[COMP_CWORD]} compiler=${COMP_WORDS[0]}
  COMPREPLY=()
  if [[ $word == -* ]]; then
    local ours clangs
    ours=$("$compiler" --help 2>/dev/null | sed -n '/^TACTUS OPTIONS:/,/^$/s/^  \(-[a-z-]*=\{0,1\}\).*/\1/p')
    clangs=$("$compiler" --autocomplete="$word" 2>/dev/null | cut -f 1)
    mapfile -t COMPREPLY < <(compgen -W "$ours $clangs" -- "$word")
  fi
}

complete -o default -F _tactus tactus
complete -o default -o nospace -F _tactus_clang tactus-clang tactus-clang++
