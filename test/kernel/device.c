/* Uses /dev/tactus_beat as programs do, and as they should not. Runs as root in a machine whose kernel has the module
   (scripts/test_kernel.sh). One line for each test, then "device: ok", or "device: FAILED" and why. */
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct TactusBeatStart often = {20000, 100000, 20000};
static atomic_int starts;

/* Asks for a beat and waits in the source version until it comes. On a slow machine the timer may be given up before
   the thread is there; then it is started anew. */
static void waitForMove(int file, struct TactusBeatArea *area) {
  volatile struct TactusBeatArea *seen = area;
  uint64_t moves = seen->moves;
  for (seen->asked = seen->asked + 1; seen->moves == moves;) {
    if (!seen->isArmed) {
      ++starts;
      seen->isArmed = 1;
      seen->asked = seen->asked + 1;
      CHECK(ioctl(file, TACTUS_BEAT_START, &often) == 0);
    }
    CHECK(waitInSourceWhile(&seen->isArmed) == 77);
  }
  CHECK(seen->served == seen->asked);
}

/* A beat moves the thread out of the loop, again and again, with no call of the kernel in between. */
static void testThreadIsMoved(void) {
  int file = openWithTable();
  struct TactusBeatArea area = {0};
  CHECK(join(file, &area) == 0);
  for (int beat = 1; beat <= 200; ++beat) {
    waitForMove(file, &area);
    CHECK(area.deliveredAt >= area.dueAt && area.movedAt >= area.deliveredAt);
  }
  CHECK(starts < 100);
  CHECK(ioctl(file, TACTUS_BEAT_LEAVE) == 0);
  CHECK(ioctl(file, TACTUS_BEAT_LEAVE) < 0 && errno == ESRCH);
  close(file);
}

static volatile sig_atomic_t signalled;
static volatile uintptr_t markSeen;
static void noteSignal(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  if (info->si_code == SI_QUEUE)
    markSeen = (uintptr_t)info->si_value.sival_ptr;
  signalled = 1;
}

/* A thread without versions is asked twice, then gets its signal, then nothing. */
static void testSignalElsewhere(void) {
  struct sigaction action = {.sa_sigaction = noteSignal, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGURG, &action, NULL);
  int file = openWithTable();
  struct TactusBeatArea area = {.asked = 1, .isArmed = 1};
  struct TactusBeatJoin asked = {(uintptr_t)&area, TACTUS_BEAT_VERSION, SIGURG, 0x1234567890};
  CHECK(ioctl(file, TACTUS_BEAT_JOIN, &asked) == 0);
  CHECK(ioctl(file, TACTUS_BEAT_START, &often) == 0);
  while (!signalled)
    ;
  volatile struct TactusBeatArea *seen = &area;
  CHECK(markSeen == 0x1234567890 && seen->isArmed == 0 && seen->moves == 0);
  CHECK(seen->elsewhere == 2 && seen->served == 1);
  for (volatile int work = 0; work < 20000000; work = work + 1)
    ;
  CHECK(seen->elsewhere == 2);
  close(file);
}

static void testWrongTables(void) {
  int file = openDevice();
  __u64 source = (uintptr_t)sourceBegin, destination = (uintptr_t)destinationBegin, size = versionSize();
  static char heap[4096];
  const struct TactusBeatRange wrong[][2] = {
      {{source, destination, 0}},
      {{source, destination, size}, {source, destination, size}},
      {{source + 8, destination + 8, 8}, {source, destination, 8}},
      {{source, destination, 16}, {source + 8, destination + 16, 8}},
      {{source, source, size}},
      {{source, source + 1, size}},
      {{source, destination, 1ull << 40}},
      {{source, destination, ~0ull}},
      {{~0ull, destination, 1}},
      {{~0ull, destination, ~0ull}},
      {{0, destination, 1}},
      {{source, 0, 1}},
      {{(uintptr_t)heap, destination, 8}},
      {{source, (uintptr_t)heap, 8}},
      {{source, (uintptr_t)&file, 8}},
      {{source, 0xffffffff81000000ull, 8}},
      {{source, 0x800000000000ull, 8}},
      {{source, 0x7ffffffff000ull, 8}},
      {{source, 0xffffffffff600000ull, 8}},
  };
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; ++index) {
    struct TactusBeatTable table = {(uintptr_t)wrong[index], wrong[index][1].size ? 2 : 1, 0};
    CHECK(ioctl(file, TACTUS_BEAT_TABLE, &table) < 0 && errno == EINVAL);
  }
  struct TactusBeatTable table = {8, TACTUS_BEAT_MOST_RANGES, 0};
  CHECK(ioctl(file, TACTUS_BEAT_TABLE, &table) < 0 && errno == EFAULT);
  table.count = TACTUS_BEAT_MOST_RANGES + 1;
  CHECK(ioctl(file, TACTUS_BEAT_TABLE, &table) < 0 && errno == E2BIG);
  table.count = ~0u;
  CHECK(ioctl(file, TACTUS_BEAT_TABLE, &table) < 0 && errno == E2BIG);
  table = (struct TactusBeatTable){0, 0, 1};
  CHECK(ioctl(file, TACTUS_BEAT_TABLE, &table) < 0 && errno == EINVAL);
  CHECK(ioctl(file, TACTUS_BEAT_TABLE, (void *)8) < 0 && errno == EFAULT);
  CHECK(passTable(file) == 0);
  table.reserved = 0;
  CHECK(ioctl(file, TACTUS_BEAT_TABLE, &table) == 0);
  close(file);
}

static void testWrongRequests(void) {
  int file = openWithTable();
  struct TactusBeatArea area = {.asked = 1};
  struct TactusBeatJoin asked = {(uintptr_t)&area, TACTUS_BEAT_VERSION + 1, 0, 0};
  CHECK(ioctl(file, TACTUS_BEAT_START, &often) < 0 && errno == ESRCH);
  CHECK(ioctl(file, TACTUS_BEAT_JOIN, &asked) < 0 && errno == EPROTO);
  const struct TactusBeatJoin wrong[] = {
      {0, TACTUS_BEAT_VERSION, 0, 0},
      {(uintptr_t)&area + 1, TACTUS_BEAT_VERSION, 0, 0},
      {0xffffffff81000000ull, TACTUS_BEAT_VERSION, 0, 0},
      {(uintptr_t)&area, TACTUS_BEAT_VERSION, 65, 0},
      {(uintptr_t)&area, TACTUS_BEAT_VERSION, ~0u, 0},
  };
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; ++index)
    CHECK(ioctl(file, TACTUS_BEAT_JOIN, &wrong[index]) < 0 && errno == EINVAL);
  CHECK(join(file, &area) == 0);
  CHECK(join(file, &area) < 0 && errno == EBUSY);
  const struct TactusBeatStart wrongStarts[] = {
      {0, 0, 0}, {0, 9999, 20000}, {0, 100000, 4999}, {~0ull, 100000, 20000}, {0, ~0ull, 20000}, {0, 100000, ~0ull}};
  for (size_t index = 0; index < sizeof wrongStarts / sizeof *wrongStarts; ++index)
    CHECK(ioctl(file, TACTUS_BEAT_START, &wrongStarts[index]) < 0 && errno == EINVAL);
  int other = openWithTable();
  CHECK(ioctl(other, TACTUS_BEAT_START, &often) < 0 && errno == ESRCH);
  CHECK(join(other, &area) < 0 && errno == EBUSY);
  CHECK(ioctl(other, TACTUS_BEAT_LEAVE) < 0 && errno == ESRCH);
  close(other);
  CHECK(ioctl(file, 0x1234) < 0 && errno == ENOTTY);
  CHECK(read(file, &area, 1) < 0 && errno == EINVAL);
  CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED);
  close(file);
  /* What is left of the closed file goes when the thread joins again. */
  file = openWithTable();
  CHECK(join(file, &area) == 0);
  CHECK(ioctl(file, TACTUS_BEAT_LEAVE) == 0);
  close(file);
}

/* The area goes while the timer runs; then no beat comes, and nothing else happens. */
static void testLostArea(void) {
  int file = openWithTable();
  struct TactusBeatArea *area = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  area->asked = 1;
  CHECK(join(file, area) == 0);
  CHECK(ioctl(file, TACTUS_BEAT_START, &often) == 0);
  munmap(area, 4096);
  for (volatile int work = 0; work < 5000000; work = work + 1)
    ;
  CHECK(ioctl(file, TACTUS_BEAT_LEAVE) == 0);
  area = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(join(file, area) == 0);
  CHECK(ioctl(file, TACTUS_BEAT_START, &often) == 0);
  for (volatile int work = 0; work < 5000000; work = work + 1)
    ;
  close(file);
}

/* A child has the file, but neither the right to use it nor timers; a program that is executed may begin anew. */
static void testForkAndExec(void) {
  int file = openWithTable();
  static struct TactusBeatArea area;
  CHECK(join(file, &area) == 0);
  waitForMove(file, &area);
  pid_t child = fork();
  if (child == 0) {
    area.served = 0;
    CHECK(ioctl(file, TACTUS_BEAT_START, &often) < 0 && errno == EPERM);
    CHECK(join(file, &area) < 0 && errno == EPERM);
    CHECK(passTable(file) < 0 && errno == EPERM);
    for (volatile int work = 0; work < 5000000; work = work + 1)
      ;
    CHECK(area.served == 0);
    struct TactusBeatArea own = {.asked = 1, .isArmed = 1};
    int mine = openWithTable();
    CHECK(join(mine, &own) == 0);
    CHECK(ioctl(mine, TACTUS_BEAT_START, &often) == 0);
    fcntl(mine, F_SETFD, 0);
    fcntl(file, F_SETFD, 0);
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%d", mine);
    snprintf(numbers[1], sizeof numbers[1], "%d", file);
    execl("/proc/self/exe", "device", "executed", numbers[0], numbers[1], NULL);
    _exit(9);
  }
  waitForMove(file, &area);
  CHECK(waitFor(child) == 0);
  close(file);
}

static int runExecuted(char **numbers) {
  struct TactusBeatArea area = {0};
  for (int index = 0; index < 2; ++index) {
    CHECK(ioctl(atoi(numbers[index]), TACTUS_BEAT_START, &often) < 0 && errno == EPERM);
    CHECK(ioctl(atoi(numbers[index]), TACTUS_BEAT_LEAVE) < 0 && errno == EPERM);
  }
  for (volatile int work = 0; work < 5000000; work = work + 1)
    ;
  int file = openWithTable();
  CHECK(join(file, &area) == 0);
  waitForMove(file, &area);
  return 0;
}

static volatile uint32_t isWaiting = 1;
static void stopWaiting(int number) {
  (void)number;
  isWaiting = 0;
}

/* After a fork the area cannot be written until somebody has copied it: the thread is not moved, and gets its signal.
 */
static void testAreaOfFork(void) {
  signal(SIGURG, stopWaiting);
  int file = openWithTable();
  struct TactusBeatArea *area = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  area->asked = 1;
  area->isArmed = 1;
  struct TactusBeatJoin asked = {(uintptr_t)area, TACTUS_BEAT_VERSION, SIGURG, 0};
  struct TactusBeatStart later = {300000000, 1000000, 250000};
  CHECK(ioctl(file, TACTUS_BEAT_JOIN, &asked) == 0);
  CHECK(ioctl(file, TACTUS_BEAT_START, &later) == 0);
  pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  waitInSourceWhile(&isWaiting);
  CHECK(area->moves == 0 && area->served == 0 && area->isArmed == 1);
  kill(child, SIGKILL);
  waitFor(child);
  area->isArmed = 0;
  waitForMove(file, area);
  close(file);
}

/* Only who is allowed to. */
static void testAccess(void) {
  pid_t child = fork();
  if (child == 0) {
    CHECK(setgid(65534) == 0 && setuid(65534) == 0);
    CHECK(open(TACTUS_BEAT_DEVICE, O_RDWR) < 0 && errno == EACCES);
    _exit(0);
  }
  CHECK(waitFor(child) == 0);
}

/* The thread is moved on whatever processor it runs, and while another thread replaces the table. */
static atomic_int isDone;
static void *replaceTables(void *file) {
  struct TactusBeatTable none = {0, 0, 0};
  while (!isDone) {
    CHECK(passTable(*(int *)file) == 0);
    CHECK(ioctl(*(int *)file, TACTUS_BEAT_TABLE, &none) == 0);
    CHECK(passTable(*(int *)file) == 0);
    usleep(500);
  }
  return NULL;
}

static void *beMoved(void *file) {
  struct TactusBeatArea area = {.asked = 1};
  volatile struct TactusBeatArea *seen = &area;
  CHECK(join(*(int *)file, &area) == 0);
  for (int beat = 0; beat < 100; ++beat) {
    bindToProcessor(beat % 2);
    seen->asked = seen->asked + 1;
    seen->isArmed = 1;
    CHECK(ioctl(*(int *)file, TACTUS_BEAT_START, &often) == 0);
    /* Given up if the table is empty for a while. */
    waitInSourceWhile(&seen->isArmed);
  }
  CHECK(seen->moves > 0);
  CHECK(ioctl(*(int *)file, TACTUS_BEAT_LEAVE) == 0);
  return NULL;
}

static void testManyAtOnce(void) {
  int file = openWithTable();
  pthread_t threads[5];
  for (int index = 0; index < 5; ++index)
    CHECK(pthread_create(&threads[index], NULL, index ? beMoved : replaceTables, &file) == 0);
  for (int index = 1; index < 5; ++index)
    pthread_join(threads[index], NULL);
  isDone = 1;
  pthread_join(threads[0], NULL);
  close(file);
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count == 4 && strcmp(arguments[1], "executed") == 0)
    return runExecuted(arguments + 2);
  RUN(testThreadIsMoved);
  RUN(testSignalElsewhere);
  RUN(testWrongTables);
  RUN(testWrongRequests);
  RUN(testLostArea);
  RUN(testForkAndExec);
  RUN(testAreaOfFork);
  RUN(testAccess);
  RUN(testManyAtOnce);
  puts("device: ok");
  return 0;
}
