#!/bin/sh
# worker_stacks_by_need.sh ROOT: a task that needs more stack than the main thread has, as the analysis knows, ran out of it on
# a worker thread. Workers get what the analysis says; where they are told to have less, a warning says so before it is too
# late. A worker without work gives back what it has used.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.cpp" << 'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tactus/tactus.hpp>
#include <unistd.h>

/* Some 100 KiB for each level. */
__attribute__((noinline)) static int descend(int level) {
  volatile char frame[100 << 10];
  for (size_t i = 0; i < sizeof frame; i += 1024)
    frame[i] = (char)level;
  return level ? descend(level - 1) + frame[level * 1024] - (char)level + 1 : 0;
}

static long residentKilobytes() {
  char line[256];
  long found = -1;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    sscanf(line, "RssAnon: %ld kB", &found);
  fclose(status);
  return found;
}

int main(int, char **arguments) {
  int levels = atoi(arguments[1]), result = 0;
  volatile bool begun = false;
  tactus::par(
      [&] {
        while (!begun)
          usleep(1000);
      },
      [&] {
        begun = true;
        result = descend(levels);
      });
  /* The other thread has nothing to do now. */
  int patience = 1000;
  while (residentKilobytes() > levels * 100 / 2 && --patience)
    usleep(10000);
  return result != levels || patience == 0;
}
END
"$root/bin/tactus-clang++" -std=c++20 -O1 "$folder/program.cpp" -o "$folder/program"
ulimit -s 8192
run() {
  if ! env TACTUS_WORKERS=2 TACTUS_PROMOTE=all "$@" 2> "$folder/said"; then
    echo "worker_stacks_by_need.sh: fails: $*: $(cat "$folder/said")" >&2
    exit 1
  fi
}
run "$folder/program" 95
if [ -s "$folder/said" ]; then
  echo "worker_stacks_by_need.sh: says: $(cat "$folder/said")" >&2
  exit 1
fi
run TACTUS_STACK_MB=4 "$folder/program" 20
if ! grep -q '^tactus: warning: tasks may need 1[0-9]* KiB of stack (tactus analyze), and worker threads have 4096; ' "$folder/said"; then
  echo "worker_stacks_by_need.sh: no warning, but: $(cat "$folder/said")" >&2
  exit 1
fi
