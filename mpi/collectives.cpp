//===- collectives.cpp - collective operations, and others that may wait -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A blocking collective operation does not match a non-blocking one of another process (MPI 4.0, 6.12). So it is called
// as it is, unless TACTUS_MPI_COLLECTIVES=nonblocking says that all processes of the job have this library and this
// setting.
//
//===----------------------------------------------------------------------===//
#include "call.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define TACTUS_MPI_EXPORT extern "C" __attribute__((visibility("default")))

namespace tactus::mpi {

/// TACTUS_MPI_COLLECTIVES.
static bool readSetting() {
  const char *text = secure_getenv("TACTUS_MPI_COLLECTIVES");
  if (!text || !*text || !strcmp(text, "blocking"))
    return false;
  if (!strcmp(text, "nonblocking"))
    return true;
  fprintf(stderr, "tactus: warning: TACTUS_MPI_COLLECTIVES=%s: expected blocking or nonblocking; using the default\n",
          text);
  return false;
}

static bool areTested() {
  static const bool isSet = readSetting();
  return isSet;
}

static constinit Function<3> test{"PMPI_Test"};
static constinit Function<2> wait{"PMPI_Wait"};

template <size_t Arguments, typename... Words>
static int runCollective(const char *name, const void *caller, Function<Arguments> &direct,
                         Function<Arguments + 1> &start, Words... words) {
  if (!hasRuntime())
    return direct(words...);
  Call call(name, caller);
  if (!areTested())
    return call.around([&] { return direct(words...); });
  Word request = 0;
  Opaque status;
  int result = start(words..., wordOf(&request));
  if (result != Success)
    return result;
  return call.until([&](int *done) { return test(wordOf(&request), wordOf(done), wordOf(&status)); },
                    [&] { return wait(wordOf(&request), wordOf(&status)); });
}

template <size_t Arguments, typename... Words>
static int runOther(const char *name, const void *caller, Function<Arguments> &direct, Words... words) {
  if (!hasRuntime())
    return direct(words...);
  return Call(name, caller).around([&] { return direct(words...); });
}

} // namespace tactus::mpi

using namespace tactus::mpi;

#define TACTUS_PARAMETERS_1 Word a
#define TACTUS_PARAMETERS_2 TACTUS_PARAMETERS_1, Word b
#define TACTUS_PARAMETERS_3 TACTUS_PARAMETERS_2, Word c
#define TACTUS_PARAMETERS_4 TACTUS_PARAMETERS_3, Word d
#define TACTUS_PARAMETERS_5 TACTUS_PARAMETERS_4, Word e
#define TACTUS_PARAMETERS_6 TACTUS_PARAMETERS_5, Word f
#define TACTUS_PARAMETERS_7 TACTUS_PARAMETERS_6, Word g
#define TACTUS_PARAMETERS_8 TACTUS_PARAMETERS_7, Word h
#define TACTUS_PARAMETERS_9 TACTUS_PARAMETERS_8, Word i
#define TACTUS_PARAMETERS_10 TACTUS_PARAMETERS_9, Word j
#define TACTUS_WORDS_1 a
#define TACTUS_WORDS_2 TACTUS_WORDS_1, b
#define TACTUS_WORDS_3 TACTUS_WORDS_2, c
#define TACTUS_WORDS_4 TACTUS_WORDS_3, d
#define TACTUS_WORDS_5 TACTUS_WORDS_4, e
#define TACTUS_WORDS_6 TACTUS_WORDS_5, f
#define TACTUS_WORDS_7 TACTUS_WORDS_6, g
#define TACTUS_WORDS_8 TACTUS_WORDS_7, h
#define TACTUS_WORDS_9 TACTUS_WORDS_8, i
#define TACTUS_WORDS_10 TACTUS_WORDS_9, j

#define TACTUS_COLLECTIVE(name, started, arguments)                                                                    \
  TACTUS_MPI_EXPORT int MPI_##name(TACTUS_PARAMETERS_##arguments) {                                                    \
    static constinit Function<arguments> direct{"PMPI_" #name};                                                        \
    static constinit Function<arguments + 1> start{"PMPI_" #started};                                                  \
    return runCollective("MPI_" #name, __builtin_return_address(0), direct, start, TACTUS_WORDS_##arguments);          \
  }
#define TACTUS_OTHER(name, arguments)                                                                                  \
  TACTUS_MPI_EXPORT int MPI_##name(TACTUS_PARAMETERS_##arguments) {                                                    \
    static constinit Function<arguments> direct{"PMPI_" #name};                                                        \
    return runOther("MPI_" #name, __builtin_return_address(0), direct, TACTUS_WORDS_##arguments);                      \
  }
#include "functions.def"

TACTUS_MPI_EXPORT int MPI_Finalize() {
  static constinit Function<0> direct{"PMPI_Finalize"};
  return runOther("MPI_Finalize", __builtin_return_address(0), direct);
}
