// A task's arguments in memory belong to one spawn: the rest that spawns again has its own.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define internal void @f.rest(
// CHECK: %task = alloca
struct big {
  int words[20];
};
void work(struct big *b);
void f(int n, struct big b) {
  for (int i = 0; i < n; i++) {
    b.words[0] = i;
#pragma omp task firstprivate(b)
    {
      work(&b);
      work(&b);
    }
  }
}
