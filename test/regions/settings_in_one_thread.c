// RUNS:
// RUNS: OMP_NUM_THREADS=3
// A loop whose clause asks for one thread is one strand, also where a testing mode promotes on the only worker: what an
// iteration sets is what the next one finds.
#include "asker.h"

int main(void) {
  setThreads(7);
#pragma omp parallel for num_threads(1)
  for (int k = 0; k < 5; k++) {
    struct Answers answers = ask();
    CHECK(answers.threads == 1 && answers.number == 0);
    CHECK(answers.most == 7 + k);
    setThreads(8 + k);
    CHECK(askMost() == 8 + k);
  }
  CHECK(askMost() == 7);
  return 0;
}
