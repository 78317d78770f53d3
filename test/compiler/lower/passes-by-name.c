// Each pass runs by itself under opt, by its name in compiler/passes.def.
// RUN: %raw %s | %convert > %t.ll
// RUN: %opt -passes='function(sroa,loop-simplify,lcssa,tactus-credit-register)' -disable-output %t.ll
// RUN: %opt -passes='function(tactus-early-return,tactus-serial-effects,tactus-split-returns,tactus-independent-loads)' -disable-output %t.ll
// RUN: %opt -passes='function(sroa,loop(tactus-induction-start))' -disable-output %t.ll
// RUN: %opt -passes='function(tactus-row-batches,tactus-free-forks,tactus-late-bundles,tactus-cold-crossings)' -disable-output %t.ll
// RUN: not %opt -passes='function(tactus-unknown)' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
void scale(double *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
// UNKNOWN: unknown function pass 'tactus-unknown'
