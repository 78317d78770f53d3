//===- kernel_beat.cpp - beats by the kernel module --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// HBC §5.2. The kernel's timer interrupts the thread, and the module moves it to the other version of its function
// (kernel/, abi/kernel_beat.h). So there is no handler: what the handler of a signal does, the thread finds out when it
// comes to a point, from its area. The timer runs on as long as each beat is taken before the next; then a beat costs
// no system call.
//
//     thread                                kernel
//     ask: ++asked ────────────────────────► asked != served: a new beat
//     (start, if !isArmed)                   in a source version: served, deliveredAt, movedAt; other version
//     point: receiveKernelBeat ◄──────────── elsewhere: again after a quarter of a beat, once
//     takeBeat, ask                          then the signal of all other sources: the handler does what can be done
//
//===----------------------------------------------------------------------===//
#include "maps/versions.h"
#include "os/allocation.h"
#include "os/clock.h"
#include "os/settings.h"
#include "threads/beat_senders.h"
#include "threads/beat_source.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

// The device is asked for by the system's names (os/own_names.h): a device of tests stands in front of them.
extern "C" {
int systemOpen(const char *path, int flags, ...) __asm__("open");
int systemClose(int file) __asm__("close");
int systemFstat(int file, struct stat *to) __asm__("fstat");
int systemIoctl(int file, unsigned long request, ...) __asm__("ioctl");
}

namespace tactus {

/// For opening the device and for passing tables, so that the one that has been read last is there last.
static pthread_mutex_t deviceMutex = PTHREAD_MUTEX_INITIALIZER;
/// -1 while it is not open. Written under the mutex; relaxed, since a thread that joins has held it.
static constinit std::atomic<int> device{-1};
/// Under the mutex: which device it is.
static dev_t deviceNumber;

static dev_t deviceNumberOf(int file) {
  struct stat status{};
  return systemFstat(file, &status) == 0 ? status.st_rdev : 0;
}

/// Under the mutex. False with errno set; then the kernel has an older table, or none.
static bool passVersions(int file) {
  std::span<const Versions> versions = allVersions();
  auto *ranges = static_cast<TactusBeatRange *>(allocate((versions.size() + 1) * sizeof(TactusBeatRange)));
  if (!ranges) {
    errno = ENOMEM;
    return false;
  }
  std::transform(versions.begin(), versions.end(), ranges,
                 [](const Versions &pair) { return TactusBeatRange{pair.source, pair.destination, pair.size}; });
  TactusBeatTable table{reinterpret_cast<uintptr_t>(ranges), static_cast<uint32_t>(versions.size()), 0};
  bool isPassed = systemIoctl(file, TACTUS_BEAT_TABLE, &table) == 0;
  int error = errno;
  release(ranges);
  errno = error;
  return isPassed;
}

/// Under the mutex. No thread is moved any more. If the program has closed the file, another one may have its number.
static void closeDevice(int file) {
  int error = errno;
  if (deviceNumberOf(file) == deviceNumber)
    systemClose(file);
  device.store(-1, std::memory_order_relaxed);
  errno = error;
}

/// The device, with the current table; -1 with errno set if it cannot be had.
static int openDevice() {
  pthread_mutex_lock(&deviceMutex);
  int file = device.load(std::memory_order_relaxed);
  if (file < 0) {
    file = systemOpen(TACTUS_BEAT_DEVICE, O_RDWR | O_CLOEXEC);
    if (file >= 0) {
      device.store(file, std::memory_order_relaxed);
      deviceNumber = deviceNumberOf(file);
      if (!passVersions(file)) {
        closeDevice(file);
        file = -1;
      }
    }
  }
  pthread_mutex_unlock(&deviceMutex);
  return file;
}

void publishVersions() {
  if (device.load(std::memory_order_relaxed) < 0)
    return;
  pthread_mutex_lock(&deviceMutex);
  int file = device.load(std::memory_order_relaxed);
  // An old table could move a thread of code that comes to where other code has been.
  if (file >= 0 && !passVersions(file))
    closeDevice(file);
  pthread_mutex_unlock(&deviceMutex);
}

bool joinKernelBeats(ThreadState &thread) {
  int file = openDevice();
  if (file < 0)
    return false;
  // Of an earlier thread that had this state.
  thread.kernelBeat.asked = 0;
  thread.kernelBeat.served = 0;
  thread.countedMoves = thread.countedElsewhere = thread.countedInKernel = 0;
  TactusBeatJoin join{reinterpret_cast<uintptr_t>(&thread.kernelBeat), TACTUS_BEAT_VERSION,
                      static_cast<uint32_t>(settings.beatSignal), reinterpret_cast<uintptr_t>(beatMark().sival_ptr)};
  thread.hasKernelBeats = systemIoctl(file, TACTUS_BEAT_JOIN, &join) == 0;
  return thread.hasKernelBeats;
}

static uint64_t nanosecondsFromTicks(uint64_t ticks) {
  return static_cast<uint64_t>(clock::microsecondsFromTicks(ticks) * 1000);
}

bool startKernelBeats(ThreadState &thread, uint64_t ticks, uint64_t period) {
  TactusBeatStart start{nanosecondsFromTicks(ticks), nanosecondsFromTicks(period), 0};
  start.first = std::min<uint64_t>(start.first, TACTUS_BEAT_LONGEST);
  start.period = std::clamp<uint64_t>(start.period, TACTUS_BEAT_LEAST_PERIOD, TACTUS_BEAT_LONGEST);
  start.retry = std::max<uint64_t>(start.period / 4, TACTUS_BEAT_LEAST_RETRY);
  // Before, so that what the kernel writes is the last word.
  thread.kernelBeat.isArmed = 1;
  if (systemIoctl(device.load(std::memory_order_relaxed), TACTUS_BEAT_START, &start) == 0)
    return true;
  thread.kernelBeat.isArmed = 0;
  return false;
}

void leaveKernelBeats(ThreadState &thread) {
  if (thread.hasKernelBeats)
    systemIoctl(device.load(std::memory_order_relaxed), TACTUS_BEAT_LEAVE);
  thread.hasKernelBeats = false;
  thread.kernelBeat.isArmed = 0;
}

/// A counter of the area's has gone on since it was looked at.
static void countOn(Counter &counter, uint64_t current, uint64_t &counted) {
  counter.add(current - counted);
  counted = current;
}

void receiveKernelBeat(ThreadState &thread) {
  if (!thread.hasKernelBeats || thread.beatPhase.load(std::memory_order_relaxed) == BeatState::Silent ||
      thread.kernelBeat.served != thread.kernelBeat.asked)
    return;
  uint64_t now = clock::now(), nanoseconds = clock::nanoseconds();
  auto ticksAt = [&](uint64_t time) {
    uint64_t passed = nanoseconds > time ? nanoseconds - time : 0;
    return now - clock::ticksFromMicroseconds(passed) / 1000;
  };
  // At once: the signal's handler may come here at any moment, and does the same.
  if (thread.beatPhase.exchange(BeatState::Delivered, std::memory_order_seq_cst) != BeatState::Delivered) {
    thread.beatDueAt.store(ticksAt(thread.kernelBeat.dueAt), std::memory_order_relaxed);
    uint64_t deliveredAt = ticksAt(thread.kernelBeat.deliveredAt);
    countDelivery(thread, deliveredAt);
    thread.beatDeliveredAt.store(deliveredAt, std::memory_order_relaxed);
    thread.nextBeat = 0;
  }
  uint64_t moved = thread.kernelBeat.movedAt;
  thread.beatMovedAt.store(moved ? ticksAt(moved) : 0, std::memory_order_relaxed);
  uint64_t elsewhere = thread.kernelBeat.elsewhere, inKernel = thread.kernelBeat.inKernel;
  countOn(thread.counters.beatsDiverted, thread.kernelBeat.moves, thread.countedMoves);
  countOn(thread.counters.beatsInKernel, inKernel, thread.countedInKernel);
  countOn(thread.counters.beatsRepeated, elsewhere, thread.countedElsewhere);
}

void forgetKernelBeats() {
  pthread_mutex_init(&deviceMutex, nullptr);
  if (int file = device.load(std::memory_order_relaxed); file >= 0)
    closeDevice(file);
  forEachThread([](ThreadState &thread) {
    thread.hasKernelBeats = false;
    thread.kernelBeat.isArmed = 0;
  });
}

} // namespace tactus
