//===- process.cpp - starting programs -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
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

/// While it lives, this process does not end by Ctrl-C, which a terminal sends to all that runs in it. Programs that
/// are started with its attributes do, unless this process did not before (nohup).
class InterruptIsForProgram {
  struct sigaction before{};
  posix_spawnattr_t attributes{};

public:
  InterruptIsForProgram() {
    struct sigaction ignored{};
    ignored.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignored, &before);
    posix_spawnattr_init(&attributes);
    if (before.sa_handler == SIG_IGN)
      return;
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &interrupt);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  }
  InterruptIsForProgram(const InterruptIsForProgram &) = delete;
  InterruptIsForProgram &operator=(const InterruptIsForProgram &) = delete;
  ~InterruptIsForProgram() {
    posix_spawnattr_destroy(&attributes);
    sigaction(SIGINT, &before, nullptr);
  }
  [[nodiscard]] const posix_spawnattr_t *get() const { return &attributes; }
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

int statusOf(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
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
  std::optional<InterruptIsForProgram> interrupts;
  if (interrupt == Interrupt::EndsProgram)
    interrupts.emplace();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output == Output::Discarded)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = spawn(arguments, actions, interrupts ? interrupts->get() : nullptr);
  posix_spawn_file_actions_destroy(&actions);
  return child < 0 ? -1 : statusOf(child);
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
  errno = problem;
  if (child >= 0)
    run.status = statusOf(child);
  return run;
}

} // namespace tactus::driver
