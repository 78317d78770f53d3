//===- task_queue.h - the tasks that wait at a slot -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The heartbeat's tasks are in a deque without locks, eager ones in a queue whose ends are a policy's
// (tasks/policy_queue.h). A process has one kind: TACTUS_TASKS.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_TASK_QUEUE_H
#define TACTUS_RUNTIME_SLOTS_TASK_QUEUE_H

#include "os/settings.h"
#include "tasks/deque.h"
#include "tasks/fork_record.h"
#include "tasks/policy_queue.h"
#include "tasks/task.h"

namespace tactus {

/// Tasks that a slot can hold. Promotion leaves half of it to tasks that waiting threads put back, one for each
/// thread at most.
inline constexpr unsigned DequeCapacity = 512;
inline constexpr unsigned DequeLimit = DequeCapacity / 2;
static_assert(MostQueued <= DequeLimit);

class TaskQueue {
public:
  /// Tasks that a thread without a slot may run: those with a place in a team that is counted, and where whoever holds
  /// the slots waits, those that may begin without (workers/siblings.h).
  static constexpr uintptr_t HasPlace = 1, MayLackPlace = 2;

private:
  static constexpr uintptr_t AnyMark = HasPlace | MayLackPlace;
  /// The address of a task, and in bits that no address has its home, and who may run it: thieves look at it before the
  /// task is theirs.
  struct MarkedTask;
  static constexpr unsigned HomeShift = 56;
  static_assert(alignof(Task) > AnyMark);
  static MarkedTask *marked(Task *task) {
    uintptr_t mark = hasPlace(*task) ? HasPlace : task->continued || task->region ? MayLackPlace : 0;
    return reinterpret_cast<MarkedTask *>(reinterpret_cast<uintptr_t>(task) | uintptr_t{task->home} << HomeShift |
                                          mark);
  }
  static Task *taskOf(MarkedTask *task) {
    return reinterpret_cast<Task *>(reinterpret_cast<uintptr_t>(task) & ((uintptr_t{1} << HomeShift) - 1) & ~AnyMark);
  }

  Deque<MarkedTask, DequeCapacity> deque;
  PolicyQueue<Task, DequeCapacity> eager;

  static QueuePolicy policy() { return {settings.pushesFront, settings.stealsFront}; }

public:
  /// The slot's holder: false if there is no room.
  bool push(Task *task) { return settings.eager ? eager.push(task, policy()) : deque.push(marked(task)); }
  /// The slot's holder: what it runs next, or null.
  Task *pop() { return settings.eager ? eager.pop() : taskOf(deque.pop()); }
  /// Any thread: what thieves get, or null.
  Task *steal() { return settings.eager ? eager.steal(policy()) : taskOf(deque.steal()); }
  /// Any thread: what thieves get if it has that mark, or null.
  Task *stealMarked(uintptr_t mark) {
    auto isMarked = [mark](const MarkedTask *task) { return (reinterpret_cast<uintptr_t>(task) & mark) != 0; };
    return settings.eager ? nullptr : taskOf(deque.stealIf(isMarked));
  }
  /// Any thread: the home of what thieves would have got at some recent moment; 0 for none.
  unsigned homeOfOldest() const {
    return static_cast<unsigned>(reinterpret_cast<uintptr_t>(deque.oldest()) >> HomeShift);
  }
  /// The slot's holder, of eager tasks: the newest that `fits`, or null.
  template <typename Condition> Task *takeFirst(Condition fits) { return eager.takeFirst(policy(), fits); }
  /// Any thread: how many there were at some recent moment.
  unsigned size() const { return settings.eager ? eager.size() : deque.size(); }
  /// Around a fork of the process, so that what the child finds is whole.
  void lock() { eager.hold(); }
  void unlock() { eager.letGo(); }
  /// No other thread may be using the queue, as in the child of a fork: what does not fit is dropped.
  template <typename Condition> void keepOnly(Condition fits) {
    Task *kept[DequeCapacity];
    unsigned count = 0;
    while (Task *task = pop())
      if (fits(*task))
        kept[count++] = task;
    bool isNewestFirst = !settings.eager || settings.pushesFront;
    for (unsigned index = 0; index < count; ++index)
      push(kept[isNewestFirst ? count - 1 - index : index]);
  }
  /// The same of all.
  void clear() {
    deque.clear();
    eager.clear();
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_TASK_QUEUE_H
