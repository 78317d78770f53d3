// A restrict pointer keeps its meaning in the outlined loop, also in one inside: what is accessed through it is in a
// scope that all other accesses are not in.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK: define internal void @f.slice.{{[0-9]+}}(
// CHECK: call void @llvm.experimental.noalias.scope.decl(metadata ![[SCOPES:[0-9]+]])
// CHECK: load double, ptr %arrayidx{{.*}}, !noalias ![[SCOPES]]
// CHECK: load double, ptr %arrayidx{{.*}}, !alias.scope ![[SCOPES]]
// CHECK: store double %add{{.*}}, !alias.scope ![[SCOPES]]
void f(int n, int m, double *restrict x, const double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      x[i] += y[j];
}
