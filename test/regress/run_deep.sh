#!/bin/sh
# run_deep.sh ROOT PROGRAM: builds a program with the driver below ROOT and runs it on stacks of one mebibyte, with
# everything promoted that can be.
set -eu
root=$1
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case $program in
*.cpp) compiler=tactus-clang++ ;;
*) compiler=tactus-clang ;;
esac
flags=$(sed -n '1s|^// FLAGS: ||p' "$program")
# shellcheck disable=SC2086 # Flags are words.
"$root/bin/$compiler" -O1 -fopenmp $flags "$program" -o "$folder/program" -lm
ulimit -s 1024
export TACTUS_STACK_MB=1
for workers in 1 2 4 9; do
  export TACTUS_WORKERS=$workers
  TACTUS_PROMOTE=every "$folder/program"
  TACTUS_PROMOTE=every TACTUS_CHAOS=$workers "$folder/program"
  TACTUS_HEARTBEAT_US=1 TACTUS_TOKENS=1024 "$folder/program"
done
