#!/bin/sh
# tasks_left_to_callers.sh ROOT: functions that create one task each, in another file than the region or in the same. The
# tasks run beside each other, in the order of their dependences, and are complete where the program waits for them. That two
# of them run at a time is shown by tasks that wait until this is so. Code of clang and gcc between such a function
# and the region waits for them as well, linked or in a shared library.
set -eu
root=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat "$here/left_tasks/region.c" "$here/left_tasks/functions.c" > whole.c
cp "$here/left_tasks/functions.h" .
for level in -O0 -O2; do
  compile="$root/bin/tactus-clang $level -fopenmp -I $here/left_tasks"
  $compile "$here/left_tasks/region.c" "$here/left_tasks/functions.c" -o files
  $compile whole.c -o whole
  for program in files whole; do
    for setting in TACTUS_WORKERS=1 TACTUS_WORKERS=2 TACTUS_WORKERS=4 TACTUS_PROMOTE=all TACTUS_CHAOS=1 TACTUS_CHAOS=2; do
      for threads in 2 4; do
        env "$setting" OMP_NUM_THREADS=$threads "./$program" ||
          { echo "$program $level $setting OMP_NUM_THREADS=$threads: status $?"; exit 1; }
      done
    done
    for workers in 2 4; do
      env TACTUS_WORKERS=$workers OMP_NUM_THREADS=$workers "./$program" together ||
        { echo "$program $level: no two tasks run at a time with $workers workers"; exit 1; }
    done
  done
done
for compiler in "clang-${LLVM:-19}" gcc; do
  command -v "$compiler" > compiler.path || continue
  "$compiler" -O1 -fopenmp -c "$here/left_tasks/outside_between.c" -o between.o
  "$compiler" -O1 -fopenmp -fPIC -shared "$here/left_tasks/outside_between.c" -o libbetween.so
  for between in between.o libbetween.so; do
    "$root/bin/tactus-clang" -O1 -fopenmp "$here/left_tasks/outside_region.c" "$here/left_tasks/outside_leaves.c" "$between" \
      "-Wl,-rpath,$folder" -rdynamic -o outside
    for setting in TACTUS_WORKERS=1 TACTUS_WORKERS=2 TACTUS_WORKERS=4 TACTUS_CHAOS=1; do
      env "$setting" ./outside ||
        { echo "$between by $compiler, $setting: it does not wait for a task: status $?"; exit 1; }
    done
  done
done
