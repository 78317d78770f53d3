// Tasks with dependences, also where a thread outside of OpenMP completes one.
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static void chain(void) {
  long x = 1, y = 0;
  int cells[16] = {0}, readers = 0;
#pragma omp taskgroup
  {
    for (int i = 0; i < 30; ++i) {
#pragma omp task depend(inout : x) shared(x)
      x = x * 3 % 1000003;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
      y = (y * 7 + x) % 1000003;
#pragma omp task depend(in : x) shared(readers)
      {
#pragma omp atomic
        ++readers;
      }
    }
    for (int i = 1; i < 16; ++i) {
#pragma omp task depend(in : cells[i - 1]) depend(out : cells[i]) shared(cells)
      cells[i] = cells[i - 1] + i;
    }
  }
  long a = 1, b = 0;
  for (int i = 0; i < 30; ++i) {
    a = a * 3 % 1000003;
    b = (b * 7 + a) % 1000003;
  }
  CHECK(x == a && y == b && readers == 30 && cells[15] == 120);
}

static void sets(void) {
  int x = 0, inside = 0, most = 0;
#pragma omp taskgroup
  {
    for (int i = 0; i < 20; ++i) {
#pragma omp task depend(mutexinoutset : x) shared(x, inside, most)
      {
        int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
        if (now > most)
          most = now;
        ++x;
        __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
      }
    }
#pragma omp task depend(in : x) shared(x)
    CHECK(x == 20);
  }
  CHECK(most == 1);
}

static void waits(void) {
  int x = 0, y = 0;
#pragma omp task depend(out : x) shared(x)
  {
    usleep(1000);
    x = 1;
  }
#pragma omp task depend(out : y) shared(y)
  y = 1;
#pragma omp taskwait depend(in : x)
  CHECK(x == 1);
#pragma omp task depend(inout : x) if (0) shared(x)
  ++x;
  CHECK(x == 2);
#pragma omp taskwait
  CHECK(y == 1);
}

static void objects(void) {
  int x = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp taskgroup
  for (int i = 0; i < 10; ++i) {
#pragma omp task depend(depobj : object) shared(x)
    x = x * 2 + 1;
  }
#pragma omp depobj(object) destroy
  CHECK(x == 1023);
}

static void *fulfilLater(void *event) {
  usleep(2000);
  omp_fulfill_event(*(omp_event_handle_t *)event);
  return NULL;
}

static void detached(void) {
  int x = 0, seen = 0;
  omp_event_handle_t event, handed;
  pthread_t thread;
#pragma omp task detach(event) depend(out : x) shared(x, handed, thread)
  {
    x = 1;
    handed = event;
    pthread_create(&thread, NULL, fulfilLater, &handed);
  }
#pragma omp task depend(in : x) shared(x, seen)
  seen = x;
#pragma omp taskwait
  CHECK(seen == 1);
  pthread_join(thread, NULL);
}

static void all(void) {
  chain();
  sets();
  waits();
  objects();
  detached();
}

static int isFulfilled;
static void *markAndFulfil(void *event) {
  usleep(2000);
  __atomic_store_n(&isFulfilled, 1, __ATOMIC_SEQ_CST);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

/// A task that ends where it is created waits for one that only an event completes.
static void behindAnEvent(void) {
  pthread_t thread;
  int x = 0, y = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
#pragma omp task depend(out : x) detach(event) shared(x)
    x = 1;
    pthread_create(&thread, NULL, markAndFulfil, (void *)event);
#pragma omp task depend(inout : x) shared(x, y)
    y = isFulfilled ? ++x : -1;
#pragma omp task depend(in : x) depend(in : x) depend(inout : x) depend(in : x) depend(out : y) shared(x, y)
    y += 10 * x;
  }
  pthread_join(thread, NULL);
  CHECK(x == 2 && y == 22);
}

int main(void) {
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel
#pragma omp single
    all();
  }
  all();
  behindAnEvent();
  return report();
}
