#!/bin/sh
# run.sh ROOT PROGRAM: builds a program with the driver below ROOT and runs it in the modes that promote, on libomp and
# on our own runtime (docs/decisions/0251), which only linking knows. A line "// CONVERTED: N" asks that N loops of OpenMP's
# are converted, a line "// LACKS: text" that no remark says so.
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
"$root/bin/$compiler" -fopenmp $flags -Rpass=tactus -Rpass-missed=tactus -c "$program" -o "$folder/program.o" 2> "$folder/messages" || {
  cat "$folder/messages" >&2
  exit 1
}
converted=$(sed -n 's|^// CONVERTED: ||p' "$program")
if [ -n "$converted" ] && [ "$(grep -c 'loop converted' "$folder/messages")" != "$converted" ]; then
  echo "run.sh: not $converted loops are converted:" >&2
  cat "$folder/messages" >&2
  exit 1
fi
lacks=$(sed -n 's|^// LACKS: ||p' "$program")
if [ -n "$lacks" ] && grep -F "$lacks" "$folder/messages" >&2; then
  exit 1
fi
for runtime in libomp tactus; do
  # shellcheck disable=SC2086 # Flags are words.
  "$root/bin/$compiler" -fopenmp $flags -ftactus-runtime=$runtime "$folder/program.o" -o "$folder/program" -lm
  TACTUS_WORKERS=1 "$folder/program"
  TACTUS_WORKERS=2 "$folder/program"
  for seed in 1 2 3; do
    TACTUS_WORKERS=3 TACTUS_CHAOS=$seed "$folder/program"
  done
  TACTUS_WORKERS=2 TACTUS_PROMOTE=all "$folder/program"
done
