//===- tool.cpp - the tool that OpenMP's tools interface serves ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/tool.h"
#include "ompt/trace.h"

#include "libomp/environment.h"
#include "os/exported.h"
#include "os/images.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <strings.h>

namespace tactus::ompt {

constinit Callback callbacks[Events]{};

namespace {

using Lookup = Callback (*)(const char *name);

/// ompt_start_tool_result_t.
struct Tool {
  int (*initialize)(Lookup lookup, int initialDevice, Data *data);
  void (*finalize)(Data *data);
  Data data;
};
using StartTool = Tool *(unsigned version, const char *runtime);

constexpr const char *StartName = "ompt_start_tool";
constexpr unsigned OpenMPVersion = 201611;

// Written once, before the tool is told anything.
Tool *tool = nullptr;
pthread_once_t isStarted = PTHREAD_ONCE_INIT;
// Relaxed: who ends the tool first does it.
std::atomic<bool> isEnded{false};

} // namespace

static StartTool *startIn(void *library) { return reinterpret_cast<StartTool *>(dlsym(library, StartName)); }

static Tool *start(StartTool *function) { return function(OpenMPVersion, "Tactus' OpenMP " TACTUS_VERSION); }

/// What is looked for and found goes where OMP_TOOL_VERBOSE_INIT says, in the words of LLVM's library.
static FILE *openLog() {
  const char *wish = getenv("OMP_TOOL_VERBOSE_INIT");
  if (!wish || !*wish || !strcasecmp(wish, "disabled"))
    return nullptr;
  return !strcasecmp(wish, "stdout") ? stdout : !strcasecmp(wish, "stderr") ? stderr : fopen(wish, "w");
}

[[gnu::format(printf, 2, 3)]] static void log(FILE *file, const char *format, ...) {
  if (!file)
    return;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(file, format, arguments);
  va_end(arguments);
}

static Tool *startFrom(const char *path, FILE *file) {
  log(file, "Opening %s... ", path);
  void *library = openLibrary(path, RTLD_LAZY);
  if (!library) {
    const char *reason = dlerror();
    log(file, "Failed: %s\n", reason ? reason : "the program is linked statically");
    return nullptr;
  }
  log(file, "Success.\nSearching for %s in %s... ", StartName, path);
  StartTool *function = startIn(library);
  if (!function) {
    log(file, "Failed: %s\n", dlerror());
    return nullptr;
  }
  Tool *found = start(function);
  log(file, found ? "Success.\n" : "Found but not using the OMPT interface.\nContinuing search...\n");
  return found;
}

/// Of the first library of the list that has one which wants to be started.
static Tool *startFromLibraries(FILE *file) {
  const char *list = getenv("OMP_TOOL_LIBRARIES");
  if (list)
    log(file, "Searching tool libraries...\nOMP_TOOL_LIBRARIES = %s\n", list);
  else
    log(file, "No OMP_TOOL_LIBRARIES defined.\n");
  while (list && *list) {
    size_t length = strcspn(list, ":");
    char path[4096];
    snprintf(path, sizeof path, "%.*s", static_cast<int>(std::min(length, sizeof path)), list);
    if (Tool *found = startFrom(path, file))
      return found;
    list += length + (list[length] == ':');
  }
  log(file, "...searching tool libraries failed.\n");
  return nullptr;
}

static void startTool() {
  FILE *file = openLog();
  log(file, "----- START LOGGING OF TOOL REGISTRATION -----\nSearch for OMP tool in current address space... ");
  StartTool *ofProcess = startIn(RTLD_DEFAULT);
  tool = ofProcess ? start(ofProcess) : nullptr;
  log(file, tool ? "Success.\n" : "Failed.\n");
  if (!tool)
    tool = startFromLibraries(file);
  log(file, tool ? "Tool was started and is using the OMPT interface.\n" : "No OMP tool loaded.\n");
  log(file, "----- END LOGGING OF TOOL REGISTRATION -----\n");
  if (file && file != stdout && file != stderr)
    fclose(file);
  if (tool && !tool->initialize(findInquiry, 0, &tool->data))
    tool = nullptr;
  if (tool)
    atexit(endTool);
  else
    restoreTable();
}

bool hasTool() {
  pthread_once(&isStarted, startTool);
  return tool;
}

void endTool() {
  if (!tool || isEnded.exchange(true, std::memory_order_relaxed))
    return;
  endWorkers();
  endTrace();
  if (tool->finalize)
    tool->finalize(&tool->data);
  for (Callback &callback : callbacks)
    __atomic_store_n(&callback, nullptr, __ATOMIC_RELAXED);
}

void prepareTool() {
  const char *wish = getenv("OMP_TOOL");
  bool isDisabled = wish && !strcasecmp(wish, "disabled");
  // Its own constructors may not have run, so it is started later.
  if (isDisabled || (!startIn(RTLD_DEFAULT) && !getenv("OMP_TOOL_LIBRARIES")))
    return;
  changeTable();
}

} // namespace tactus::ompt

TACTUS_EXPORT void tactus_libomp_start(uint64_t entries) {
  tactus::libomp::startInterface("libomp.so.5", entries, tactus::libomp::Rows);
  tactus::ompt::prepareTool();
}
