// Stack maps are in our own section, hold no absolute address (which a position-independent executable could not link
// without text relocations), and none of LLVM's own are emitted beside them.
// RUN: %tactus-clang -fopenmp -O2 -c -o %t.o %s
// RUN: llvm-readelf --sections %t.o | FileCheck %s --check-prefix=SECTIONS --implicit-check-not=llvm_stackmaps
// RUN: llvm-readelf --relocations %t.o | FileCheck %s --check-prefix=RELOCATIONS
// RUN: %tactus-clang -fopenmp -O0 -g -c -o %t0.o %s
// RUN: llvm-readelf --sections %t0.o | FileCheck %s --check-prefix=SECTIONS --implicit-check-not=llvm_stackmaps
// RUN: llvm-readelf --relocations %t0.o | FileCheck %s --check-prefix=RELOCATIONS

// Allocated, read-only, and kept by the linker's garbage collection:
// SECTIONS-DAG: tactus_maps PROGBITS {{.*}} AR 0 0 4
// SECTIONS-DAG: tactus_loops PROGBITS
// RELOCATIONS: Relocation section '.rela{{.*}}tactus_maps'
// RELOCATIONS-NOT: R_X86_64_64
// RELOCATIONS: R_X86_64_PC32
// RELOCATIONS-NOT: R_X86_64_64
// RELOCATIONS: Relocation section
void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      x[i * n + j] *= 2;
}
