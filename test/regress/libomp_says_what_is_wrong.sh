#!/bin/sh
# libomp_says_what_is_wrong.sh ROOT: a wrong value of a setting that libomp alone reads gets libomp's words, also in a program
# that never starts libomp. A right one gets none. So it is on Tactus' own runtime, which has words of its own.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/latent.c" << 'END'
int main(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2000; i++)
    sum += i;
  return sum != 1999000;
}
END
"$root/bin/tactus-clang" -fopenmp -O1 "$folder/latent.c" -o "$folder/latent"
for setting in KMP_DISP_NUM_BUFFERS=0 KMP_DISP_NUM_BUFFERS=4097 OMP_ALLOCATOR=111; do
  env "$setting" "$folder/latent" 2> "$folder/words"
  grep -q "\\(OMP: Warning\\|tactus: warning\\).*${setting%%=*}" "$folder/words"
  [ "${runtime-libomp}" = libomp ] || [ "$(wc -l < "$folder/words")" = 1 ]
done
for setting in KMP_DISP_NUM_BUFFERS=7 KMP_BLOCKTIME=0 OMP_ALLOCATOR=omp_default_mem_alloc; do
  env "$setting" "$folder/latent" 2> "$folder/words"
  [ ! -s "$folder/words" ]
done
