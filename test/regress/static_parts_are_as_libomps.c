// FLAGS: -O2
// schedule(static) gives 5 iterations to 4 threads as libomp does: 2, 1, 1, 1; and schedule(simd : static, n) the parts
// that libomp computes for n, each iteration once (clang's own code goes round behind them, with a stride of 1).
#include <omp.h>

enum { Most = 120, Threads = 4 };
static int owner[Most], times[Most];

static void forget(void) {
  for (int i = 0; i < Most; i++)
    owner[i] = times[i] = 0;
}

static int isWrong(int count, int (*wanted)(int, int)) {
  int wrong = 0;
  for (int i = 0; i < count; i++)
    wrong += times[i] != 1 || owner[i] != wanted(i, count);
  forget();
  return wrong;
}

static int balanced(int i, int count) {
  int least = count / Threads, more = count % Threads, large = more * (least + 1);
  return i < large ? i / (least + 1) : more + (i - large) / least;
}

static int ofVectors(int i, int count, int length) {
  int share = (count + Threads - 1) / Threads;
  return i / ((share + length - 1) & ~(length - 1));
}
static int ofFive(int i, int count) { return ofVectors(i, count, 5); }
static int ofEight(int i, int count) { return ofVectors(i, count, 8); }

static void note(int i) {
  owner[i] = omp_get_thread_num();
#pragma omp atomic
  times[i]++;
}

int main(void) {
  int wrong = 0;
  omp_set_dynamic(0);
  for (int count = 1; count < Most; count += count < 10 ? 1 : 13) {
#pragma omp parallel for num_threads(Threads) schedule(static)
    for (int i = 0; i < count; i++)
      note(i);
    wrong += isWrong(count, balanced);
#pragma omp parallel num_threads(Threads)
    {
#pragma omp for schedule(static)
      for (int i = 0; i < count; i++)
        note(i);
#pragma omp barrier
    }
    wrong += isWrong(count, balanced);
#pragma omp parallel for simd num_threads(Threads) schedule(simd : static, 5)
    for (int i = 0; i < count; i++)
      note(i);
    wrong += isWrong(count, ofFive);
#pragma omp parallel for simd num_threads(Threads) schedule(simd : static, 8)
    for (int i = 0; i < count; i++)
      note(i);
    wrong += isWrong(count, ofEight);
  }
  return wrong != 0;
}
