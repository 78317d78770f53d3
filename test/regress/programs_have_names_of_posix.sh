#!/bin/sh
# A program whose functions are called read, open and so on, with libtactus as a shared and as a static library, in all that
# makes libtactus ask the system for something: a watcher, a trace, statistics, chance.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for flags in '' '-ftactus-static-runtime' '-ftactus-runtime=tactus'; do
  # shellcheck disable=SC2086 # no flag, or one
  "$build/bin/tactus-clang" -fopenmp -O2 -Wno-incompatible-library-redeclaration $flags "$here/names_of_posix/program.c" -o program
  for setting in TACTUS_HEARTBEAT_US=1 TACTUS_PROMOTE=all TACTUS_CHAOS=1 TACTUS_CHAOS=2 TACTUS_TRACE=trace.json TACTUS_STATS=statistics.json; do
    env TACTUS_WORKERS=3 "$setting" ./program || {
      echo "$flags $setting: status $?"
      exit 1
    }
  done
  [ -s trace.json ]
  [ -s statistics.json ]
  rm trace.json statistics.json
done
