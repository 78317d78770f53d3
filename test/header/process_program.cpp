//===- process_program.cpp - what only a whole process can show ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     overlap          branches that meet, which they do only if they run at the same time
//     overlap-many     four of them
//     taken-back       tasks of a loop that nobody has started go on with what their owner has collected
//     overflow         a task exhausts the stack of its worker thread
//     own-handler      the same, in a program that has a handler of its own for that
//     deep N           a list of N forks, each inside the other
//     fib N            forks at every call
//     nested N         a loop of N iterations around short loops, of which a few are long
//     between N        N loops between serial code that takes as long
//
//===----------------------------------------------------------------------===//
#include <tactus/algorithm.hpp>
#include <tactus/combinable.hpp>
#include <tactus/tactus.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

void waitFor(std::atomic<int> &flag, int value) {
  while (flag.load() < value)
    sched_yield();
}

/// Where several strands wait for each other, but not for ever: a worker may be busy looking for work just when the
/// others begin, and then nothing is promoted.
struct Meeting {
  int strands;
  std::atomic<int> arrived{0}, met{0};

  void attend() {
    ++arrived;
    for (int moment = 0; moment < 2000 && arrived < strands; ++moment)
      usleep(50);
    met += arrived == strands;
  }
  bool succeeded() const { return met == strands; }
};

/// Whether the strands that `run` makes meet, at least once in many times.
template <class Run> bool meets(int strands, Run run) {
  for (int round = 0; round < 50; ++round) {
    Meeting meeting{strands};
    run(meeting);
    if (meeting.succeeded())
      return true;
    usleep(100);
  }
  return false;
}

bool overlap() {
  auto two = [](Meeting &meeting) { tactus::par([&] { meeting.attend(); }, [&] { meeting.attend(); }); };
  // Also when libtactus knows already what the fork costs.
  return meets(2, two) && meets(2, two);
}

/// The same with four branches, iterations or functions of a group.
bool overlapMany() {
  return meets(4,
               [](Meeting &meeting) {
                 auto attend = [&] { meeting.attend(); };
                 tactus::par(attend, attend, attend, attend);
               }) &&
         meets(4, [](Meeting &meeting) { tactus::parallel_for(0, 4, [&](int) { meeting.attend(); }); }) &&
         meets(2, [](Meeting &meeting) {
           tactus::task_group group;
           for (int member = 0; member < 2; ++member)
             group.run([&] { meeting.attend(); });
           group.wait();
         });
}

/// Collects numbers with a fold and with reducers, whose accumulators count how often two become one.
struct Collection {
  static constexpr int Count = 200000;
  static inline std::atomic<int> combinations{0};
  std::vector<int> numbers;

  static Collection combine(Collection a, const Collection &b) {
    ++combinations;
    a.numbers.insert(a.numbers.end(), b.numbers.begin(), b.numbers.end());
    return a;
  }
  bool isInOrder() const {
    for (size_t index = 0; index < numbers.size(); ++index)
      if (numbers[index] != static_cast<int>(index))
        return false;
    return numbers.size() == Count;
  }
};

/// The only other worker is held up, so that nobody can steal. If it cannot be, there is nothing to be seen.
bool takesBack() {
  bool wasAlone = false, isRight = true;
  for (int round = 0; round < 50 && isRight && !wasAlone; ++round) {
    std::atomic<int> begun{0}, done{0};
    tactus::par(
        [&] {
          for (int moment = 0; moment < 2000 && begun == 0; ++moment)
            usleep(50);
          wasAlone = begun == 1;
          Collection::combinations = 0;
          Collection folded = tactus::parallel_fold(
              0, Collection::Count, Collection{}, [](Collection &all, int i) { all.numbers.push_back(i); },
              Collection::combine);
          tactus::combinable<Collection, Collection (*)(Collection, const Collection &)> combined({},
                                                                                                  Collection::combine);
          tactus::parallel_for(0, Collection::Count, [&](int i) { combined.local().numbers.push_back(i); });
          isRight = folded.isInOrder() && combined.get().isInOrder() && (!wasAlone || Collection::combinations == 0);
          done = 1;
        },
        [&] {
          ++begun;
          waitFor(done, 1);
        });
  }
  return isRight && wasAlone;
}

__attribute__((noinline)) int recurse(volatile char *above, int depth) {
  volatile char frame[1024];
  frame[depth % 1024] = above[depth % 1024];
  return depth < 0 ? 0 : recurse(frame, depth + 1) + frame[0];
}

void overflow() {
  std::atomic<int> begun{0};
  // Only a worker can run the second branch while the first waits for it.
  tactus::par(
      [&] {
        waitFor(begun, 1);
        pause();
      },
      [&] {
        ++begun;
        volatile char frame[1024] = {};
        recurse(frame, 0);
      });
}

void ownHandler(int) {
  static const char text[] = "the program's own handler\n";
  ssize_t written = write(STDOUT_FILENO, text, sizeof text - 1);
  _exit(written == sizeof text - 1 ? 0 : 1);
}

long deep(long n) {
  if (n == 0)
    return 0;
  auto [a, b] = tactus::par([=] { return deep(n - 1); }, [] { return 1L; });
  return a + b;
}

long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

long nested(long n) {
  return tactus::parallel_reduce(
      0L, n, 0L,
      [](long i) {
        long length = i % 64 ? 16 : 4096;
        return tactus::parallel_reduce(
            0L, length, 0L,
            [](long k) {
              // Opaque to the compiler, so that the loop is not replaced by its result.
              asm volatile("" : "+r"(k));
              return k;
            },
            std::plus<>());
      },
      std::plus<>());
}

long between(long n) {
  std::vector<double> numbers(1 << 18, 1.0);
  for (long round = 0; round < n; ++round) {
    for (int times = 0; times < 2; ++times) {
      for (double &number : numbers)
        number = number * 0.5 + 1;
      asm volatile("" : : "r"(numbers.data()) : "memory");
    }
    tactus::parallel_for(numbers, [](double &number) { number = number * 0.5 + 1; });
  }
  return static_cast<long>(numbers[1]);
}

/// On a stack that is large enough.
void *deepThread(void *depth) {
  printf("%ld\n", deep(*static_cast<long *>(depth)));
  return nullptr;
}

} // namespace

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  long number = count > 2 ? atol(arguments[2]) : 0;
  if (!strcmp(what, "overlap")) {
    return !overlap();
  } else if (!strcmp(what, "overlap-many")) {
    return !overlapMany();
  } else if (!strcmp(what, "taken-back")) {
    return !takesBack();
  } else if (!strcmp(what, "overflow")) {
    overflow();
  } else if (!strcmp(what, "own-handler")) {
    signal(SIGSEGV, ownHandler);
    overflow();
  } else if (!strcmp(what, "deep")) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size_t{1} << 30);
    pthread_t thread;
    if (pthread_create(&thread, &attributes, deepThread, &number) != 0)
      return 1;
    pthread_join(thread, nullptr);
  } else if (!strcmp(what, "fib")) {
    printf("%ld\n", fib(number));
  } else if (!strcmp(what, "nested")) {
    printf("%ld\n", nested(number));
  } else if (!strcmp(what, "between")) {
    printf("%ld\n", between(number));
  } else {
    return 2;
  }
  return 0;
}
