#!/bin/sh
# right_programs_fit_their_stacks.sh ROOT: recursions that fit into a stack as serial programs died as parallel ones. The stack
# of eager tasks was an estimate, which assumes 100 levels. And in a recursion by the second branch each level is run by a
# join, whose frames added up to several times the program's own, on workers, the main thread and the program's threads.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.cpp" << 'END'
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <tactus/tactus.hpp>
#include <unistd.h>

/* Forks at each level, and goes on in the second branch or in the first one. */
template <unsigned FrameBytes> __attribute__((noinline)) static long descend(long level, bool inSecond) {
  volatile char frame[FrameBytes];
  memset(const_cast<char *>(frame), 1, FrameBytes);
  if (level == 0)
    return 0;
  long one = 0, below = 0;
  if (inSecond)
    tactus::par([&] { one = 1; }, [&] { below = descend<FrameBytes>(level - 1, inSecond); });
  else
    tactus::par([&] { below = descend<FrameBytes>(level - 1, inSecond); }, [&] { one = 1; });
  return one + below + frame[level % FrameBytes] - 1;
}

static int wrong = 0;

static void check(long levels, long found) {
  if (levels == found)
    return;
  printf("%ld levels: %ld\n", levels, found);
  wrong = 1;
}

static void onOwnStack(long wide, long narrow) {
  for (bool inSecond : {false, true}) {
    check(wide, descend<2048>(wide, inSecond));
    check(narrow, descend<64>(narrow, inSecond));
  }
}

/* A worker runs the second branch, if one takes it while the first one waits. */
static void onWorkersStack() {
  std::atomic<bool> begun{false};
  tactus::par(
      [&] {
        for (int patience = 500; !begun && patience > 0; --patience)
          usleep(100);
      },
      [&] {
        begun = true;
        onOwnStack(3000, 30000);
      });
}

static void *onSmallStack(void *) {
  onOwnStack(300, 4000);
  return nullptr;
}

int main(int count, char **) {
  onOwnStack(3000, 30000);
  if (count > 1)
    onWorkersStack();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, onSmallStack, nullptr) != 0 || pthread_join(thread, nullptr) != 0)
    return 1;
  return wrong;
}
END
"$root/bin/tactus-clang++" -std=c++20 -O2 "$folder/program.cpp" -o "$folder/program"
ulimit -s 8192
run() {
  said=$(env "$@" 2>&1) || {
    echo "right_programs_fit_their_stacks.sh: fails: $*: $said" >&2
    exit 1
  }
}
run TACTUS_HEARTBEAT_US=0 TACTUS_WORKERS=1 "$folder/program"
run TACTUS_WORKERS=4 "$folder/program" workers
for mode in TACTUS_TASKS=eager TACTUS_PROMOTE=all TACTUS_CHAOS=7; do
  run TACTUS_WORKERS=1 $mode "$folder/program"
  run TACTUS_WORKERS=2 $mode "$folder/program" workers
  run TACTUS_WORKERS=4 $mode "$folder/program" workers
done
