/* ===- table.c - where the code of a process has two versions -----------------------------===//
//
// SPDX-License-Identifier: MIT OR GPL-2.0
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// A wrong table can do no more to a process than a wrong jump of its own. Still it is checked once, when it is given:
// sorted, without overlaps, in the process's executable memory. So an interrupt need not. What becomes of that memory
// later is the process's affair. */
#include "module.h"

#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

/* Are these bytes executable? Under the lock of the map of memory. */
static bool isCode(__u64 begin, __u64 size) {
  __u64 end = begin + size;
  while (begin < end) {
    struct vm_area_struct *area = find_vma(current->mm, begin);
    if (!area || area->vm_start > begin || !(area->vm_flags & VM_EXEC))
      return false;
    begin = area->vm_end;
  }
  return true;
}

static int checkCode(const struct CheckedTable *table) {
  int error = 0;
  __u32 index;
  if (mmap_read_lock_killable(current->mm))
    return -EINTR;
  for (index = 0; index < table->count && !error; ++index) {
    const struct TactusBeatRange *range = &table->ranges[index];
    if (!isCode(range->source, range->size) || !isCode(range->destination, range->size))
      error = -EINVAL;
    else if (fatal_signal_pending(current))
      error = -EINTR;
    cond_resched();
  }
  mmap_read_unlock(current->mm);
  return error;
}

static struct CheckedTable *readTable(const struct TactusBeatTable *asked) {
  struct CheckedTable *table = kvmalloc(struct_size(table, ranges, asked->count), GFP_KERNEL_ACCOUNT);
  int error;
  if (!table)
    return ERR_PTR(-ENOMEM);
  table->count = asked->count;
  if (copy_from_user(table->ranges, u64_to_user_ptr(asked->ranges), array_size(asked->count, sizeof(table->ranges[0]))))
    error = -EFAULT;
  else if (!tactusAreSound(table->ranges, table->count, TASK_SIZE_MAX))
    error = -EINVAL;
  else
    error = checkCode(table);
  if (!error)
    return table;
  kvfree(table);
  return ERR_PTR(error);
}

long replaceTable(struct Session *session, const struct TactusBeatTable *asked) {
  struct CheckedTable *table = NULL, *old;
  if (asked->reserved)
    return -EINVAL;
  if (asked->count > TACTUS_BEAT_MOST_RANGES)
    return -E2BIG;
  if (asked->count)
    table = readTable(asked);
  if (IS_ERR(table))
    return PTR_ERR(table);
  mutex_lock(&session->lock);
  old = rcu_replace_pointer(session->table, table, lockdep_is_held(&session->lock));
  mutex_unlock(&session->lock);
  if (old)
    kvfree_rcu(old, rcu);
  return 0;
}

__u64 findDestination(struct Session *session, __u64 address) {
  const struct CheckedTable *table;
  __u64 destination = 0;
  rcu_read_lock();
  table = rcu_dereference(session->table);
  if (table)
    destination = tactusDestinationOf(table->ranges, table->count, address);
  rcu_read_unlock();
  return destination;
}
