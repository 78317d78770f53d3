#!/bin/sh
# Formats every tracked C and C++ source, or with --check only reports those that are not formatted.
# .clang-format-ignore names what is left alone.
set -eu

cd "$(dirname "$0")/.."
case "${1-}" in
--check) mode='--dry-run --Werror' ;;
'') mode=-i ;;
*)
  echo "tactus: error: scripts/format.sh: unknown argument '$1', the only one is --check" >&2
  exit 2
  ;;
esac

sources() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z -- '*.c' '*.cpp' '*.h' '*.hpp'
  else
    find . -path ./build -prune -o \( -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.hpp' \) -print0
  fi
}

# shellcheck disable=SC2086 # the mode is a list of words
sources | xargs -0 --no-run-if-empty "${CLANG_FORMAT:-clang-format-${LLVM:-19}}" $mode
