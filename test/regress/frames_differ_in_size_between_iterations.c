// FLAGS: -O1
// What the walk of the stack remembered of a dynamic frame was where its rbp had been. In the next iteration another
// frame had the same stack pointer and return address, and promotion wrote where the old one's loop had been.
#include <alloca.h>
#include <stdio.h>

enum { Count = 400 };

static long withArray(int count) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++) {
    int room[i % 50 + 1];
    for (int k = 0; k <= i % 50; k++)
      room[k] = k * i;
    sum += room[i % 50];
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < i % 20 * 30; j++)
      sum += (j ^ room[0]) % 7;
  }
  return sum;
}

__attribute__((noinline)) static long row(int i, const int *room) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int j = 0; j < i % 20 * 30; j++)
    sum += (j ^ room[0]) % 7;
  return sum;
}

/// The inner loop is in a frame of its own, of fixed size.
__attribute__((noinline)) static long withAlloca(int count) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++) {
    int *room = alloca(sizeof(int) * (size_t)(i % 50 + 1));
    for (int k = 0; k <= i % 50; k++)
      room[k] = k * i;
    sum += room[i % 50] + row(i, room);
  }
  return sum;
}

/// Each level begins at another distance from the one around it.
__attribute__((noinline)) static long recursive(int depth, int width) {
  int room[width % 7 + 1];
  room[width % 7] = width;
  long sum = room[width % 7];
  if (depth > 0) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3; i++)
      sum += recursive(depth - 1, width + i * depth) + room[width % 7];
  }
  return sum;
}

/// The same without OpenMP.
static long expectedNest(int count) {
  long sum = 0;
  for (int i = 0; i < count; i++) {
    sum += i % 50 * i;
    for (int j = 0; j < i % 20 * 30; j++)
      sum += j % 7;
  }
  return sum;
}

static long expectedRecursive(int depth, int width) {
  long sum = width;
  for (int i = 0; depth > 0 && i < 3; i++)
    sum += expectedRecursive(depth - 1, width + i * depth) + width;
  return sum;
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    long array = withArray(Count), allocated = withAlloca(Count), recursion = recursive(5, 3);
    if (array != expectedNest(Count) || allocated != expectedNest(Count) || recursion != expectedRecursive(5, 3))
      return printf("%ld, %ld, %ld\n", array, allocated, recursion), 1;
  }
  return 0;
}
