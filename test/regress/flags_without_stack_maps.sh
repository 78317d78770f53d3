#!/bin/sh
# flags_without_stack_maps.sh ROOT: hardened calls and emulated thread-local variables cannot be compiled with stack maps: the
# code generator stopped, or the linker found no variable of libtactus'. Such files stay with libomp, and Cilk is serial.
set -eu
root=$1
source=$(dirname "$0")/sections_of_basic_blocks.c
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for flag in -mretpoline -mlvi-hardening -mseses -mspeculative-load-hardening -femulated-tls; do
  for level in -O0 -O2; do
    "$root/bin/tactus-clang" -fopenmp $level $flag "$source" -o "$folder/program" 2> "$folder/messages"
    grep -q "^tactus: warning: nothing is converted under $flag" "$folder/messages" || {
      echo "flags_without_stack_maps.sh: nobody says that $flag converts nothing" >&2
      exit 1
    }
    TACTUS_WORKERS=3 "$folder/program"
  done
done
