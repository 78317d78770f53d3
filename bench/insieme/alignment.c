/* Scores of the best local alignment of each pair of proteins, with affine gaps (Smith-Waterman as Gotoh has it; the
 * AKM and Barcelona suites' program): a task for each pair, with its rows on its own stack. */
#include "insieme.h"

enum { MaximalLength = 256, Letters = 20, GapOpen = 10, GapExtend = 1, Lowest = -1000000 };

static signed char sequences[64][MaximalLength];
static int lengths[64];
static int scores[64 * 64], expected[64 * 64];

static int larger(int left, int right) { return left > right ? left : right; }

static int match(int left, int right) { return left == right ? 5 : (left ^ right) % 3 == 0 ? 1 : -2; }

static int align(const signed char *first, int rows, const signed char *second, int columns) {
  int best[MaximalLength + 1], gap[MaximalLength + 1], score = 0;
  for (int j = 0; j <= columns; ++j) {
    best[j] = 0;
    gap[j] = Lowest;
  }
  for (int i = 1; i <= rows; ++i) {
    int diagonal = 0, across = Lowest;
    for (int j = 1; j <= columns; ++j) {
      int through = diagonal + match(first[i - 1], second[j - 1]);
      diagonal = best[j];
      gap[j] = larger(gap[j] - GapExtend, best[j] - GapOpen);
      across = larger(across - GapExtend, best[j - 1] - GapOpen);
      best[j] = larger(larger(0, through), larger(gap[j], across));
      score = larger(score, best[j]);
    }
  }
  return score;
}

static void align_all(int count) {
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j) {
#pragma omp task firstprivate(i, j)
      scores[i * count + j] = align(sequences[i], lengths[i], sequences[j], lengths[j]);
    }
#pragma omp taskwait
}

int main(int argc, char **argv) {
  int count = (int)size_argument(argc, argv, 12), is_right = 1;
  uint64_t state = 5;
  int64_t sum = 0;
  if (count > 64) {
    fprintf(stderr, "tactus: error: alignment: at most 64 proteins\n");
    return 2;
  }
  for (int i = 0; i < count; ++i) {
    lengths[i] = MaximalLength / 2 + (int)(next_random(&state) % (MaximalLength / 2));
    for (int j = 0; j < lengths[i]; ++j)
      sequences[i][j] = (signed char)(next_random(&state) % Letters);
  }
  begin_measured();
#pragma omp parallel
#pragma omp single
  align_all(count);
  end_measured();
  /* The other way round the scores are the same. */
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j) {
      expected[i * count + j] = align(sequences[j], lengths[j], sequences[i], lengths[i]);
      is_right &= scores[i * count + j] == expected[i * count + j];
      sum += scores[i * count + j];
    }
  return report("alignment", count, sum, is_right);
}
