//===- process.cpp - starting programs -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "process.h"
#include "ending.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tactus::driver {

namespace {

/// The null-terminated array that exec and spawn take. They do not write through it.
std::vector<char *> pointersTo(const std::vector<std::string> &arguments) {
  std::vector<char *> pointers;
  pointers.reserve(arguments.size() + 1);
  for (const std::string &argument : arguments)
    pointers.push_back(const_cast<char *>(argument.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Who gets what ends this process otherwise; 0 for nobody.
volatile std::sig_atomic_t programToEnd = 0;

/// A terminal sends Ctrl-C to all that runs in it, so the program has it already.
void passOn(int signal, siginfo_t *information, void *) {
  int problem = errno;
  if (programToEnd > 0 && (signal != SIGINT || information->si_code != SI_KERNEL))
    kill(programToEnd, signal);
  errno = problem;
}

/// While it lives, Ctrl-C, SIGTERM and SIGHUP end the program that is started with its attributes, and not this
/// process. Those that this process ignored before (nohup) are ignored by both.
class EndingIsForProgram {
  static constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP};

  struct sigaction before[std::size(Signals)]{};
  sigset_t maskBefore;
  posix_spawnattr_t attributes{};

public:
  EndingIsForProgram() {
    sigset_t handled;
    sigemptyset(&handled);
    for (int signal : Signals)
      sigaddset(&handled, signal);
    // None may come before it is known to whom it goes.
    sigprocmask(SIG_BLOCK, &handled, &maskBefore);
    struct sigaction passing{};
    passing.sa_sigaction = passOn;
    passing.sa_flags = SA_SIGINFO | SA_RESTART;
    for (size_t i = 0; i < std::size(Signals); ++i) {
      sigaction(Signals[i], nullptr, &before[i]);
      if (before[i].sa_handler != SIG_IGN)
        sigaction(Signals[i], &passing, nullptr);
    }
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &maskBefore);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  }
  EndingIsForProgram(const EndingIsForProgram &) = delete;
  EndingIsForProgram &operator=(const EndingIsForProgram &) = delete;
  ~EndingIsForProgram() {
    programToEnd = 0;
    posix_spawnattr_destroy(&attributes);
    for (size_t i = 0; i < std::size(Signals); ++i)
      sigaction(Signals[i], &before[i], nullptr);
    sigprocmask(SIG_SETMASK, &maskBefore, nullptr);
  }
  [[nodiscard]] const posix_spawnattr_t *get() const { return &attributes; }

  /// Until the program ends. It is a zombie then, whose number nobody else has.
  void waitFor(pid_t program) const {
    programToEnd = program;
    sigprocmask(SIG_SETMASK, &maskBefore, nullptr);
    siginfo_t information;
    while (waitid(P_PID, static_cast<id_t>(program), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    programToEnd = 0;
  }
};

/// The process, or -1 with the reason in errno.
pid_t spawn(const std::vector<std::string> &arguments, const posix_spawn_file_actions_t &actions,
            const posix_spawnattr_t *attributes = nullptr) {
  std::vector<char *> pointers = pointersTo(arguments);
  pid_t child = 0;
  int failure = posix_spawnp(&child, pointers[0], &actions, attributes, pointers.data(), environ);
  if (!failure)
    return child;
  errno = failure;
  return -1;
}

int statusOf(pid_t child, Interrupt interrupt) {
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  // Of a child that was ended because this process is, nothing more is said: here it stays then.
  {
    EndingWaits unlessItEnds;
  }
  if (ended < 0)
    return -1;
  if (interrupt == Interrupt::EndsBoth && WIFSIGNALED(status))
    endAsChildDid(WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

void executeProgram(const std::vector<std::string> &arguments) {
  std::vector<char *> pointers = pointersTo(arguments);
  std::string file = findProgramFile(arguments[0]);
  if (file.empty())
    errno = ENOENT;
  else
    execv(file.c_str(), pointers.data());
}

std::string findProgramFile(const std::string &program) {
  if (program.find('/') != std::string::npos)
    return program;
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / program;
    std::error_code ignored;
    if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, ignored))
      return file.string();
  }
  return {};
}

std::string describeFailure(const std::string &program, int problem) {
  std::error_code ignored;
  std::string what = std::strerror(problem), advice = "give a program that tactus-clang has made";
  bool isHere = std::filesystem::exists(program, ignored);
  if (problem == ENOENT && program.find('/') == std::string::npos) {
    what = "no program of that name is in PATH";
    advice = isHere ? "there is a file here: say ./" + program : "give its path";
  } else if (problem == ENOENT && isHere) {
    what = "the interpreter or loader that it names is missing";
    advice = "install it, or build the program for this machine";
  } else if (problem == ENOENT) {
    advice = "give the path of a program";
  } else if (std::filesystem::is_directory(program, ignored)) {
    what = "it is a folder";
    advice = "give a program in it";
  } else if (problem == EACCES) {
    what = "it is not executable";
    advice = "compile it with tactus-clang, or allow it by chmod +x";
  } else if (problem == ENOEXEC) {
    what = "it is neither a program for this machine nor a script that begins with #!";
  }
  return "cannot run '" + program + "': " + what + "; " + advice;
}

int runProgram(const std::vector<std::string> &arguments, Output output, Interrupt interrupt) {
  std::optional<EndingIsForProgram> ending;
  if (interrupt == Interrupt::EndsProgram)
    ending.emplace();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output == Output::Discarded)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = spawn(arguments, actions, ending ? ending->get() : nullptr);
  posix_spawn_file_actions_destroy(&actions);
  if (child >= 0 && ending)
    ending->waitFor(child);
  return child < 0 ? -1 : statusOf(child, interrupt);
}

CapturedRun captureProgram(const std::vector<std::string> &arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0)
    return {-1, ""};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor);
  pid_t child = spawn(arguments, actions);
  int problem = errno;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  CapturedRun run{-1, ""};
  char piece[4096];
  for (ssize_t length; child >= 0 && (length = read(ends[0], piece, sizeof piece)) != 0;) {
    if (length > 0)
      run.output.append(piece, static_cast<size_t>(length));
    else if (errno != EINTR)
      break;
  }
  close(ends[0]);
  if (child >= 0)
    run.status = statusOf(child, Interrupt::EndsBoth);
  errno = problem;
  return run;
}

} // namespace tactus::driver
