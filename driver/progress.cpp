//===- progress.cpp - a line for who waits --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "progress.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace tactus::driver {

using namespace std::chrono_literals;

/// Can a line be written over there?
static bool canWipe() {
  const char *terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && terminal && std::string_view(terminal) != "dumb";
}

Progress::Progress(std::string doing) : what(std::move(doing)) {
  if (canWipe())
    clock = std::thread([this] { show(); });
}

void Progress::show() {
  auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex);
  if (change.wait_for(lock, 2s, [this] { return hasEnded; }))
    return;
  do {
    auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin).count();
    std::fprintf(stderr, "\r\033[Ktactus: %s, %lld s", what.c_str(), static_cast<long long>(seconds));
    std::fflush(stderr);
    isShown = true;
  } while (!change.wait_for(lock, 1s, [this] { return hasEnded; }));
  wipe();
}

/// The mutex is held.
void Progress::wipe() {
  if (!isShown)
    return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  isShown = false;
}

void Progress::write(const std::string &text) {
  std::scoped_lock lock(mutex);
  if (text.empty())
    return;
  wipe();
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

void Progress::now(std::string doing) {
  std::scoped_lock lock(mutex);
  what = std::move(doing);
}

void Progress::end() {
  {
    std::scoped_lock lock(mutex);
    hasEnded = true;
  }
  change.notify_all();
  if (clock.joinable())
    clock.join();
}

} // namespace tactus::driver
