// Objects with constructors and destructors around barriers, exceptions that are thrown and caught in a phase, and
// members of an object that all threads share.
// LEFT: *
// PHASES
// NEEDS-OPENMP
#include "strands.h"

static long alive, made;

struct Part {
  long sum = 0;
  long *scratch;
  explicit Part(int size) : scratch(static_cast<long *>(calloc(static_cast<size_t>(size), sizeof(long)))) {
#pragma omp atomic
    alive++;
#pragma omp atomic
    made++;
  }
  Part(const Part &) = delete;
  ~Part() {
    free(scratch);
#pragma omp atomic
    alive--;
  }
};

struct Histogram {
  long values[LENGTH], counts[100] = {}, caught = 0;

  void run() {
#pragma omp parallel num_threads(4)
    {
      Part part(100);
      for (int step = 0; step < 3; step++) {
        Part inner(10);
#pragma omp for schedule(guided) nowait
        for (int i = 0; i < LENGTH; i++) {
          try {
            if (values[i] % 100 == step)
              throw i;
            part.scratch[values[i] % 100]++;
          } catch (int place) {
            inner.sum += values[place] % 100 == step;
          }
        }
#pragma omp barrier
#pragma omp atomic
        caught += inner.sum;
#pragma omp barrier
      }
#pragma omp critical
      for (int k = 0; k < 100; k++)
        counts[k] += part.scratch[k];
    }
  }
};

int main() {
  static Histogram histogram;
  fill_numbers(histogram.values, LENGTH);
  histogram.run();
  SHOW("alive", alive);
  SHOW("made", made);
  SHOW("caught", histogram.caught);
  SHOW_ARRAY("counts", histogram.counts, 100);
}
