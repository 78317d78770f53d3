#!/bin/sh
# many_regions_in_one_function.sh ROOT: what LLVM's analyses knew of a function that is gone was taken for what they know of a
# later one at the same address, and the compiler crashed or hung now and then: in two of three compilations of these regions.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
  echo 'int main(void) { int sum = 0, rounds; double all = 0; int logics[100] = {0};'
  for operation in 'sum += i' 'sum -= i' 'sum |= i' 'all += sum' 'sum ^= logics[i]' 'sum &= logics[i]' 'all /= 2' 'sum++'; do
    for inner in 'for schedule(dynamic, 1)' 'for' 'for schedule(static, 1)' 'for private(rounds)'; do
      echo '#pragma omp parallel'
      echo '{ int i;'
      echo "#pragma omp $inner"
      echo 'for (i = 0; i < 100; i++) {'
      echo '#pragma omp atomic'
      echo "$operation; } }"
    done
  done
  echo 'rounds = 0; return sum == 12345 && all != 0 && rounds; }'
} > "$folder/program.c"
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  TMPDIR=$folder timeout 60 "$root/bin/tactus-clang" -fopenmp -O2 -w -c "$folder/program.c" -o "$folder/program.o" 2> "$folder/words" || {
    echo "attempt $attempt:" >&2
    head -20 "$folder/words" >&2
    exit 1
  }
done
