//===- process.cpp - starting programs -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "process.h"

#include <cerrno>

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

} // namespace

void executeProgram(const std::vector<std::string> &arguments) {
  std::vector<char *> pointers = pointersTo(arguments);
  execvp(pointers[0], pointers.data());
}

int runProgram(const std::vector<std::string> &arguments, Output output) {
  std::vector<char *> pointers = pointersTo(arguments);
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output == Output::Discarded)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  int failure = posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) {
    errno = failure;
    return -1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace tactus::driver
