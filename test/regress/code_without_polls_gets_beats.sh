#!/bin/sh
# code_without_polls_gets_beats.sh ROOT: code that waits for interrupts gets no beats from the clock. With TACTUS_BEAT=poll it
# gets them from timers, and one line says so; with an empty or wrong value timers are the default, as without the variable.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END'
#include <tactus/tactus.h>
#include <unistd.h>

static double sum;

int main(void) {
  alarm(60);
  while (tactus_count(TACTUS_COUNT_PROMOTIONS) == 0)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000000; i++)
      sum += i;
  return sum == 0;
}
END
"$root/bin/tactus-clang" -O2 -fopenmp -ftactus-beat=interrupt "$folder/program.c" -o "$folder/program"
export TACTUS_WORKERS=2
check() { # value of TACTUS_BEAT, number of lines, text in them
  TACTUS_BEAT=$1 "$folder/program" 2> "$folder/lines"
  if [ "$(wc -l < "$folder/lines")" != "$2" ] || ! grep -q "$3" "$folder/lines"; then
    echo "TACTUS_BEAT=$1: not $2 lines with '$3':" >&2
    cat "$folder/lines" >&2
    exit 1
  fi
}
check poll 1 'code without polls.*beats come by timer instead'
check never 1 'TACTUS_BEAT=never: expected'
TACTUS_BEAT='' "$folder/program" 2> "$folder/lines"
[ ! -s "$folder/lines" ]
