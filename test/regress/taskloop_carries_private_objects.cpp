// FLAGS: -O2
// CONVERTED: 3
// As taskloop_carries_private_state.c, with objects: what they have behind them, or know of themselves by a pointer.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr int N = 600, Tasks = 4, Size = N / Tasks;
static long a[N];

static void expect(const char *what, long (*wanted)(int)) {
  for (int i = 0; i < N; i++)
    if (a[i] != wanted(i)) {
      std::fprintf(stderr, "%s: a[%d] is %ld\n", what, i, a[i]);
      std::exit(1);
    }
}

/// Knows its counter by a pointer into itself, and needs no destructor.
struct Counter {
  long value;
  long *place = &value;
  explicit Counter(long value) : value(value) {}
  Counter(const Counter &other) : value(other.value) {}
  long next() { return (*place)++; }
};

int main() {
  std::vector<long> seen(1, 2);
  std::string text = "ab";
  Counter counter(5);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
#pragma omp taskloop num_tasks(Tasks) firstprivate(seen)
    for (int i = 0; i < N; i++) {
      seen.push_back(i);
      a[i] = seen.size() + seen[0];
    }
    expect("vector", [](int i) { return i % Size + 4l; });
#pragma omp taskloop grainsize(Size) firstprivate(text)
    for (int i = 0; i < N; i++) {
      text += 'c';
      a[i] = text.size();
    }
    expect("string", [](int i) { return i % Size + 3l; });
#pragma omp taskloop num_tasks(Tasks) firstprivate(counter)
    for (int i = 0; i < N; i++)
      a[i] = counter.next();
    expect("pointer into itself", [](int i) { return i % Size + 5l; });
  }
}
