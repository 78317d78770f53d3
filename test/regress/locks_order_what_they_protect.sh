#!/bin/sh
# locks_order_what_they_protect.sh ROOT: under ThreadSanitizer no kind of lock gives a false report. Nest locks did, and
# locks that libomp has made: their functions are libomp's, which ThreadSanitizer does not see into.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END_OF_PROGRAM'
#include <omp.h>
#include <stdio.h>
void makeOtherLock(omp_lock_t *lock);
static int counts[8];
int main(void) {
  omp_nest_lock_t nest, hinted;
  omp_lock_t plain, contended, other;
  omp_init_nest_lock(&nest);
  omp_init_nest_lock_with_hint(&hinted, omp_sync_hint_speculative);
  omp_init_lock(&plain);
  omp_init_lock_with_hint(&contended, omp_sync_hint_contended);
  makeOtherLock(&other);
#pragma omp parallel for
  for (int i = 0; i < 200; i++) {
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    counts[0]++;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    while (!omp_test_nest_lock(&hinted))
      ;
    counts[1]++;
    omp_unset_nest_lock(&hinted);
    omp_set_lock(&plain);
    counts[2]++;
    omp_unset_lock(&plain);
    while (!omp_test_lock(&contended))
      ;
    counts[3]++;
    omp_unset_lock(&contended);
    omp_set_lock(&other);
    counts[4]++;
    omp_unset_lock(&other);
    while (!omp_test_lock(&other))
      ;
    counts[5]++;
    omp_unset_lock(&other);
#pragma omp critical(first)
    counts[6]++;
#pragma omp critical(second) hint(omp_sync_hint_contended)
    counts[7]++;
  }
  for (int i = 0; i < 8; i++)
    if (counts[i] != 200)
      return 1;
}
END_OF_PROGRAM
cat > "$folder/other.c" << 'END_OF_PROGRAM'
#include <omp.h>
void makeOtherLock(omp_lock_t *lock) { omp_init_lock(lock); }
END_OF_PROGRAM
"$root/bin/tactus-clang" -fno-tactus -fopenmp -c "$folder/other.c" -o "$folder/other.o"
"$root/bin/tactus-clang" -fopenmp -O1 -g -fsanitize=thread "$folder/program.c" "$folder/other.o" -o "$folder/program" || exit 77
for setting in TACTUS_PROMOTE=all TACTUS_CHAOS=1 TACTUS_CHAOS=2; do
  env "$setting" TACTUS_WORKERS=4 TSAN_OPTIONS=exitcode=66 "$folder/program" > "$folder/report" 2>&1 || {
    echo "locks_order_what_they_protect.sh: fails with $setting" >&2
    head -30 "$folder/report" >&2
    exit 1
  }
done
