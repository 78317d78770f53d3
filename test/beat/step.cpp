//===- step.cpp - a beat at every instruction ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Runs a small nest that is compiled for interrupts in a child, one instruction at a time (ptrace), and sends it the
// signal of a beat after k of them: for every k, or every STRIDE-th, each in a new child, until k is beyond the nest's
// end. The nest also promotes on its way, so beats meet libtactus too. Wherever they come, the sums have to be right.
//
//===----------------------------------------------------------------------===//
#include "nest.h"

#include "abi/loops.h"
#include "entry/statistics.h"
#include "maps/stack_maps.h"
#include "threads/beat_senders.h"
#include "threads/counters.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr long Rows = 2, Columns = 3;
/// Short strips, so that the leaf loop has several.
constexpr int64_t Strip = 2;

struct Outcome {
  bool isRight;
  uint64_t diverted, taken, promotions;
};
Outcome *outcome;

[[noreturn]] void fail(const char *what) {
  fprintf(stderr, "step: %s\n", what);
  exit(1);
}

uint64_t countOf(tactus::Counter tactus::Counters::*counter) {
  tactus::Counters sum;
  tactus::sumCounters(sum);
  return (sum.*counter).get();
}

/// Without what the C library's raise() does besides.
void stop(pid_t self) { syscall(SYS_kill, self, SIGSTOP); }

/// The child. What is between the two stops is what the parent steps through.
[[noreturn]] void runNest() {
  long sums[Rows] = {};
  sumRows(sums, Rows, Columns); // Asks for the first beat, which is a second away.
  tactus::forEachLoop(
      [](const tactus::abi::LoopDescriptor &loop, void *) {
        __atomic_store_n(&const_cast<tactus::abi::LoopDescriptor &>(loop).weight, Strip, __ATOMIC_RELAXED);
      },
      nullptr);
  memset(sums, 0, sizeof sums);
  uint64_t promotions = countOf(&tactus::Counters::promotions);
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  pid_t self = getpid();
  stop(self);
  sumRows(sums, Rows, Columns);
  stop(self);
  outcome->isRight = true;
  for (long row = 0; row < Rows; ++row)
    outcome->isRight = outcome->isRight && sums[row] == expectedSum(row, Columns);
  outcome->diverted = countOf(&tactus::Counters::beatsDiverted);
  outcome->taken = countOf(&tactus::Counters::beatsTaken);
  outcome->promotions = countOf(&tactus::Counters::promotions) - promotions;
  _exit(0);
}

int waitForStop(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
    fail("the child has not stopped");
  return WSTOPSIG(status);
}

void sendBeat(pid_t child) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = SIGURG;
  info.si_code = SI_QUEUE;
  info.si_value = tactus::beatMark();
  if (syscall(SYS_rt_tgsigqueueinfo, child, child, SIGURG, &info) != 0)
    fail("no signal can be sent");
}

/// False if the nest has ended before.
bool runWithBeatAfter(long instructions) {
  *outcome = {};
  pid_t child = fork();
  if (child == 0)
    runNest();
  if (waitForStop(child) != SIGSTOP)
    fail("the child has not come to its first stop");
  bool hasEnded = false;
  for (long step = 0; step < instructions && !hasEnded; ++step) {
    ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr);
    hasEnded = waitForStop(child) == SIGSTOP;
  }
  if (!hasEnded) {
    sendBeat(child);
    for (int signal = 0; signal != SIGSTOP;) {
      ptrace(PTRACE_CONT, child, nullptr, reinterpret_cast<void *>(static_cast<intptr_t>(signal)));
      signal = waitForStop(child);
    }
  }
  ptrace(PTRACE_CONT, child, nullptr, nullptr);
  int status;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    fail("the child has not ended as it should");
  return !hasEnded;
}

} // namespace

int main(int count, char **arguments) {
  long stride = count > 1 ? atol(arguments[1]) : 1;
  if (stride < 1)
    fail("usage: step [STRIDE], a number from 1");
  outcome =
      static_cast<Outcome *>(mmap(nullptr, sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  uint64_t diverted = 0, taken = 0, promotions = 0;
  long instructions = 0;
  for (; runWithBeatAfter(instructions); instructions += stride) {
    if (!outcome->isRight) {
      fprintf(stderr, "step: a beat after %ld instructions gives wrong sums\n", instructions);
      return 1;
    }
    diverted += outcome->diverted;
    taken += outcome->taken;
    promotions += outcome->promotions;
  }
  printf("%ld instructions, %llu moved, %llu taken, %llu promotions\n", instructions,
         static_cast<unsigned long long>(diverted), static_cast<unsigned long long>(taken),
         static_cast<unsigned long long>(promotions));
  return diverted == 0 || taken == 0 || promotions == 0;
}
