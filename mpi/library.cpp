//===- library.cpp - the program's MPI, whichever it is -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "library.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace tactus::mpi {

namespace {
struct Search {
  char path[4096];
};
} // namespace

/// An MPI that has been loaded for one library alone, as Python does it, is not where others look names up.
static int noteMpi(dl_phdr_info *image, size_t, void *argument) {
  const char *slash = strrchr(image->dlpi_name, '/'), *name = slash ? slash + 1 : image->dlpi_name;
  if (strncmp(name, "libmpi", strlen("libmpi")) != 0)
    return 0;
  auto &search = *static_cast<Search *>(argument);
  snprintf(search.path, sizeof search.path, "%s", image->dlpi_name);
  return 1;
}

static void *findInLoaded(const char *name) {
  Search search{};
  // Not looked up in there: the loader's lock is held.
  if (!dl_iterate_phdr(noteMpi, &search))
    return nullptr;
  void *library = dlopen(search.path, RTLD_LAZY | RTLD_NOLOAD);
  return library ? dlsym(library, name) : nullptr;
}

void *findFunction(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function)
    function = dlsym(RTLD_DEFAULT, name);
  if (!function)
    function = findInLoaded(name);
  if (function)
    return function;
  fprintf(stderr, "tactus: error: libtactus_mpi: the program's MPI has no %s; link the program without libtactus_mpi\n",
          name);
  exit(EXIT_FAILURE);
}

} // namespace tactus::mpi
