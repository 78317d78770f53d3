#!/bin/sh
# reports_in_any_locale.sh ROOT: a program that writes numbers with a comma writes JSON all the same.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v localedef > /dev/null || exit 77
localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" > "$folder/messages" 2>&1 || [ -d "$folder/de_DE.UTF-8" ] || exit 77
cat > "$folder/program.c" <<'END'
#include <locale.h>
#include <stdio.h>
int main(void) {
  long sum = 0;
  setlocale(LC_ALL, "");
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < 100000; i++)
    sum += i % 7;
  return printf("%.1f %ld\n", 1.5, sum) < 0;
}
END
"$root/bin/tactus-clang" -O2 -fopenmp "$folder/program.c" -o "$folder/program"
export LOCPATH="$folder" LC_ALL=de_DE.UTF-8
TACTUS_STATS="$folder/statistics.json" "$folder/program" > "$folder/printed"
# Not every C library has such locales.
grep -q '^1,5 ' "$folder/printed" || exit 77
python3 -m json.tool "$folder/statistics.json" > "$folder/read" || {
  cat "$folder/statistics.json" >&2
  exit 1
}
TACTUS_STATS=1 "$folder/program" 2>&1 > "$folder/printed" | grep -q 'longest time between polls  *[0-9]*\.[0-9] us'
