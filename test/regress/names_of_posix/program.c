// C reserves none of these names: a program may have functions that are called so. What Tactus asks the system for by
// such a name (runtime/os/own_names.h) must not be asked of the program.
void abort(void);
int omp_get_thread_num(void);

// All functions of os/own_names.def, which test/abi/names.py compares with this list.
#define FOREIGN(name)                                                                                                  \
  void name(void) { abort(); }
// clang-format off
FOREIGN(access)
FOREIGN(close)
FOREIGN(fchmod)
FOREIGN(fchown)
FOREIGN(fcntl)
FOREIGN(fstat)
FOREIGN(ftruncate)
FOREIGN(getcwd)
FOREIGN(getpid)
FOREIGN(getppid)
FOREIGN(gettid)
FOREIGN(getuid)
FOREIGN(ioctl)
FOREIGN(linkat)
FOREIGN(lstat)
FOREIGN(open)
FOREIGN(pause)
FOREIGN(pwrite)
FOREIGN(pwritev)
FOREIGN(read)
FOREIGN(stat)
FOREIGN(unlink)
FOREIGN(write)
// clang-format on

static long sum(int n) {
  long total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += i % 7;
  return total;
}

static long fib(int n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

/// Each thread's number is asked for, so that members are what is promoted.
static int members(void) {
  int seen[64] = {0}, wrong = 0;
#pragma omp parallel
  {
    int own = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < 1000; i++)
      seen[own & 63]++;
  }
  for (int i = 0; i < 64; i++)
    wrong += seen[i];
  return wrong != 1000;
}

int main(void) {
  long expected = 0;
  for (int i = 0; i < 1000000; i++)
    expected += i % 7;
  for (int round = 0; round < 5; round++) {
    if (sum(1000000) != expected || members())
      return 1;
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(20);
    if (result != 6765)
      return 2;
  }
  return 0;
}
