//===- ending.cpp - what is done before a signal ends the process ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A handler may do next to nothing, so it only wakes a thread, which waits for that and does the rest in ordinary code:
//
//   signal ─► handler: note, wake ─► thread: lock ─► end children, wait ─► actions ─► default handler ─► signal
//
// The lock is kept to the end. Whoever holds it delays the ending; whoever wants it afterwards stays where he is. So a
// step below EndingWaits happens as a whole, or its beginning is never reached.
//
// SIGKILL and crashes of the process itself are not met: what they leave has a name that says what it is.
//
//===----------------------------------------------------------------------===//
#include "ending.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tactus::driver {

namespace {

/// SIGPIPE is here because what a command says may go to `head`, SIGXFSZ because of `ulimit -f`.
constexpr int Signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ};

// Held by the thread that ends the process, for good.
std::recursive_mutex endingMutex;
// Guarded by the mutex. Both are never destroyed: a signal may come while the process exits.
auto &actions = *new std::list<std::function<void()>>;

sem_t hasSignal;
// Written by the handler before it posts, read by the thread after it has waited.
std::atomic<int> signalToEndBy{0};

sigset_t allSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : Signals)
    sigaddset(&set, signal);
  return set;
}

void onSignal(int signal) {
  int problem = errno;
  int none = 0;
  signalToEndBy.compare_exchange_strong(none, signal);
  sem_post(&hasSignal);
  // The thread's own doing would fail now, and the failure would be told.
  while (signal == SIGPIPE || signal == SIGXFSZ)
    pause();
  errno = problem;
}

/// Also orphans that a child of ours has left behind, and what another thread has started. Read from the system, as
/// nobody else knows of orphans.
std::vector<pid_t> childProcesses() {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto &entry : std::filesystem::directory_iterator("/proc", ignored)) {
    pid_t process = std::atoi(entry.path().filename().c_str());
    FILE *file = process > 0 ? std::fopen((entry.path() / "stat").c_str(), "re") : nullptr;
    if (!file)
      continue;
    // "23 (name, which may have spaces and brackets) S 7 …": of process 23, whose parent is 7.
    char status[512];
    status[std::fread(status, 1, sizeof status - 1, file)] = 0;
    std::fclose(file);
    const char *behindName = std::strrchr(status, ')');
    char state = 0;
    pid_t parent = 0;
    if (behindName && std::sscanf(behindName + 1, " %c %d", &state, &parent) == 2 && parent == getpid() && state != 'Z')
      found.push_back(process);
  }
  return found;
}

/// A compiler that is ended leaves its linker to run on. So orphans come to us here, and get the signal as well.
void endChildren(int signal) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::set<pid_t> told;
  siginfo_t ended;
  do {
    for (pid_t child : childProcesses())
      if (told.insert(child).second)
        kill(child, signal);
  } while (waitid(P_ALL, 0, &ended, WEXITED) == 0 || errno == EINTR);
}

[[noreturn]] void endBy(int signal) {
  endingMutex.lock();
  endChildren(signal);
  // Threads that miss what is removed now would tell it.
  if (int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0)
    for (int told : {STDOUT_FILENO, STDERR_FILENO})
      dup2(nowhere, told);
  for (const auto &action : std::views::reverse(actions))
    action();
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  kill(getpid(), signal);
  for (;;)
    pause();
}

void *waitForSignal(void *) {
  while (sem_wait(&hasSignal) != 0) {
  }
  endBy(signalToEndBy.load());
}

/// Without a thread, signals do what they do otherwise.
bool startThread() {
  if (sem_init(&hasSignal, 0, 0) != 0)
    return false;
  // The thread has the mask of its creator.
  sigset_t set = allSignals(), before;
  pthread_sigmask(SIG_BLOCK, &set, &before);
  pthread_t thread;
  bool isRunning = pthread_create(&thread, nullptr, waitForSignal, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return isRunning && pthread_detach(thread) == 0;
}

void watchSignals() {
  static const bool isWatching = startThread();
  static const bool hasHandlers = [] {
    for (int signal : Signals) {
      struct sigaction old{}, action{};
      sigaction(signal, nullptr, &old);
      action.sa_handler = onSignal;
      action.sa_flags = SA_RESTART;
      if (isWatching && old.sa_handler != SIG_IGN)
        sigaction(signal, &action, nullptr);
    }
    return isWatching;
  }();
  (void)hasHandlers;
}

} // namespace

AtEnding::AtEnding(std::function<void()> action) {
  watchSignals();
  std::lock_guard lock(endingMutex);
  place = actions.insert(actions.end(), std::move(action));
}

AtEnding::~AtEnding() {
  std::lock_guard lock(endingMutex);
  actions.erase(place);
}

EndingWaits::EndingWaits() {
  sigset_t set = allSignals();
  pthread_sigmask(SIG_BLOCK, &set, &before);
  endingMutex.lock();
}

EndingWaits::~EndingWaits() {
  endingMutex.unlock();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void endAsChildDid(int signal) {
  struct sigaction current{};
  if (std::ranges::find(Signals, signal) == std::end(Signals) || sigaction(signal, nullptr, &current) != 0 ||
      current.sa_handler != onSignal)
    return;
  onSignal(signal);
  for (;;)
    pause();
}

} // namespace tactus::driver
