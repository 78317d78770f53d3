#!/bin/sh
# iterations_wait_in_another_file.sh ROOT: with a thread for each iteration, iterations may wait for each other where the
# compiler does not see it; one after the other they would wait for ever.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/loop.c" << 'END'
void waitOrSignal(int *flag, int signals);
static int first, second;
int main(void) {
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; i++)
    waitOrSignal(&first, i == 2);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++)
      waitOrSignal(&second, i == 1);
#pragma omp for
    for (int i = 0; i < 100; i++)
      waitOrSignal(&second, 1);
  }
  return 0;
}
END
cat > "$folder/waits.c" << 'END'
#include <unistd.h>
void waitOrSignal(int *flag, int signals) {
  alarm(20);
  if (signals)
    __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
    usleep(10);
}
END
"$root/bin/tactus-clang" -O1 -fopenmp "$folder/loop.c" "$folder/waits.c" -o "$folder/program"
for workers in 1 2 4; do
  TACTUS_WORKERS=$workers "$folder/program"
done
