/* Threads and processes that come and go, are killed, and ask for nonsense; and the module's removal meanwhile.
   Arguments: cycles, and the seed of the nonsense. Ends with "stress: ok". */
#include "device.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static const struct TactusBeatStart often = {0, 10000, 5000};

static int removeModule(void) { return (int)syscall(SYS_delete_module, "tactus_beat", O_NONBLOCK); }

static void insertModule(void) {
  int file = open("/tactus_beat.ko", O_RDONLY | O_CLOEXEC);
  CHECK(file >= 0);
  CHECK(syscall(SYS_finit_module, file, "", 0) == 0);
  close(file);
  /* The file system of devices makes the node at once. */
  CHECK(access(TACTUS_BEAT_DEVICE, R_OK | W_OK) == 0);
}

/* Joins, is interrupted as often as possible, and ends without leaving. */
static void *joinAndEnd(void *file) {
  struct TactusBeatArea *area = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(area != MAP_FAILED);
  area->asked = 1;
  CHECK(join(*(int *)file, area) == 0);
  CHECK(ioctl(*(int *)file, TACTUS_BEAT_START, &often) == 0);
  /* The memory goes too, while the timer runs. */
  munmap(area, 4096);
  return NULL;
}

static void testThreadsThatEnd(int cycles) {
  int file = openWithTable();
  for (int cycle = 0; cycle < cycles; cycle += 2) {
    pthread_t threads[2];
    for (int index = 0; index < 2; ++index)
      CHECK(pthread_create(&threads[index], NULL, joinAndEnd, &file) == 0);
    for (int index = 0; index < 2; ++index)
      CHECK(pthread_join(threads[index], NULL) == 0);
  }
  close(file);
}

/* The process is killed at any moment: while it opens, joins, is interrupted, ends. */
static void testKilledProcesses(int cycles) {
  for (int cycle = 0; cycle < cycles; ++cycle) {
    pid_t child = fork();
    if (child == 0) {
      int file = openWithTable();
      pthread_t thread;
      pthread_create(&thread, NULL, joinAndEnd, &file);
      static struct TactusBeatArea area = {.asked = 1, .isArmed = 1};
      CHECK(join(file, &area) == 0);
      CHECK(ioctl(file, TACTUS_BEAT_START, &often) == 0);
      for (;;) {
        waitInSource();
        ++area.asked;
      }
    }
    usleep((useconds_t)(cycle * 37 % 5000));
    kill(child, SIGKILL);
    CHECK(WTERMSIG(waitFor(child)) == SIGKILL);
  }
}

/* Most of it nearly right, so that it gets far. */
static uint64_t randomState;
static uint64_t randomWord(void) {
  randomState += 0x9e3779b97f4a7c15;
  uint64_t word = (randomState ^ (randomState >> 30)) * 0xbf58476d1ce4e5b9;
  return word ^ (word >> 27);
}
static uint64_t pick(const uint64_t *values, size_t count) {
  return randomWord() % 8 ? values[randomWord() % count] : randomWord() >> randomWord() % 64;
}
#define PICK(...) pick((const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / 8)

static void askForNonsense(int file, struct TactusBeatArea *area) {
  uint64_t source = (uintptr_t)sourceBegin, destination = (uintptr_t)destinationBegin, size = versionSize();
  struct TactusBeatRange ranges[4];
  for (int index = 0; index < 4; ++index) {
    ranges[index].source = PICK(source, source + 8 * (uint64_t)index, destination, (uintptr_t)area, 0, ~0ull);
    ranges[index].destination = PICK(destination, destination + 8 * (uint64_t)index, source, ~0ull << 47);
    ranges[index].size = PICK(size, 8, 1, 0, ~0ull);
  }
  /* An address or a size that does not belong to our two versions would have the thread sent there, as it asks. */
  for (int index = 0; index < 4; ++index)
    if (ranges[index].source - source + destination != ranges[index].destination)
      ranges[index].source = (uintptr_t)&ranges;
  struct TactusBeatTable table = {PICK((uintptr_t)ranges, 0, 4096), (uint32_t)PICK(1, 1, 2, 4, 0, 65536, 65537), 0};
  table.reserved = randomWord() % 16 == 0;
  struct TactusBeatJoin asked = {PICK((uintptr_t)area, (uintptr_t)area + 8, (uintptr_t)area + 4096, 0, source),
                                 TACTUS_BEAT_VERSION, 0, randomWord()};
  asked.version += randomWord() % 16 == 0;
  asked.signal = (uint32_t)PICK(0, SIGURG, SIGURG, SIGWINCH, 65, ~0ull);
  if (asked.signal > 0 && asked.signal < 65 && asked.signal != SIGURG && asked.signal != SIGWINCH)
    asked.signal = SIGCHLD; /* All others would end the process, as it asks. */
  struct TactusBeatStart start = {PICK(0, 1, 10000, ~0ull), PICK(10000, 20000, 9999, 0, ~0ull >> 1),
                                  PICK(5000, 10000, 0, ~0ull >> 1)};
  static const unsigned long commands[] = {TACTUS_BEAT_TABLE, TACTUS_BEAT_JOIN, TACTUS_BEAT_START, TACTUS_BEAT_LEAVE};
  void *const arguments[] = {&table, &asked, &start, (void *)8, NULL, (void *)(~0ull << 47)};
  size_t which = randomWord() % 4;
  unsigned long command = randomWord() % 16 ? commands[which] : (unsigned long)randomWord();
  ioctl(file, command, randomWord() % 16 ? arguments[which % 3] : arguments[randomWord() % 6]);
  area->asked = randomWord() % 2 ? area->asked + 1 : randomWord();
}

static void *fuzz(void *count) {
  struct TactusBeatArea *area = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap((char *)area + 4096, 4096);
  int files[4];
  for (int index = 0; index < 4; ++index)
    files[index] = openDevice();
  for (int request = 0; request < *(int *)count; ++request) {
    size_t which = randomWord() % 4;
    askForNonsense(files[which], area);
    if (randomWord() % 64 == 0) {
      close(files[which]);
      files[which] = openDevice();
    }
  }
  for (int index = 0; index < 4; ++index)
    close(files[index]);
  return NULL;
}

/* In processes of their own, with two threads each. */
static void testNonsense(int requests, uint64_t seed) {
  for (int process = 0; process < 4; ++process) {
    pid_t child = fork();
    if (child == 0) {
      randomState = seed + (uint64_t)process;
      pthread_t thread;
      pthread_create(&thread, NULL, fuzz, &requests);
      fuzz(&requests);
      pthread_join(thread, NULL);
      _exit(0);
    }
    CHECK(waitFor(child) == 0);
  }
}

static atomic_int mayEnd;
static void *stayJoined(void *file) {
  joinAndEnd(file);
  close(*(int *)file);
  *(int *)file = -1;
  while (!mayEnd)
    usleep(1000);
  return NULL;
}

/* In use, it stays: while the file is open, and while a thread of a closed one lives. */
static void testRemoval(void) {
  int file = openWithTable();
  CHECK(removeModule() < 0 && errno == EAGAIN);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, stayJoined, &file) == 0);
  while (*(volatile int *)&file >= 0)
    usleep(1000);
  CHECK(removeModule() < 0 && errno == EAGAIN);
  mayEnd = 1;
  pthread_join(thread, NULL);
  for (int cycle = 0; cycle < 20; ++cycle) {
    int tries = 0;
    /* The last thread is freed a moment after its end. */
    while (removeModule() < 0) {
      CHECK(errno == EAGAIN && ++tries < 1000);
      usleep(1000);
    }
    CHECK(open(TACTUS_BEAT_DEVICE, O_RDWR) < 0);
    insertModule();
    int again = openWithTable();
    pthread_create(&thread, NULL, joinAndEnd, &again);
    pthread_join(thread, NULL);
    close(again);
  }
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int cycles = count > 1 ? atoi(arguments[1]) : 100;
  uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 0) : 1;
  printf("threads that end: %d\n", cycles);
  testThreadsThatEnd(cycles);
  printf("killed processes: %d\n", cycles / 10);
  testKilledProcesses(cycles / 10);
  printf("nonsense: %d requests, seed %llu\n", cycles * 8, (unsigned long long)seed);
  testNonsense(cycles, seed);
  RUN(testRemoval);
  puts("stress: ok");
  return 0;
}
