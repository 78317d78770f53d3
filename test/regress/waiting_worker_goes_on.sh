#!/bin/sh
# waiting_worker_goes_on.sh ROOT: a task that waits does not keep its worker. On two workers, one task waits for a part
# that the other worker has taken, and that part waits for a task in the first one's queue. Nobody is left to run it but
# the worker whose task waits.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.cpp" << 'END'
#include <tactus/tactus.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using Clock = std::chrono::steady_clock;

template <typename Condition> static void waitFor(std::chrono::microseconds most, Condition condition) {
  for (auto end = Clock::now() + most; !condition() && Clock::now() < end;)
    std::this_thread::yield();
}

/// Whether the part was taken while the other task was still queued, so that it waited for it.
static bool round() {
  std::atomic<bool> isTaken{false}, isOtherDone{false}, hasWaited{false};
  tactus::par(
      [&] {
        std::thread::id here = std::this_thread::get_id();
        tactus::par([&] { waitFor(std::chrono::milliseconds(2), [&] { return isTaken.load(); }); },
                    [&] {
                      isTaken = true;
                      if (std::this_thread::get_id() == here || isOtherDone)
                        return;
                      hasWaited = true;
                      while (!isOtherDone)
                        std::this_thread::yield();
                    });
      },
      [&] { isOtherDone = true; });
  return hasWaited;
}

/// Rounds until there have been as many waits as the argument says.
int main(int, char **arguments) {
  alarm(60);
  int waits = 0, wanted = std::atoi(arguments[1]);
  auto end = Clock::now() + std::chrono::seconds(20);
  for (int rounds = 0; rounds < 50 || (waits < wanted && Clock::now() < end); ++rounds)
    waits += round();
  return waits < wanted;
}
END
"$root/bin/tactus-clang++" -std=c++20 -O2 "$folder/program.cpp" -o "$folder/program"
run() {
  if ! env TACTUS_WORKERS=2 "$@"; then
    echo "waiting_worker_goes_on.sh: fails or waits for ever: $*" >&2
    exit 1
  fi
}
for size in 4 128; do
  # Thieves take the newest: the part, and the other task is left.
  for policy in default both; do
    run TACTUS_TASKS=eager TACTUS_QUEUE_POLICY=$policy TACTUS_QUEUE_SIZE=$size "$folder/program" 1
  done
  # They take the oldest: the other task, and nobody has to wait.
  for policy in push-front steal-front; do
    run TACTUS_TASKS=eager TACTUS_QUEUE_POLICY=$policy TACTUS_QUEUE_SIZE=$size "$folder/program" 0
  done
done
run TACTUS_HEARTBEAT_US=20 "$folder/program" 0
run TACTUS_PROMOTE=all "$folder/program" 0
