// FLAGS: -Os
// CONVERTED: 1
// The initializer is a function call that looks at omp_orig.
#include "support.h"

typedef struct {
  long modulus, sum;
} Residue;

static void start(Residue *mine, const Residue *original) {
  mine->modulus = original->modulus;
  mine->sum = 0;
}
#pragma omp declare reduction(residue:Residue : omp_out.sum = (omp_out.sum + omp_in.sum) % omp_out.modulus)            \
    initializer(start(&omp_priv, &omp_orig))

int main(void) {
  Residue residue = {1000003, 77};
#pragma omp parallel for reduction(residue : residue)
  for (int i = 0; i < 3000; i++)
    residue.sum = (residue.sum + (long)(mix(i) % 100000)) % residue.modulus;
  SHOW("modulus", residue.modulus);
  SHOW("sum", residue.sum);
}
