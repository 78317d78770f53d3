#!/bin/sh
# run_deep_tpal.sh ROOT SOURCES: a loop of compiled TPAL that is halved at every pass, on stacks of one mebibyte.
set -eu
root=$1
sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/bin/tactus-tpal" compile "$sources/tpal/programs/prod.tpal" -o "$folder/prod"
ulimit -s 1024
export TACTUS_STACK_MB=1 TACTUS_PROMOTE=every
for workers in 1 2 4 9; do
  test "$(TACTUS_WORKERS=$workers "$folder/prod" a=50000)" = "c = 350000"
  test "$(TACTUS_WORKERS=$workers TACTUS_CHAOS=1 "$folder/prod" a=50000)" = "c = 350000"
done
