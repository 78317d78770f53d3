//===- micro.cpp - the prices of splicing, one by one ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nanoseconds of processor time, the median of several rounds: a switch of contexts, and a check whether the effects of
// two steps interfere. With -DWITH_BOOST and -lboost_context a switch of Boost.Context's, too.
//
//   cd build/release/lib
//   clang++-19 -std=c++20 -O2 -I../include ../../../bench/splice/micro.cpp libtactus_splice.a libtactus.a -o micro
//
//===----------------------------------------------------------------------===//
#include <tactus/splice.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

#ifdef WITH_BOOST
#include <boost/context/detail/fcontext.hpp>
#endif

extern "C" void tactus_splice_switch(void **saved, void *next);
extern "C" void tactus_splice_begin();

namespace {

namespace splice = tactus::splice;

constexpr long Times = 4000000;
constexpr int Rounds = 15;

double nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Work> void report(const char *name, double each, Work work) {
  std::vector<double> rounds;
  for (int round = 0; round < Rounds; ++round) {
    double begin = nanoseconds();
    work();
    rounds.push_back((nanoseconds() - begin) / each);
  }
  std::sort(rounds.begin(), rounds.end());
  printf("%-46s %6.2f ns (least %.2f)\n", name, rounds[Rounds / 2], rounds[0]);
}

void *mainStack, *otherStack;
[[noreturn]] void goBack(void *) {
  while (true)
    tactus_splice_switch(&otherStack, mainStack);
}

void measureSwitch() {
  std::vector<std::uint64_t> stack(8192);
  std::uint64_t *frame = stack.data() + 8192 - 9; // what tactus_splice_switch picks up, and two words above it
  frame[2] = reinterpret_cast<std::uint64_t>(&mainStack);
  frame[3] = reinterpret_cast<std::uint64_t>(goBack);
  frame[6] = reinterpret_cast<std::uint64_t>(tactus_splice_begin);
  otherStack = frame;
  report("context switch", 2.0 * Times, [] {
    for (long index = 0; index < Times; ++index)
      tactus_splice_switch(&mainStack, otherStack);
  });
#ifdef WITH_BOOST
  namespace context = boost::context::detail;
  std::vector<std::uint64_t> other(8192);
  auto back = [](context::transfer_t from) {
    while (true)
      from = context::jump_fcontext(from.fctx, nullptr);
  };
  context::fcontext_t there = context::make_fcontext(other.data() + 8192, 65536, back);
  report("context switch, Boost.Context", 2.0 * Times, [&] {
    for (long index = 0; index < Times; ++index)
      there = context::jump_fcontext(there, nullptr).fctx;
  });
#endif
}

/// Steps with one range that is read and one that is written.
std::vector<splice::effects> randomSteps(std::uintptr_t span) {
  std::mt19937_64 random(1);
  std::vector<splice::effects> steps;
  for (int index = 0; index < 256; ++index) {
    auto range = [&] {
      std::uintptr_t first = 4096 + random() % span;
      return splice::byte_range(splice::address_range{first, first + 64});
    };
    steps.push_back(splice::reads(range()) | splice::writes(range()));
  }
  return steps;
}

void measureChecks(const char *name, std::uintptr_t span) {
  std::vector<splice::effects> steps = randomSteps(span);
  long found = 0;
  report(name, Times, [&] {
    for (long index = 0; index < Times; ++index)
      found +=
          interfere(steps[static_cast<std::size_t>(index) % 256], steps[static_cast<std::size_t>(index * 7) % 256]);
  });
  __asm__ volatile("" : : "r"(found));
}

} // namespace

int main() {
  measureSwitch();
  measureChecks("interference check, ranges far apart", 1 << 24);
  measureChecks("interference check, a fifth interferes", 1 << 10);
}
