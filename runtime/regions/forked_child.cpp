//===- forked_child.cpp - records of other threads, in the child of fork() --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread that forks in a task has records that lead to those of the threads that made the task, which lie in frames
// of these. In the child these threads do not exist, and the C library gives their stacks to new ones. So what the
// child's only thread can reach is copied before that. It may go on as long as it stays in what it has forked in: what
// is behind that is another thread's (os/process_generation.h, os/child_waits.h).
//
//===----------------------------------------------------------------------===//
#include "os/allocation.h"
#include "os/thread_stack.h"
#include "regions/regions.h"
#include "regions/thread_limit.h"
#include "tasks/task.h"
#include "threads/thread.h"

#include <cstring>
#include <new>

namespace tactus {

namespace {

/// A record of a thread that does not exist, and its copy, which stays as long as the process.
struct KeptRecord {
  const Region *original;
  KeptRecord *next;
  MemberRegion copy;
};

/// The same of a contention group, which its thread has on its stack or for itself.
struct KeptGroup {
  const League *original;
  KeptGroup *next;
  League copy;
};

bool isOfThisThread(const Region &region) { return region.thread == &innermostRegion; }

class KeptRecords {
  KeptRecord *all = nullptr;
  KeptGroup *groups = nullptr;
  const StackRange &stack;

  /// Groups of tasks are on the heap, and stay there in the child. A copy of one does no harm.
  bool isOwn(const League *group) const {
    auto address = reinterpret_cast<uintptr_t>(group);
    if (isGroupOfThread(group) || (stack.lowest <= address && address < stack.end))
      return true;
    for (const Region *region = currentRegion(); region; region = region->parent)
      if (region->ownsLeague && region->league == group)
        return true;
    return false;
  }

  League *keep(League *group) {
    if (!group || isOwn(group))
      return group;
    for (KeptGroup *each = groups; each; each = each->next)
      if (each->original == group)
        return &each->copy;
    void *memory = allocate(sizeof(KeptGroup));
    if (!memory)
      return group;
    auto *kept = new (memory) KeptGroup{group, groups, League(group->team, group->teams, group->threadLimit)};
    kept->copy.threads.store(group->threads.load(std::memory_order_relaxed), std::memory_order_relaxed);
    groups = kept;
    return &kept->copy;
  }

public:
  explicit KeptRecords(const StackRange &stack) : stack(stack) {}

  /// What takes the record's place. Without memory, and where it is no frame's, that is the record itself.
  Region *keep(Region *region) {
    if (!region || region->use == Region::Arena || isOfThisThread(*region))
      return region;
    for (KeptRecord *each = all; each; each = each->next)
      if (each->original == region)
        return &each->copy;
    auto *kept = static_cast<KeptRecord *>(allocate(sizeof(KeptRecord)));
    if (!kept)
      return region;
    kept->original = region;
    kept->next = all;
    all = kept;
    memcpy(static_cast<void *>(&kept->copy), region, region->isOfMember ? sizeof(MemberRegion) : sizeof(Region));
    kept->copy.parent = keep(kept->copy.parent);
    keepWhatIsAround(kept->copy);
    return &kept->copy;
  }

  void keepWhatIsAround(Region &region) {
    region.origin = keep(region.origin);
    region.instance = keep(region.instance);
    region.continued = keep(region.continued);
    region.league = keep(region.league);
  }
};

} // namespace

void keepRegionsInChild(ThreadState *thread) {
  const StackRange none{0, 0};
  KeptRecords records(thread ? thread->stack : none);
  auto keepAround = [&](Region *innermost) {
    for (Region *region = innermost; region; region = region->parent)
      if (isOfThisThread(*region))
        records.keepWhatIsAround(*region);
  };
  keepAround(currentRegion());
  if (!thread)
    return;
  for (const Anchor *anchor = thread->anchor; anchor; anchor = anchor->previous)
    keepAround(anchor->region);
  for (Task *task = thread->task; task; task = task->parent) {
    task->region = records.keep(task->region);
    task->continued = records.keep(task->continued);
  }
}

} // namespace tactus
