//===- main.cpp - a program that asks for indices only by what it opens later ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     main LIBRARY
//
// Nothing in the program or in what it is linked to refers to the function that is asked (tbb/questions.cpp). So the
// loops before dlopen() are not counted, and all behind it are.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <thread>

static constexpr int Most = 64;

int main(int, char **arguments) {
  std::atomic<int> calls = 0;
  auto nest = [](const auto &body) {
    tbb::parallel_for(0, 10, [&](int) {
      tbb::task_group group;
      for (int task = 0; task < 4; ++task)
        group.run([&] { tbb::parallel_for(0, 5, [&](int) { body(); }); });
      tbb::parallel_for(0, 20, [&](int) { body(); });
      group.wait();
    });
  };
  nest([&] { ++calls; });
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  auto indexOfThread = library ? reinterpret_cast<int (*)()>(dlsym(library, "indexOfThread")) : nullptr;
  if (!indexOfThread)
    return std::puts(dlerror()), 2;
  std::atomic<bool> isTaken[Most] = {};
  std::atomic<int> twice = 0, outside = 0;
  nest([&] {
    int index = indexOfThread();
    if (index < 0 || index >= Most) {
      ++outside;
      return;
    }
    if (isTaken[index].exchange(true))
      ++twice;
    std::this_thread::yield();
    isTaken[index].store(false);
    ++calls;
  });
  if (calls == 800 && twice == 0 && outside == 0)
    return 0;
  std::printf("%d calls, %d times an index was two threads', %d times it was none\n", calls.load(), twice.load(),
              outside.load());
  return 1;
}
