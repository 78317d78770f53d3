//===- posix.cpp - what Posix asks of the system -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/system/posix.h"
#include "pml/system/descriptors.h"
#include "pml/system/sockets.h"
#include "pml/system/users.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <grp.h>
#include <initializer_list>
#include <pthread.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

extern char **environ;

namespace tactus::pml {

namespace {

const char *behindWord(const char *text) {
  const char *space = strchrnul(text, ' ');
  return *space ? space + 1 : space;
}

/// A call's name and the numbers behind it.
struct Call {
  char name[32] = {};
  /// A terminal's are the most.
  long numbers[48] = {};

  explicit Call(const char *text) {
    const char *end = strchrnul(text, ' ');
    auto length = static_cast<size_t>(end - text);
    memcpy(name, text, length < sizeof name ? length : sizeof name - 1);
    for (long &number : numbers) {
      char *after = nullptr;
      number = strtol(end, &after, 10);
      if (after == end)
        break;
      end = after;
    }
  }
  int at(size_t index) const { return static_cast<int>(numbers[index]); }
};

/// The next list of a text, ended by null as exec wants it; null for no list. The caller frees it, and its texts live
/// as long as the process: a list is for exec or a few children.
char **readList(const char *&text) {
  if (*text == '-') {
    ++text;
    return nullptr;
  }
  char *after = nullptr;
  auto count = static_cast<size_t>(strtol(text, &after, 10));
  text = after + 1;
  auto **list = static_cast<char **>(calloc(count + 1, sizeof(char *)));
  for (size_t index = 0; list && index < count; ++index) {
    auto length = static_cast<size_t>(strtol(text, &after, 10));
    list[index] = strndup(after + 1, length);
    text = after + 1 + length;
  }
  return list;
}

void freeList(char **list) {
  for (char **text = list; text && *text; ++text)
    free(*text);
  free(list);
}

/// Another program as a child, which has given files as its standard input, output and error output. An error, or 0.
int spawn(const Call &call, pid_t &child, const char *program, char **arguments, char **environment) {
  posix_spawn_file_actions_t actions;
  if (int problem = posix_spawn_file_actions_init(&actions))
    return problem;
  int problem = 0;
  for (int each = STDIN_FILENO; each <= STDERR_FILENO && !problem; ++each)
    problem = posix_spawn_file_actions_adddup2(&actions, call.at(static_cast<size_t>(each) + 1), each);
  if (!problem)
    problem = call.at(0) ? posix_spawnp(&child, program, &actions, nullptr, arguments, environment)
                         : posix_spawn(&child, program, &actions, nullptr, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

/// exec, or in a child of its own; `call` has whether the program is looked for in PATH, and a child's standard files.
/// The text is a list of the program alone, that of its arguments and its environment.
int64_t execute(const Call &call, const char *text, bool isChild) {
  char **program = readList(text), **arguments = readList(text), **environment = readList(text);
  char **used = environment ? environment : environ;
  int64_t result = -1;
  if (!isChild) {
    call.at(0) ? execvpe(program[0], arguments, used) : execve(program[0], arguments, used);
  } else {
    pid_t child = 0;
    int problem = spawn(call, child, program[0], arguments, used);
    result = problem ? -1 : child;
    errno = problem;
  }
  int problem = errno;
  freeList(program);
  freeList(arguments);
  freeList(environment);
  errno = problem;
  return result;
}

/// A link, whose name is the first of a list of two.
int64_t makeLink(const char *text, bool isSymbolic) {
  char **names = readList(text);
  int64_t result = isSymbolic ? symlink(names[1], names[0]) : link(names[1], names[0]);
  int problem = errno;
  freeList(names);
  errno = problem;
  return result;
}

/// A variable's name and its value are a list of two. What the C library knows of the time zone may depend on it.
int64_t setVariable(const char *text) {
  char **pair = readList(text);
  int64_t result = setenv(pair[0], pair[1], 1);
  int problem = errno;
  freeList(pair);
  tzset();
  errno = problem;
  return result;
}

/// The seconds and microseconds between the times that follow, behind the first one.
int64_t setTimer(const Call &call, int64_t microseconds) {
  constexpr int64_t Million = 1000000;
  itimerval timer{{call.numbers[1], call.numbers[2]}, {microseconds / Million, microseconds % Million}};
  static constexpr __itimer_which Timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  return setitimer(Timers[call.at(0) % 3], &timer, nullptr);
}

/// The numbers that Rlimit has (mlton_system.sml) for the system's.
constexpr __rlimit_resource Limits[] = {RLIMIT_CORE,   RLIMIT_CPU,   RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_MEMLOCK,
                                        RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_RSS,  RLIMIT_STACK, RLIMIT_AS};

/// -1 is no limit.
int64_t setLimit(const Call &call) {
  rlimit limit{static_cast<rlim_t>(call.numbers[1]), static_cast<rlim_t>(call.numbers[2])};
  return setrlimit(Limits[call.at(0)], &limit);
}

/// The system keeps the pointer. Two threads may call.
int64_t openLog(const Call &call, const char *text) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char *name;
  pthread_mutex_lock(&lock);
  char *before = name;
  name = strdup(text);
  openlog(name, call.at(0), call.at(1));
  free(before);
  pthread_mutex_unlock(&lock);
  return 0;
}

struct Named {
  const char *name;
  int64_t (*run)(const Call &call, const char *text, int64_t number);
};

#define CALL(name, expression)                                                                                         \
  {name, [](const Call &call, const char *text, int64_t number) -> int64_t {                                           \
     static_cast<void>(call), static_cast<void>(text), static_cast<void>(number);                                      \
     return expression;                                                                                                \
   }}

const Named Calls[] = {
    CALL("getppid", getppid()),
    CALL("getuid", getuid()),
    CALL("geteuid", geteuid()),
    CALL("getgid", getgid()),
    CALL("getegid", getegid()),
    CALL("setuid", setuid(static_cast<uid_t>(number))),
    CALL("setgid", setgid(static_cast<gid_t>(number))),
    CALL("getpgrp", getpgrp()),
    CALL("setsid", setsid()),
    CALL("setpgid", setpgid(call.at(0), call.at(1))),
    CALL("fork", fork()),
    CALL("exec", execute(call, text, false)),
    CALL("spawn", execute(call, text, true)),
    CALL("exit", (_exit(call.at(0)), 0)),
    CALL("kill", kill(call.at(0), call.at(1))),
    CALL("alarm", alarm(static_cast<unsigned>(number))),
    CALL("pause", pause()),
    CALL("itimer", setTimer(call, number)),
    CALL("setenv", setVariable(text)),
    CALL("setrlimit", setLimit(call)),
    CALL("umask", umask(static_cast<mode_t>(number))),
    CALL("link", makeLink(text, false)),
    CALL("symlink", makeLink(text, true)),
    CALL("chmod", chmod(text, static_cast<mode_t>(number))),
    CALL("chown", chown(text, static_cast<uid_t>(call.at(0)), static_cast<gid_t>(call.at(1)))),
    CALL("mkdir", mkdir(text, static_cast<mode_t>(number))),
    CALL("mkfifo", mkfifo(text, static_cast<mode_t>(number))),
    CALL("truncate", truncate(text, number)),
    CALL("access", access(text, static_cast<int>(number))),
    CALL("openlog", openLog(call, text)),
    CALL("closelog", (closelog(), 0)),
    CALL("syslog", (syslog(call.at(0), "%s", text), 0)),
};

#undef CALL

/// The child, how it has ended (0 by itself, 1 by a signal, 2 it is stopped), and its status or signal; a child 0 if
/// none has ended and nobody wants to wait.
bool wait(const Call &call, TakeText take, void *to) {
  int status = 0;
  pid_t child = 0;
  do
    child = waitpid(call.at(0), &status, call.at(1));
  while (child < 0 && errno == EINTR);
  if (child < 0)
    return false;
  giveNumber(child, take, to);
  giveNumber(WIFEXITED(status) ? 0 : WIFSIGNALED(status) ? 1 : 2, take, to);
  giveNumber(WIFEXITED(status)     ? WEXITSTATUS(status)
             : WIFSIGNALED(status) ? WTERMSIG(status)
                                   : WSTOPSIG(status),
             take, to);
  return true;
}

bool makePipe(bool closesOnExec, TakeText take, void *to) {
  int ends[2];
  if (pipe2(ends, closesOnExec ? O_CLOEXEC : 0) != 0)
    return false;
  giveNumber(ends[0], take, to);
  giveNumber(ends[1], take, to);
  return true;
}

bool nameSystem(TakeText take, void *to) {
  utsname known;
  if (uname(&known) != 0)
    return false;
  for (const char *text : {known.sysname, known.nodename, known.release, known.version, known.machine})
    give(text, take, to);
  return true;
}

bool nameHost(TakeText take, void *to) {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 && give(name, take, to);
}

/// Ticks of the clock since some time, of this process and of its children; and how many there are in a second.
bool tellTimes(TakeText take, void *to) {
  tms all;
  clock_t now = ::times(&all);
  for (int64_t ticks : {now, all.tms_utime, all.tms_stime, all.tms_cutime, all.tms_cstime, sysconf(_SC_CLK_TCK)})
    giveNumber(ticks, take, to);
  return true;
}

bool tellLimit(const Call &call, TakeText take, void *to) {
  rlimit limit;
  if (getrlimit(Limits[call.at(0)], &limit) != 0)
    return false;
  giveNumber(static_cast<int64_t>(limit.rlim_cur), take, to);
  giveNumber(static_cast<int64_t>(limit.rlim_max), take, to);
  return true;
}

/// A new file, whose name is like the text behind the call's number: with six characters in place of XXXXXX, and so
/// many behind them.
bool makeTemporary(const Call &call, const char *text, TakeText take, void *to) {
  char name[PATH_MAX];
  if (strlen(text) >= sizeof name) {
    errno = ENAMETOOLONG;
    return false;
  }
  strcpy(name, text);
  int descriptor = mkostemps(name, call.at(0), O_CLOEXEC);
  if (descriptor < 0)
    return false;
  close(descriptor);
  return give(name, take, to);
}

/// Behind an empty text, as there may be none.
bool listGroups(TakeText take, void *to) {
  gid_t groups[1024];
  int count = getgroups(1024, groups);
  give("", take, to);
  for (int index = 0; index < count; ++index)
    giveNumber(groups[index], take, to);
  return count >= 0;
}

} // namespace

int64_t callPosix(const char *call, const char *text, int64_t number) {
  Call wanted(call);
  for (const Named &known : Calls)
    if (strcmp(known.name, wanted.name) == 0)
      return known.run(wanted, text, number);
  if (int64_t result = 0; callDescriptor(wanted.name, wanted.numbers, text, number, result) ||
                          callSocket(wanted.name, wanted.numbers, text, result))
    return result;
  errno = ENOSYS;
  return -1;
}

bool listPosix(const char *call, TakeText take, void *to) {
  Call wanted(call);
  auto is = [&](const char *name) { return strcmp(wanted.name, name) == 0; };
  if (is("wait"))
    return wait(wanted, take, to);
  if (is("pipe"))
    return makePipe(wanted.at(0) != 0, take, to);
  if (is("uname"))
    return nameSystem(take, to);
  if (is("times"))
    return tellTimes(take, to);
  if (is("getrlimit"))
    return tellLimit(wanted, take, to);
  if (is("groups"))
    return listGroups(take, to);
  if (is("login"))
    return give(getlogin(), take, to);
  if (is("terminal"))
    return give(ttyname(wanted.at(0)), take, to);
  if (is("mkstemps"))
    return makeTemporary(wanted, behindWord(behindWord(call)), take, to);
  if (is("hostname"))
    return nameHost(take, to);
  bool isKnown = false;
  const char *asked = behindWord(call);
  bool isGood = listDescriptor(wanted.name, wanted.numbers, behindWord(asked), take, to, isKnown);
  if (!isKnown)
    isGood = listUsers(wanted.name, asked, take, to, isKnown);
  if (!isKnown)
    isGood = listSocket(wanted.name, wanted.numbers, asked, take, to, isKnown);
  if (isKnown)
    return isGood;
  if (!is("environ")) {
    errno = ENOSYS;
    return false;
  }
  give("", take, to);
  for (char **variable = environ; *variable; ++variable)
    give(*variable, take, to);
  return true;
}

} // namespace tactus::pml
