// Ten functions at once are nine forks, each in the second branch of the one before. Their number of tasks grows with the
// square of that at most: a task of one of many forks calls a second branch that forks.
// RUN: %tactus-clangxx -std=c++20 -O1 -S -emit-llvm -o %t.ll %s
// RUN: grep -c "^define internal.* @tactus.run" %t.ll | FileCheck %s
// CHECK: {{^[1-4][0-9]$}}
#include <tactus/tactus.hpp>

int at[10];

void all() {
  tactus::parallel_invoke([] { at[0] = 1; }, [] { at[1] = 1; }, [] { at[2] = 1; }, [] { at[3] = 1; }, [] { at[4] = 1; },
                          [] { at[5] = 1; }, [] { at[6] = 1; }, [] { at[7] = 1; }, [] { at[8] = 1; }, [] { at[9] = 1; });
}
