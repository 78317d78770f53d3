#!/bin/sh
# programs_that_fill_their_stack.sh ROOT: a recursion that takes all but 64 KiB of the main thread's stack as a serial program
# died of the frames of joins, which come on top where each level is run by one. The stack grows by the room for these, once,
# also where a program executes itself, and only where joins nest.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.cpp" << 'END'
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <tactus/tactus.hpp>
#include <unistd.h>

static uintptr_t lowest = 0;

/* Forks at each level, and goes on in the second branch: to the level, or as far as the stack goes. */
template <unsigned FrameBytes> __attribute__((noinline)) static long descend(long level) {
  volatile char frame[FrameBytes];
  memset(const_cast<char *>(frame), 1, FrameBytes);
  if (level == 0 || reinterpret_cast<uintptr_t>(frame) < lowest)
    return 0;
  long one = 0, below = 0;
  tactus::par([&] { one = 1; }, [&] { below = descend<FrameBytes>(level - 1); });
  return one + below + frame[level % FrameBytes] - 1;
}

static rlim_t stackLimit() {
  rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  return limit.rlim_cur;
}

/* program: the levels that fit. program WIDE NARROW: recurses so deeply, twice, in two processes. */
int main(int count, char **arguments) {
  if (count < 3) {
    lowest = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - stackLimit() + (64 << 10);
    printf("%ld %ld\n", descend<2048>(1L << 40), descend<64>(1L << 40));
    return 0;
  }
  long wide = atol(arguments[1]), narrow = atol(arguments[2]);
  rlim_t before = stackLimit();
  bool isFirst = count == 3;
  if (descend<2048>(wide) != wide || descend<64>(narrow) != narrow)
    return 2;
  bool hasGrown = stackLimit() > before;
  if (hasGrown != (isFirst && wide > 100))
    return printf("a limit of %zu became one of %zu\n", (size_t)before, (size_t)stackLimit()), 3;
  if (isFirst)
    execl(arguments[0], arguments[0], arguments[1], arguments[2], "second", static_cast<char *>(nullptr));
  return isFirst;
}
END
"$root/bin/tactus-clang++" -std=c++20 -O2 "$folder/program.cpp" -o "$folder/program"
# The limit above may not be raised where it is a hard one.
ulimit -S -s 8192
[ "$(ulimit -H -s)" = unlimited ] || exit 77
levels=$(TACTUS_HEARTBEAT_US=0 TACTUS_WORKERS=1 "$folder/program")
run() {
  # shellcheck disable=SC2086
  said=$(env "$@" 2>&1) || {
    echo "programs_that_fill_their_stack.sh: fails: $*: $said" >&2
    exit 1
  }
}
# One worker: all joins are on this stack. Few of them raise no limit.
for mode in TACTUS_TASKS=eager TACTUS_PROMOTE=all; do
  # shellcheck disable=SC2086
  run TACTUS_WORKERS=1 $mode "$folder/program" $levels
  run TACTUS_WORKERS=1 $mode "$folder/program" 4 4
done
