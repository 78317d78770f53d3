#!/bin/sh
# valgrind_finds_nothing_undefined.sh ROOT: memcheck says nothing of loops, tasks, forks and spliced calls on two workers.
# Loops' tasks had no home, and nobody had told it of splicing's stacks.
set -eu
root=$1
here=$(dirname "$0")
command -v valgrind > /dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Memcheck does not read all of clang 19's DWARF 5.
"$root/bin/tactus-clang++" -std=c++20 -O1 -gdwarf-4 -fopenmp "$here/refuse/program.cpp" -o "$folder/program"
for setting in TACTUS_HEARTBEAT_US=100 TACTUS_CHAOS=1 TACTUS_RETURNS=keep TACTUS_TASKS=eager; do
  env TACTUS_WORKERS=2 $setting valgrind -q --error-exitcode=9 --fair-sched=yes "$folder/program" || {
    echo "$setting"
    exit 1
  }
done
if [ -x "$root/bin/splice-random_test" ]; then
  TACTUS_WORKERS=2 valgrind -q --error-exitcode=9 --fair-sched=yes "$root/bin/splice-random_test" 1 3 > "$folder/output" 2>&1 || {
    cat "$folder/output"
    exit 1
  }
fi
