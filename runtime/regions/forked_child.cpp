//===- forked_child.cpp - records of other threads, in the child of fork() --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread that forks in a task has records that lead to those of the threads that made the task, which lie in frames
// of these. In the child these threads do not exist, and the C library gives their stacks to new ones. So what the
// child's only thread can reach is copied before that.
//
//===----------------------------------------------------------------------===//
#include "os/allocation.h"
#include "regions/regions.h"
#include "tasks/task.h"
#include "threads/thread.h"

#include <cstring>

namespace tactus {

namespace {

/// A record of a thread that does not exist, and its copy, which stays as long as the process.
struct KeptRecord {
  const Region *original;
  KeptRecord *next;
  MemberRegion copy;
};

bool isOfThisThread(const Region &region) { return region.thread == &innermostRegion; }

class KeptRecords {
  KeptRecord *all = nullptr;

public:
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
  }
};

} // namespace

void keepRegionsInChild(ThreadState *thread) {
  KeptRecords records;
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
