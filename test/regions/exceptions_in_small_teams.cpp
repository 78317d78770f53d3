// FLAGS: -std=c++20
// Forks that end by an exception, in teams of fewer threads than there are workers: what is cancelled gives its place
// back, and the strand that waited has its number again.
#include "asker.h"

#include <tactus/tactus.hpp>

static int count(Scratch &scratch, int depth) {
  int before = ask().number;
  int number = enterScratch(&scratch);
  work(static_cast<unsigned>(depth), 20);
  leaveScratch(&scratch, number);
  if (depth == 0)
    throw 1;
  int thrown = 0;
  try {
    tactus::par([&] { thrown += count(scratch, depth - 1); }, [&] { count(scratch, depth - 1); });
  } catch (int value) {
    thrown += value;
  }
  CHECK(ask().number == before);
  if (depth % 2)
    throw thrown;
  return thrown;
}

int main() {
  for (int threads = 1; threads < 5; threads++)
    for (int round = 0; round < 4; round++) {
      Scratch scratch = makeScratch(threads);
#pragma omp parallel num_threads(threads)
#pragma omp single
      CHECK(count(scratch, 6) == 1);
      // Nobody asks in this one.
      int results[40];
#pragma omp parallel for num_threads(threads)
      for (int i = 0; i < 40; i++) {
        results[i] = 0;
        try {
          tactus::par(
              [&] {
                if (i % 3)
                  throw 1;
              },
              [&] { results[i] = i; });
        } catch (int) {
          results[i] = -1;
        }
      }
      for (int i = 0; i < 40; i++)
        CHECK(results[i] == (i % 3 ? -1 : i));
    }
}
