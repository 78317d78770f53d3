//===- sampler.cpp - where a program is, some hundred times a second -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A library of its own, which `tactus advise` has the loader put into the program (LD_PRELOAD). A timer of processor
// time sends SIGPROF to a thread that computes; the handler writes down the addresses on its stack, into a file that is
// mapped, so that nothing is lost however the program ends. The unwinder is safe in handlers: since glibc 2.35 it takes
// no locks. Programs that the program starts are not sampled.
//
//===----------------------------------------------------------------------===//
#include "samples.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
#include <unwind.h>

namespace {

using tactus::trace::SampleFile;

SampleFile *file = nullptr;
char mapsPath[4096];

struct Stack {
  SampleFile::Sample *sample;
};

_Unwind_Reason_Code addFrame(_Unwind_Context *context, void *argument) {
  SampleFile::Sample &sample = *static_cast<Stack *>(argument)->sample;
  int isExact = 0;
  uint64_t address = _Unwind_GetIPInfo(context, &isExact);
  if (address == 0 || sample.count == SampleFile::MostFrames)
    return _URC_END_OF_STACK;
  // Behind a call stands what comes next, which may belong to another line.
  sample.frames[sample.count++] = address - (isExact ? 0 : 1);
  return _URC_NO_REASON;
}

void onTimer(int) {
  int error = errno;
  uint64_t place = std::atomic_ref(file->taken).fetch_add(1, std::memory_order_relaxed);
  if (place < SampleFile::MostSamples) {
    Stack stack{&file->samples[place]};
    _Unwind_Backtrace(addFrame, &stack);
  }
  errno = error;
}

/// Which file lies where, for who reads the samples. Written again at the end, for libraries that came later.
void writeMaps() {
  int from = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  int to = open(mapsPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  char buffer[4096];
  for (ssize_t count = 0; from >= 0 && to >= 0 && (count = read(from, buffer, sizeof buffer)) > 0;)
    if (write(to, buffer, static_cast<size_t>(count)) != count)
      break;
  if (from >= 0)
    close(from);
  if (to >= 0)
    close(to);
}

[[gnu::constructor]] void start() {
  const char *path = getenv(tactus::trace::SamplesVariable);
  if (!path || std::strlen(path) + sizeof ".maps" > sizeof mapsPath)
    return;
  std::snprintf(mapsPath, sizeof mapsPath, "%s.maps", path);
  int descriptor = open(path, O_RDWR | O_CLOEXEC);
  unsetenv(tactus::trace::SamplesVariable);
  unsetenv("LD_PRELOAD");
  if (descriptor < 0)
    return;
  void *mapped = mmap(nullptr, sizeof(SampleFile), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (mapped == MAP_FAILED)
    return;
  file = static_cast<SampleFile *>(mapped);
  writeMaps();
  // The first call may have to find things.
  SampleFile::Sample trial{};
  Stack stack{&trial};
  _Unwind_Backtrace(addFrame, &stack);
  struct sigaction action{};
  action.sa_handler = onTimer;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  itimerval interval{{0, SampleFile::IntervalMicroseconds}, {0, SampleFile::IntervalMicroseconds}};
  setitimer(ITIMER_PROF, &interval, nullptr);
  file->isStarted = 1;
}

[[gnu::destructor]] void finish() {
  if (!file)
    return;
  itimerval none{};
  setitimer(ITIMER_PROF, &none, nullptr);
  writeMaps();
}

} // namespace
