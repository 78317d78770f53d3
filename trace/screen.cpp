//===- screen.cpp - where a changing picture is shown ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "screen.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace tactus::trace {

static void noteResize(int) {} // that it came ends ppoll()

/// It comes while we wait only, so that none is missed between two waits.
static sigset_t resizeSignal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGWINCH);
  return signals;
}

Screen::Screen() {
  const char *kind = std::getenv("TERM");
  isLive = isatty(STDOUT_FILENO) && kind && *kind && std::string_view(kind) != "dumb";
  sigset_t signals = resizeSignal();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  struct sigaction action{};
  action.sa_handler = noteResize;
  sigaction(SIGWINCH, &action, nullptr);
}

static winsize sizeNow() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    size = {};
  return size;
}

size_t Screen::columns() const {
  size_t columns = sizeNow().ws_col;
  return columns ? columns : 80;
}

size_t Screen::rows() const {
  size_t rows = isLive ? sizeNow().ws_row : 0;
  return rows ? rows : SIZE_MAX;
}

void Screen::clear() const {
  if (isLive)
    std::printf("\x1b[H\x1b[J"); // home, and clear what is below
}

bool Screen::waitOrResize(double seconds) {
  sigset_t during;
  sigprocmask(SIG_BLOCK, nullptr, &during);
  sigdelset(&during, SIGWINCH);
  timespec time{static_cast<time_t>(seconds),
                static_cast<long>((seconds - static_cast<double>(time_t(seconds))) * 1e9)};
  return ppoll(nullptr, 0, &time, &during) < 0 && errno == EINTR;
}

} // namespace tactus::trace
