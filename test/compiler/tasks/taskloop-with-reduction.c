// A taskloop with a reduction stays with libomp.
// RUN: %remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
long f(int n) {
  long sum = 0;
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: task left to libomp: a task takes part in a reduction [-Rpass-missed=tactus]
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
