#!/bin/sh
# sections_of_cold_code.sh ROOT: with a profile, -fsplit-machine-functions gives what has hardly run a section of its own,
# the slow paths of polls among it. A function's promotion points are in two sections then.
set -eu
root=$1
source=$(dirname "$0")/sections_of_basic_blocks.c
profdata=$(command -v "llvm-profdata-${LLVM:-19}" || command -v llvm-profdata) || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
compile="$root/bin/tactus-clang -fopenmp -O2 $source"
$compile -fprofile-instr-generate -o "$folder/program"
LLVM_PROFILE_FILE="$folder/raw" "$folder/program"
"$profdata" merge "$folder/raw" -o "$folder/profile"
split="-fsplit-machine-functions -fprofile-instr-use=$folder/profile"
# shellcheck disable=SC2086 # Flags are words.
$compile $split -S -o "$folder/program.s"
sed -n '/^fib\.cold:/,/\.size/p' "$folder/program.s" | grep -q 'call.*tactus\.poll' || {
  echo "sections_of_cold_code.sh: no promotion point of fib is in the section of its cold code" >&2
  exit 1
}
# shellcheck disable=SC2086
$compile $split -o "$folder/program"
for seed in 1 2 3; do
  TACTUS_WORKERS=3 TACTUS_CHAOS=$seed "$folder/program"
done
TACTUS_WORKERS=2 TACTUS_PROMOTE=all TACTUS_STATS="$folder/stats.json" "$folder/program"
grep -q '"promotions": *[1-9]' "$folder/stats.json" || {
  echo "sections_of_cold_code.sh: nothing was promoted" >&2
  exit 1
}
