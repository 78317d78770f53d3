#!/bin/sh
# sleeps_are_not_cut_short.sh ROOT: the signals of beats leave a program alone that has no parallel work any more. They came again
# and again, and ended half of its sleeps.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for flag in '' -DAPART; do
  # shellcheck disable=SC2086 # No word if it is empty.
  "$root/bin/tactus-clang" -O2 -fopenmp -ftactus-beat=interrupt $flag "$(dirname "$0")/sleeps/program.c" -o "$folder/program"
  for source in timer ping; do
    early=$(TACTUS_WORKERS=2 TACTUS_BEAT=$source "$folder/program")
    if [ "$early" -gt 3 ]; then
      echo "$source $flag: $early of 100 sleeps ended early"
      exit 1
    fi
  done
done
