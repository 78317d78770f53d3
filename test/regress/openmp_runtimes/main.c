// A program of whichever compiler around loops.c, which is in the program or in the library LIBRARY, and a helper,
// which is in one of them or in the library HELPER.
#include "helper.h"
#include <dlfcn.h>
#include <stdio.h>

#ifdef _OPENMP
static int wrongHere(int count) {
  static int executed[1000];
  int wrong = 0;
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < count; ++i)
    ++executed[i];
  for (int i = 0; i < count; ++i) {
    wrong += executed[i] != 1;
    executed[i] = 0;
  }
  return wrong;
}
#else
static int wrongHere(int count) { return count - count; }
#endif

#if defined LIBRARY || defined HELPER
static void *find(const char *path, const char *name) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    printf("%s\n", dlerror());
  return library ? dlsym(library, name) : 0;
}
#endif

int main(void) {
  int failures = wrongHere(1000);
#ifdef HELPER
  const struct helper *helper = (const struct helper *)find(HELPER, "helperFunctions");
#elif defined LIBRARY
  const struct helper *helper = (const struct helper *)find(LIBRARY, "helperFunctions");
#else
  const struct helper *helper = &helperFunctions;
#endif
#ifdef LIBRARY
  int (*run)(const struct helper *) = (int (*)(const struct helper *))find(LIBRARY, "checkLoops");
#else
  int (*run)(const struct helper *) = checkLoops;
#endif
  if (!helper || !run)
    return 1;
  failures += run(helper) + wrongHere(1000);
#if !defined LIBRARY && defined __clang__
  // The helper's own runtime is the loops' runtime.
  helper->setThreads(1);
  failures += checkLimit(helper, 1);
  helper->setThreads(2);
  failures += checkLimit(helper, 0);
#endif
  if (failures)
    printf("%d failures\n", failures);
  return failures != 0;
}
