//===- trace_waits.cpp - waits for what is not ours, in the time line ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "observe/trace_waits.h"
#include "abi/waits.h"
#include "observe/trace_track.h"
#include "os/exported.h"
#include "slots/thread_life.h"
#include "threads/thread.h"

#include <cerrno>
#include <dlfcn.h>

namespace tactus {

/// Where the list of sites begins; null if there is none. Written once, before there are sites.
static constinit std::atomic<tactus_wait_site **> siteList{nullptr};

static void writeBegin(TraceTrack &track, const tactus_wait_site &site, uint64_t begin) {
  beginTimed(track, 'B', begin) << ",\"name\":\"mpi " << site.function << "\",\"args\":{\"site\":" << site.number;
  endLine(track, "}}");
  track.waitsAt = &site;
  // Who waits does not want to run.
  track.readAt = 0;
}

/// Begins the slice of a wait, if it is recorded.
static bool beginWait(ThreadState &thread, const tactus_wait_site &site, uint64_t begin) {
  TraceTrack *track = trackOf(thread);
  if (!track || track->waitsAt || !isKept(*track, __atomic_load_n(&site.calls, __ATOMIC_RELAXED)))
    return false;
  noteLostTime(*track, begin);
  writeBegin(*track, site, begin);
  return true;
}

void endTracedWait(ThreadState &thread) {
  TraceTrack *track = thread.trace;
  if (!track || !track->waitsAt)
    return;
  track->waitsAt = nullptr;
  traceEnd(thread);
}

OutsideOfWait::OutsideOfWait(TraceTrack &waiting, uint64_t now) : track(waiting), ticks(now), site(waiting.waitsAt) {
  if (!site)
    return;
  track.waitsAt = nullptr;
  beginTimed(track, 'E', ticks);
  endLine(track, "}");
}

OutsideOfWait::~OutsideOfWait() {
  if (site)
    writeBegin(track, *site, ticks);
}

/// Of the call: the file, and the address that the file itself has for it.
static void writeSite(TraceTrack &track, const tactus_wait_site &site) {
  Dl_info image{};
  bool isKnown = dladdr(site.address, &image) != 0 && image.dli_fname;
  // A position-independent file's own addresses begin at 0, others' are those of memory.
  bool moves = isKnown && reinterpret_cast<const char *>(image.dli_fbase)[16] == 3; // ELF: e_type, ET_DYN
  uintptr_t base = moves ? reinterpret_cast<uintptr_t>(image.dli_fbase) : 0;
  uint64_t ticks = __atomic_load_n(&site.ticks, __ATOMIC_RELAXED);
  beginTimed(track, 'M', clock::now()) << ",\"name\":\"tactus_site\",\"args\":{\"site\":" << site.number
                                       << ",\"calls\":" << __atomic_load_n(&site.calls, __ATOMIC_RELAXED)
                                       << ",\"time\":" << sinceStart(clock::startTicks + ticks) << ",\"at\":"
                                       << static_cast<uint64_t>(reinterpret_cast<uintptr_t>(site.address) - base)
                                       << ",\"function\":\"" << site.function << "\",\"file\":\"";
  track.line.escaped(isKnown ? image.dli_fname : "") << "\",\"caller\":\"";
  track.line.escaped(isKnown && image.dli_sname ? image.dli_sname : "");
  endLine(track, "\"}}");
}

void writeWaitSites() {
  tactus_wait_site **first = siteList.load(std::memory_order_acquire);
  ThreadState *thread = first ? currentThread() : nullptr;
  TraceTrack *track = thread ? trackOf(*thread) : nullptr;
  if (!track)
    return;
  for (const tactus_wait_site *site = __atomic_load_n(first, __ATOMIC_ACQUIRE); site; site = site->next)
    writeSite(*track, *site);
}

} // namespace tactus

using namespace tactus;

/// The calling thread, if it may write lines.
static ThreadState *writer() {
  ThreadState *thread = settings.trace ? currentThread() : nullptr;
  return thread && !thread->isInRuntime ? thread : nullptr;
}

TACTUS_EXPORT void tactus_wait_note(tactus_wait_site *site, uint64_t begin) {
  int error = errno;
  if (ThreadState *thread = writer()) {
    thread->isInRuntime = true;
    beginWait(*thread, *site, begin);
    thread->isInRuntime = false;
  }
  errno = error;
}

TACTUS_EXPORT void tactus_wait_noted(tactus_wait_site *site, uint64_t begin) {
  int error = errno;
  if (ThreadState *thread = writer()) {
    thread->isInRuntime = true;
    if (beginWait(*thread, *site, begin))
      endTracedWait(*thread);
    thread->isInRuntime = false;
  }
  errno = error;
}

/// Some ten times what it costs to hand a slot over.
static constexpr uint64_t PatienceMicroseconds = 20;

TACTUS_EXPORT uint64_t tactus_wait_clock(void) { return clock::now(); }
TACTUS_EXPORT uint64_t tactus_wait_patience(void) { return clock::ticksFromMicroseconds(PatienceMicroseconds); }
TACTUS_EXPORT int tactus_wait_is_traced(void) { return settings.trace != nullptr; }
TACTUS_EXPORT void tactus_wait_sites(tactus_wait_site **first) { siteList.store(first, std::memory_order_release); }
