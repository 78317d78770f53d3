//===- libomp.cpp - living beside libomp -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/libomp.h"

#include "abi/openmp.h"
#include "os/images.h"
#include "os/loader_questions.h"
#include "os/race_detector.h"
#include "regions/arenas.h"
#include "regions/display.h"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

/// In Tactus' own libomp (libomp/stubs.S), which is no other runtime. Weak: most programs have none.
extern "C" __attribute__((weak, visibility("default"))) const char tactus_own_libomp;

namespace tactus {

namespace {

constexpr unsigned MaximalLibomps = 8;
constexpr const char *IdentifyingName = "__kmpc_global_num_threads";
constexpr const char *NameOfOurs = "tactus_own_libomp";

struct Entry {
  Libomp libomp;
  // Whether a module that the plugin has compiled is linked to it. Written by the module's constructor, relaxed: all
  // that depends on it is that module's code.
  std::atomic<bool> isOurs;
  // Written once, with release, when the rest is; read by all with acquire.
  std::atomic<bool> isReady;
};
constinit Entry entries[MaximalLibomps]{};
// Entries that are being written or ready. Taken by compare-exchange; relaxed, since isReady publishes what is in them.
constinit std::atomic<unsigned> entryCount{0};
// How many libraries the process has ever loaded, when lookAtLoadedLibraries() last looked. Two that look find the
// same. Release and acquire: who sees that nothing has been loaded since sees whether arenas count.
constinit std::atomic<uint64_t> loadedSoFar{0};

// Owned by the thread: it runs a handler that asks nothing.
constinit thread_local bool isBusy = false;

/// All who ask a libomp find it by one of these two.
unsigned findableLibomps() { return isBusy ? 0 : entryCount.load(std::memory_order_relaxed); }

template <typename Visitor> void forEachLibomp(Visitor visit) {
  unsigned count = findableLibomps();
  for (unsigned index = 0; index < count; ++index)
    if (entries[index].isReady.load(std::memory_order_acquire))
      visit(entries[index]);
}

template <typename Condition> const Libomp *findLibomp(unsigned count, Condition fits) {
  for (unsigned index = 0; index < count; ++index) {
    const Entry &entry = entries[index];
    if (entry.isReady.load(std::memory_order_acquire) && fits(entry.libomp))
      return &entry.libomp;
  }
  return nullptr;
}

template <typename Condition> const Libomp *findLibomp(Condition fits) { return findLibomp(findableLibomps(), fits); }

/// The function of that name that lies in the same library as libomp's own. (The look-up goes on to the libraries that
/// this one depends on.)
template <typename Function> void look(Function *&found, void *library, const Image &image, const char *name) {
  auto address = reinterpret_cast<uintptr_t>(dlsym(library, name));
  if (image.holds(address))
    found = reinterpret_cast<Function *>(address);
}

/// Opens the library that an address lies in, null if there is none. Never given back, so that it stays loaded.
void *keepImage(const Image &image) { return openImage(image.path); }

Libomp describe(int32_t (*liveThreads)(void *)) {
  Libomp libomp{};
  libomp.liveThreads = liveThreads;
  Image image = imageOf(reinterpret_cast<uintptr_t>(liveThreads));
  void *library = keepImage(image);
  if (!library)
    return libomp;
  auto lookHere = [&](auto &found, const char *name) { look(found, library, image, name); };
  lookHere(libomp.globalThreadNumber, "__kmpc_global_thread_num");
  lookHere(libomp.findTaskReduction, "__kmpc_task_reduction_get_th_data");
  lookHere(libomp.beginTaskGroup, "__kmpc_taskgroup");
  lookHere(libomp.endTaskGroup, "__kmpc_end_taskgroup");
  lookHere(libomp.threadNumber, "omp_get_thread_num");
  lookHere(libomp.teamSize, "omp_get_num_threads");
  lookHere(libomp.maxThreads, "omp_get_max_threads");
  lookHere(libomp.inParallel, "omp_in_parallel");
  lookHere(libomp.level, "omp_get_level");
  lookHere(libomp.activeLevel, "omp_get_active_level");
  lookHere(libomp.ancestorNumber, "omp_get_ancestor_thread_num");
  lookHere(libomp.sizeOfLevel, "omp_get_team_size");
  lookHere(libomp.maxActiveLevels, "omp_get_max_active_levels");
  lookHere(libomp.maxTeams, "omp_get_max_teams");
  lookHere(libomp.teamsThreadLimit, "omp_get_teams_thread_limit");
  lookHere(libomp.threadLimit, "omp_get_thread_limit");
  lookHere(libomp.nested, "omp_get_nested");
  lookHere(libomp.dynamic, "omp_get_dynamic");
  lookHere(libomp.schedule, "omp_get_schedule");
  lookHere(libomp.setThreads, "omp_set_num_threads");
  lookHere(libomp.setMaxActiveLevels, "omp_set_max_active_levels");
  lookHere(libomp.setDynamic, "omp_set_dynamic");
  lookHere(libomp.setSchedule, "omp_set_schedule");
  lookHere(libomp.procBind, "omp_get_proc_bind");
  lookHere(libomp.affinityFormat, "ompc_get_affinity_format");
  lookHere(libomp.setAffinityFormat, "ompc_set_affinity_format");
  lookHere(libomp.displayAffinity, "ompc_display_affinity");
  lookHere(libomp.setDefaults, "kmp_set_defaults");
  return libomp;
}

/// Names of libraries under which libomp is known, also with what packagers add ("libomp-1a2b3c4d.so.5").
bool hasLibompName(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  return strncmp(name, "libomp", 6) == 0 || strncmp(name, "libiomp", 7) == 0;
}

struct LoadedLibraries {
  uint64_t loaded = 0;
  unsigned count = 0;
  char paths[MaximalLibomps][512];
};

int readLoadCount(dl_phdr_info *info, size_t, void *count) {
  *static_cast<uint64_t *>(count) = info->dlpi_adds;
  return 1;
}

/// Only notes the names: the loader's lock is held.
int noteLibomps(dl_phdr_info *info, size_t, void *found) {
  auto &libraries = *static_cast<LoadedLibraries *>(found);
  libraries.loaded = info->dlpi_adds;
  if (info->dlpi_name && hasLibompName(info->dlpi_name) && libraries.count < MaximalLibomps &&
      strlen(info->dlpi_name) < sizeof *libraries.paths)
    strcpy(libraries.paths[libraries.count++], info->dlpi_name);
  return 0;
}

/// There is another one.
void forgetOnlyLibomp() {
  levelOfOnlyLibomp.store(nullptr, std::memory_order_relaxed);
  threadsOfOnlyLibomp.store(nullptr, std::memory_order_relaxed);
}

bool isOurLibrary(int32_t (*liveThreads)(void *)) {
  Image image = imageOf(reinterpret_cast<uintptr_t>(liveThreads));
  if (image.holds(reinterpret_cast<uintptr_t>(&tactus_own_libomp)))
    return true;
  // It may have been loaded later than libtactus. A static program has no loader to ask.
  void *library = openImage(image.path);
  if (!library)
    return false;
  bool isOurs = image.holds(reinterpret_cast<uintptr_t>(dlsym(library, NameOfOurs)));
  dlclose(library);
  return isOurs;
}

void addLibomp(void *identifying, bool isOurs) {
  auto liveThreads = reinterpret_cast<int32_t (*)(void *)>(definitionOf(identifying, IdentifyingName));
  bool isKnown = !liveThreads;
  forEachLibomp([&](Entry &entry) {
    if (entry.libomp.liveThreads == liveThreads) {
      isKnown = true;
      if (isOurs)
        entry.isOurs.store(true, std::memory_order_relaxed);
    }
  });
  if (isKnown || isOurLibrary(liveThreads))
    return;
  // Two threads may add the same one, which then answers twice.
  unsigned index = entryCount.load(std::memory_order_relaxed);
  do {
    if (index == MaximalLibomps)
      return;
  } while (!entryCount.compare_exchange_weak(index, index + 1, std::memory_order_seq_cst));
  if (index > 0)
    forgetOnlyLibomp();
  entries[index].libomp = describe(liveThreads);
  entries[index].isOurs.store(isOurs, std::memory_order_relaxed);
  entries[index].isReady.store(true, std::memory_order_release);
}

} // namespace

void registerLibomp(int32_t (*liveThreads)(void *)) { addLibomp(reinterpret_cast<void *>(liveThreads), true); }

/// Is there a library that was not there when this was called before? Then it finds the libomps. Not while a thread
/// forks: the next promotion asks again.
static bool findLoadedLibomps(LoadedLibraries &libraries) {
  LoaderQuestion question;
  uint64_t seen = loadedSoFar.load(std::memory_order_acquire), loaded = seen;
  if (question)
    dl_iterate_phdr(readLoadCount, &loaded);
  if (loaded == seen)
    return false;
  dl_iterate_phdr(noteLibomps, &libraries);
  return true;
}

void lookAtLoadedLibraries() {
  LoadedLibraries libraries;
  if (!findLoadedLibomps(libraries))
    return;
  // Before anybody can find that nothing has been loaded since.
  if (arenaFunctions)
    arenaFunctions->look_at_loaded();
  loadedSoFar.store(libraries.loaded, std::memory_order_release);
  for (unsigned index = 0; index < libraries.count; ++index) {
    void *library = openImage(libraries.paths[index]);
    if (!library)
      continue;
    addLibomp(dlsym(library, IdentifyingName), false);
    dlclose(library);
  }
  // One that is linked to the program, or under another name.
  addLibomp(dlsym(RTLD_DEFAULT, IdentifyingName), false);
}

LibompMayBeBusy::LibompMayBeBusy() { isBusy = true; }
LibompMayBeBusy::~LibompMayBeBusy() { isBusy = false; }
bool libompMayBeBusy() { return isBusy; }

bool anyLibompRuns() {
  return findLibomp(entryCount.load(std::memory_order_relaxed), [](const Libomp &libomp) { return libomp.runs(); });
}

bool insideLibompRegion() {
  return findLibomp([](const Libomp &libomp) { return libomp.inParallel && libomp.runs() && libomp.inParallel(); });
}

const Libomp *libompAround() {
  return findLibomp([](const Libomp &libomp) { return libomp.level && libomp.runs() && libomp.level() > 0; });
}

constinit std::atomic<int (*)()> levelOfOnlyLibomp{nullptr};
constinit std::atomic<int32_t (*)(void *)> threadsOfOnlyLibomp{nullptr};

bool hasNoLibompRegion() {
  unsigned count = entryCount.load(std::memory_order_relaxed);
  if (count != 1)
    return count == 0;
  const Entry &entry = entries[0];
  if (!entry.isReady.load(std::memory_order_acquire) || !entry.libomp.level)
    return false;
  bool runs = entry.libomp.runs();
  if (runs)
    levelOfOnlyLibomp.store(entry.libomp.level, std::memory_order_relaxed);
  else
    threadsOfOnlyLibomp.store(entry.libomp.liveThreads, std::memory_order_relaxed);
  // One may have been added while this looked: then the store comes first there, or the count is seen here.
  if (entryCount.load(std::memory_order_seq_cst) != 1)
    forgetOnlyLibomp();
  return !runs;
}

void forgetLibompsThreads() { forgetOnlyLibomp(); }

bool isLibompLevel(int (*level)()) {
  if (findableLibomps() == 0)
    return false;
  void *definition = definitionOf(reinterpret_cast<void *>(level), "omp_get_level");
  return findLibomp([=](const Libomp &libomp) { return reinterpret_cast<void *>(libomp.level) == definition; });
}

void keepLoaded(int (*function)()) { keepImage(imageOf(reinterpret_cast<uintptr_t>(function))); }

const Libomp *ownLibomp() {
  const Libomp *own = nullptr;
  forEachLibomp([&](const Entry &entry) {
    if (entry.isOurs.load(std::memory_order_relaxed) && !(own && own->runs()))
      own = &entry.libomp;
  });
  return own;
}

void setLibompThreads(int count, void (*done)(int)) {
  forEachLibomp([=](const Entry &entry) {
    const Libomp &libomp = entry.libomp;
    if (libomp.setThreads && libomp.setThreads != done &&
        (entry.isOurs.load(std::memory_order_relaxed) || libomp.runs()))
      libomp.setThreads(count);
  });
}

/// Written when the library is loaded, before any of its groups begins.
static constinit std::atomic<void *(*)(int, void *, void *)> findInOwnGroups{nullptr};

void askOwnGroups(void *(*find)(int thread, void *group, void *address)) {
  findInOwnGroups.store(find, std::memory_order_relaxed);
}

void *findLibompReduction(void *group, void *address) {
  if (auto *find = findInOwnGroups.load(std::memory_order_relaxed)) {
    void *copy = find(0, group, address);
    return copy != address ? copy : nullptr;
  }
  const Libomp *libomp = findLibomp([](const Libomp &candidate) {
    return candidate.globalThreadNumber && candidate.findTaskReduction && candidate.runs();
  });
  return libomp ? libomp->findTaskReduction(libomp->globalThreadNumber(nullptr), group, address) : nullptr;
}

bool makeLibompSerial() {
  // What libomp keeps of the thread it gives back from another one, in an order that it alone knows.
  Unseen unseen;
  bool isAnySerial = false;
  forEachLibomp([&](const Entry &entry) {
    if (entry.libomp.setThreads && entry.libomp.runs()) {
      entry.libomp.setThreads(1);
      isAnySerial = true;
    }
  });
  return isAnySerial;
}

} // namespace tactus

__attribute__((visibility("default"))) void tactus_register_libomp(const tactus::abi::LinkedLibomp *libomp) {
  tactus::registerLibomp(libomp->liveThreads);
  tactus::displayForLibomp();
}
