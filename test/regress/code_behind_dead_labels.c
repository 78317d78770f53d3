// FLAGS: -O1 -ftactus-verify
// A label that nobody jumps to leaves code in the module that cannot be reached, with ways into code that can: the
// compiler crashed at tasks beside it.
static int never;

static int tasksOfMembers(int count) {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < count; i++) {
    goto alive;
  dead:
    if (never)
      goto behind;
  alive:
#pragma omp task shared(sum)
#pragma omp atomic
    sum += i;
  behind:
#pragma omp task shared(sum)
#pragma omp atomic
    sum += i;
#pragma omp taskwait
  }
  return sum;
}

static int tasksOfOne(int count) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < count; i++) {
    goto alive;
  dead:
    if (never)
      goto behind;
  alive:
#pragma omp task shared(sum)
#pragma omp atomic
    sum += i;
  behind:;
  }
  return sum;
}

static int loop(int count) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++) {
    goto alive;
  dead:
    if (never)
      goto behind;
  alive:
    sum += i;
  behind:
    sum += 1;
  }
  return sum;
}

int main(void) { return tasksOfMembers(100) == 9900 && tasksOfOne(100) == 4950 && loop(100) == 5050 ? 0 : 1; }
