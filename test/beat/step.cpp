//===- step.cpp - a beat at every instruction ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Runs two small nests that are compiled for interrupts in a child, one instruction at a time (ptrace), and sends it
// the signal of a beat after k of them, each time in a new child. Wherever the beat comes, the sums have to be right,
// and a child that is in a source version has to be moved.
//
//     loops     with credit, so that no loop begins by asking for a beat: some hundred instructions, nearly all of them
//               the nest's
//     polls     without credit, and no other worker: the nest asks for a beat first, in a thousand instructions
//     promotes  without credit: it also promotes. Tens of thousands, most of them the unwinder's
//     forks     with credit, recursions in place of the nests: beats are taken where they come
//     header    with credit, loops of the header, one of them in a recursion
//     foreign   with credit, loops that call other compilers' code, most of whose calls are redirected
//     throws    with credit, such code that throws, or walks the stack. Tens of thousands, most of them the unwinder's
//     tpal      with credit, TPAL programs: a beat has to come through tasks and machine functions
//
// Beats come after each instruction, spread over all of them, for as long as the time lasts; every other one where the
// child is in a source version, of which a slow machine would see nothing in the header's 90,000 instructions. With
// TACTUS_TEST_EVERY_INSTRUCTION=1 it lasts to the end: hours, on a busy machine.
//
//===----------------------------------------------------------------------===//
#include "foreign.h"
#include "forks.h"
#include "loops.h"
#include "nest.h"
#include "tpal.h"

#include "abi/loops.h"
#include "entry/statistics.h"
#include "maps/stack_maps.h"
#include "maps/versions.h"
#include "os/settings.h"
#include "slots/pool.h"
#include "threads/beat_senders.h"
#include "threads/counters.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr long Rows = 3, Columns = 4;
/// With an empty row, with rows of one, which are run two at a time, and with one that is longer than a strip.
constexpr long SparseRows = 8, SparseStarts[SparseRows + 1] = {0, 1, 2, 2, 7, 8, 9, 10, 11};
/// Short strips, so that the leaf loop has several.
constexpr int64_t Strip = 2;

struct Outcome {
  bool isRight;
  uint64_t diverted, redirected, taken, takenAtOnce, promotions, beats;
};

enum class Code { Nests, Forks, Header, Foreign, Throws, Tpal };

struct Mode {
  const char *name;
  bool hasCredit, isAlone;
  Code code;
  int seconds;
  /// What has to happen after some beat or other. Until it has, there are more beats than the seconds allow.
  std::vector<uint64_t Outcome::*> wanted;
};

/// In memory that the child shares.
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

/// Sums of all rows of both nests.
struct Sums {
  long rows[Rows], sparseRows[SparseRows];

  void compute() {
    sumRows(rows, Rows, Columns);
    sumSparseRows(sparseRows, SparseRows, SparseStarts);
  }
  bool areRight() const {
    for (long row = 0; row < Rows; ++row)
      if (rows[row] != expectedSum(row, Columns))
        return false;
    for (long row = 0; row < SparseRows; ++row)
      if (sparseRows[row] != expectedSparseSum(row, SparseStarts))
        return false;
    return true;
  }
};

/// Small pieces of code, and what they must give.
long (*const smallCode[])() = {nullptr, smallForks, smallLoops, smallForeign, smallThrows, smallTpal};
long (*const expectedOfSmallCode[])() = {
    nullptr, expectedSmallForks, expectedSmallLoops, expectedSmallForeign, expectedSmallThrows, expectedSmallTpal};

/// The child. What is between the two stops is what the parent steps through.
[[noreturn]] void runNest(const Mode &mode) {
  if (mode.isAlone)
    tactus::limitSlots(tactus::SlotLimit::OfProgram, 1);
  Sums sums{};
  sums.compute(); // Asks for the first beat, which is a second away.
  tactus::forEachLoop(
      [](const tactus::abi::LoopDescriptor &loop, void *) {
        __atomic_store_n(&const_cast<tactus::abi::LoopDescriptor &>(loop).weight, Strip, __ATOMIC_RELAXED);
      },
      nullptr);
  sums = {};
  uint64_t promotions = countOf(&tactus::Counters::promotions);
  // A loop that begins without credit asks for a beat. The first call leaves some or none, as its workers have it.
  tactus_credit = mode.hasCredit ? INT32_MAX : 0;
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  pid_t self = getpid();
  stop(self);
  auto code = static_cast<unsigned>(mode.code);
  long result = 0;
  if (mode.code == Code::Nests)
    sums.compute();
  else
    result = smallCode[code]();
  stop(self);
  outcome->isRight = mode.code == Code::Nests ? sums.areRight() : result == expectedOfSmallCode[code]();
  outcome->diverted = countOf(&tactus::Counters::beatsDiverted);
  outcome->redirected = countOf(&tactus::Counters::beatsRedirected);
  outcome->taken = countOf(&tactus::Counters::beatsTaken);
  outcome->takenAtOnce = countOf(&tactus::Counters::beatsTakenAtOnce);
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

bool isInSource(pid_t child) {
  user_regs_struct registers;
  ptrace(PTRACE_GETREGS, child, nullptr, &registers);
  // The child has been forked, so its code lies where ours does.
  return tactus::destinationOf(registers.rip) != 0;
}

/// After how many instructions a child was in a source version; null when nobody asks.
std::vector<long> *placesInSource = nullptr;

/// Signals that come meanwhile are dropped. Returns how many instructions it has executed.
long step(pid_t child, long instructions, bool &hasEnded) {
  hasEnded = false;
  for (long count = 0; count < instructions; ++count) {
    if (placesInSource && isInSource(child))
      placesInSource->push_back(count);
    ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr);
    hasEnded = waitForStop(child) == SIGSTOP;
    if (hasEnded)
      return count;
  }
  return instructions;
}

/// Returns after how many instructions the beat has come, or how many there are if it has not.
long runWithBeatAfter(long instructions, const Mode &mode) {
  *outcome = {};
  pid_t child = fork();
  if (child == 0)
    runNest(mode);
  if (waitForStop(child) != SIGSTOP)
    fail("the child has not come to its first stop");
  ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL);
  bool hasEnded, hasToMove = false;
  long done = step(child, instructions, hasEnded);
  if (!hasEnded) {
    hasToMove = isInSource(child);
    sendBeat(child);
    for (int signal = 0; signal != SIGSTOP;) {
      ptrace(PTRACE_CONT, child, nullptr, reinterpret_cast<void *>(static_cast<intptr_t>(signal)));
      signal = waitForStop(child);
    }
  }
  int status;
  do {
    ptrace(PTRACE_CONT, child, nullptr, nullptr);
    if (waitpid(child, &status, 0) != child)
      fail("the child is gone");
  } while (WIFSTOPPED(status));
  if (status != 0)
    fail("the child has not ended as it should");
  if (outcome->isRight && (!hasToMove || outcome->diverted > 0))
    return done;
  fprintf(stderr, "step: %s: a beat after %ld instructions: %s\n", mode.name, done,
          outcome->isRight ? "the child stays in its source version" : "wrong sums");
  exit(1);
}

Outcome runWithBeats(const Mode &mode, bool takesAll) {
  constexpr long MostInstructions = 1L << 20;
  // A prime, so that each place has its turn.
  constexpr long Stride = 1000003;
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::seconds(mode.seconds);
  std::vector<long> inSource;
  placesInSource = &inSource;
  long length = runWithBeatAfter(MostInstructions, mode);
  placesInSource = nullptr;
  auto sources = static_cast<long>(inSource.size());
  Outcome sum{};
  auto isMissing = [&](uint64_t Outcome::*count) { return sum.*count == 0; };
  auto goesOn = [&] { return takesAll || Clock::now() < end || std::ranges::any_of(mode.wanted, isMissing); };
  for (long beat = 0; beat < length && goesOn(); ++beat) {
    // Most instructions may be libtactus' own. On a slow machine a few beats have to do.
    bool wantsSource = !takesAll && sources > 0 && beat % 2 == 0;
    runWithBeatAfter(wantsSource ? inSource[static_cast<size_t>(beat * Stride % sources)] : beat * Stride % length,
                     mode);
    sum.diverted += outcome->diverted;
    sum.redirected += outcome->redirected;
    sum.taken += outcome->taken;
    sum.takenAtOnce += outcome->takenAtOnce;
    sum.promotions += outcome->promotions;
    ++sum.beats;
  }
  if (std::ranges::any_of(mode.wanted, isMissing))
    fail("what is wanted of this code happened after no beat");
  printf("%s: %ld instructions, %lu beats, %lu moved, %lu redirected, %lu taken, %lu of them at once, %lu promotions\n",
         mode.name, length, sum.beats, sum.diverted, sum.redirected, sum.taken, sum.takenAtOnce, sum.promotions);
  fflush(stdout);
  return sum;
}

} // namespace

int main() {
  if (tactus::settings.heartbeatMicroseconds != 1000000 || tactus::settings.beat != tactus::BeatSource::Timer)
    fail("wants TACTUS_BEAT=timer TACTUS_HEARTBEAT_US=1000000, so that no beat comes but its own");
  outcome =
      static_cast<Outcome *>(mmap(nullptr, sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  bool takesAll = getenv("TACTUS_TEST_EVERY_INSTRUCTION") != nullptr;
  constexpr auto Diverted = &Outcome::diverted, Redirected = &Outcome::redirected, Taken = &Outcome::taken,
                 TakenAtOnce = &Outcome::takenAtOnce, Promotions = &Outcome::promotions;
  Outcome loops = runWithBeats({"loops", true, false, Code::Nests, 10, {Diverted, Taken, Promotions}}, takesAll);
  Outcome polls = runWithBeats({"polls", false, true, Code::Nests, 6, {}}, takesAll);
  Outcome promotes = runWithBeats({"promotes", false, false, Code::Nests, 6, {}}, takesAll);
  Outcome forks = runWithBeats({"forks", true, false, Code::Forks, 10, {TakenAtOnce, Promotions}}, takesAll);
  runWithBeats({"header", true, false, Code::Header, 12, {Diverted, Taken, Promotions}}, takesAll);
  runWithBeats({"foreign", true, false, Code::Foreign, 10, {Redirected, Taken, Promotions}}, takesAll);
  runWithBeats({"throws", true, false, Code::Throws, 10, {Redirected, Taken}}, takesAll);
  runWithBeats({"tpal", true, false, Code::Tpal, 12, {Diverted, Taken, Promotions}}, takesAll);
  // The nests have nothing latent outside of the function that is interrupted, and libtactus' own code is not marked.
  if (loops.takenAtOnce + polls.takenAtOnce + promotes.takenAtOnce > 0)
    fail("a beat is taken at once in code that is not marked");
  // Of the recursions' instructions, all but those of the outermost call and of libtactus.
  constexpr uint64_t Enough = 100;
  if (forks.beats >= Enough && forks.takenAtOnce * 3 < forks.beats * 2)
    fail("most beats are to be taken at once, wherever they come");
}
