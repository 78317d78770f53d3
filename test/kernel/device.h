//===- device.h - what the tests of the device share -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_KERNEL_DEVICE_H
#define TACTUS_TEST_KERNEL_DEVICE_H

#define _GNU_SOURCE
#include "abi/kernel_beat.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("FAILED: %s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, strerror(errno));                             \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

#define RUN(test)                                                                                                      \
  do {                                                                                                                 \
    printf("%s\n", #test);                                                                                             \
    test();                                                                                                            \
  } while (0)

/* Two versions of a function, as the compiler makes them: the source waits for ever, or as long as the word that its
   argument points to is not 0; the destination leaves at its point. */
__asm__(".text\n"
        ".balign 64\n"
        "sourceBegin: mov $77, %eax\n"
        "1: .byte 0x0f, 0x1f, 0x44, 0, 0\n"
        "cmpl $0, (%rdi)\n"
        "jne 1b\n"
        "2: ret\n"
        "sourceEnd:\n"
        ".balign 64\n"
        "destinationBegin: mov $77, %eax\n"
        "1: .byte 0xe9\n"
        ".long 2f - . - 4\n"
        "cmpl $0, (%rdi)\n"
        "jne 1b\n"
        "2: ret\n");
extern const char sourceBegin[], sourceEnd[], destinationBegin[];

static inline uint64_t versionSize(void) { return (uint64_t)(sourceEnd - sourceBegin); }
static inline int waitInSourceWhile(const volatile uint32_t *word) {
  return ((int (*)(const volatile uint32_t *))(uintptr_t)sourceBegin)(word);
}
static inline int waitInSource(void) {
  static const uint32_t always = 1;
  return waitInSourceWhile(&always);
}

static inline int openDevice(void) {
  int file = open(TACTUS_BEAT_DEVICE, O_RDWR | O_CLOEXEC);
  CHECK(file >= 0);
  return file;
}

static inline int passTable(int file) {
  struct TactusBeatRange range = {(uintptr_t)sourceBegin, (uintptr_t)destinationBegin, versionSize()};
  struct TactusBeatTable table = {(uintptr_t)&range, 1, 0};
  return ioctl(file, TACTUS_BEAT_TABLE, &table);
}

static inline int openWithTable(void) {
  int file = openDevice();
  CHECK(passTable(file) == 0);
  return file;
}

static inline int join(int file, struct TactusBeatArea *area) {
  struct TactusBeatJoin asked = {(uintptr_t)area, TACTUS_BEAT_VERSION, 0, 0};
  return ioctl(file, TACTUS_BEAT_JOIN, &asked);
}

static inline int waitFor(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return status;
}

static inline void bindToProcessor(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
}

#endif /* TACTUS_TEST_KERNEL_DEVICE_H */
