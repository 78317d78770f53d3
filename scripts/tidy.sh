#!/bin/sh
# Checks that includes go down, and runs clang-tidy on the sources that a build folder compiled: scripts/tidy.sh BUILD_FOLDER [FILE…]
set -eu

if [ $# -eq 0 ] || [ ! -f "$1/compile_commands.json" ]; then
  echo "tactus: error: scripts/tidy.sh: no compile_commands.json in '${1-}', give a configured build folder" >&2
  exit 2
fi
if grep -q '^TACTUS_UNITE_SOURCES:BOOL=ON' "$1/CMakeCache.txt"; then
  echo "tactus: error: scripts/tidy.sh: '$1' has no entries for single sources, configure it with -DTACTUS_UNITE_SOURCES=OFF" >&2
  exit 2
fi
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
  # Programs that a test compiles are not sources of ours and have no entry in the database.
  set -- "$PWD/(compiler|driver|pml|runtime|splice|tbb|tpal|trace)/.*"
fi
scripts/check_rooms.py
exec run-clang-tidy-"${LLVM:-19}" -quiet -p "$build" -j "$(nproc)" "$@"
