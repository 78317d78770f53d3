/* ===- thread.c - the timer of a thread ---------------------------------------------------===//
//
// SPDX-License-Identifier: MIT OR GPL-2.0
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// Each thread has an hrtimer on the processor that it runs on. The scheduler tells when the thread goes (the timer is
// cancelled) and when it comes back, perhaps on another processor (the timer is started there). So an interrupt always
// meets the thread that it is meant for, a thread that does not run gets none, and no processor has to interrupt
// another one.
//
//     joinThread ──► notifier in the thread's list, reference from the table of threads
//     sched_out  ──► timer cancelled; if the thread is dead, this is the last that the kernel does with the notifier
//     leaveThread, or the last sched_out ──► freed
//
// A thread's state is touched by the thread itself, with preemption off, and by its timer's interrupt, which comes on
// the same processor. Nobody else writes it, until it is dead.
//
// HBC §5.2 has one timer and interrupts all other processors from there. Here each processor's own timer does it: one
// interrupt a beat instead of two. */
#include "module.h"

#include <asm/irq_regs.h>
#include <linux/hashtable.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

struct Thread {
  struct hlist_node link; /* in `threads`, under its lock */
  struct preempt_notifier notifier;
  struct hrtimer timer;
  struct TactusBeatTimer rules;
  struct Session *session;
  /* Held, so that no other thread gets this address while it is in `threads`. */
  struct task_struct *task;
  struct TactusBeatArea __user *area;
  /* What has been written into the area; `asked` is the thread's. */
  struct TactusBeatArea written;
  __u64 mark;
  int signal;
  /* For the end of a dead thread, which begins under the scheduler's lock. */
  struct irq_work lastWords;
  struct work_struct burial;
};

static DEFINE_HASHTABLE(threads, 8);
static DEFINE_SPINLOCK(threadsLock);
static struct workqueue_struct *burials;

/* A thread that comes back finds its beat due at once, but not before it has left the kernel. */
#define NANOSECONDS_TO_LEAVE 5000

static struct Thread *findThread(void) {
  struct Thread *thread, *found = NULL;
  spin_lock(&threadsLock);
  hash_for_each_possible(threads, thread, link, (unsigned long)current) {
    if (thread->task == current)
      found = thread;
  }
  spin_unlock(&threadsLock);
  return found;
}

/* The thread gets no interrupt any more, and is not known to the scheduler. */
static void freeThread(struct Thread *thread) {
  hrtimer_cancel(&thread->timer);
  spin_lock(&threadsLock);
  hash_del(&thread->link);
  spin_unlock(&threadsLock);
  put_task_struct(thread->task);
  putSession(thread->session);
  kfree(thread);
  module_put(THIS_MODULE);
}

static void bury(struct work_struct *burial) {
  struct Thread *thread = container_of(burial, struct Thread, burial);
  irq_work_sync(&thread->lastWords);
  freeThread(thread);
}

static void hearLastWords(struct irq_work *lastWords) {
  queue_work(burials, &container_of(lastWords, struct Thread, lastWords)->burial);
}

/* Preemption is off. */
static void startTimer(struct Thread *thread, __u64 earliest) {
  if (thread->rules.next)
    hrtimer_start(&thread->timer, ns_to_ktime(max(thread->rules.next, earliest)), HRTIMER_MODE_ABS_PINNED_HARD);
}

static void comeIn(struct preempt_notifier *notifier, int processor) {
  struct Thread *thread = container_of(notifier, struct Thread, notifier);
  startTimer(thread, ktime_get_ns() + NANOSECONDS_TO_LEAVE);
}

/* Interrupts are off, and the scheduler's lock is held. */
static void goOut(struct preempt_notifier *notifier, struct task_struct *next) {
  struct Thread *thread = container_of(notifier, struct Thread, notifier);
  hrtimer_try_to_cancel(&thread->timer);
  if (READ_ONCE(current->__state) == TASK_DEAD)
    irq_work_queue(&thread->lastWords);
}

static struct preempt_ops notifierOperations = {
    .sched_in = comeIn,
    .sched_out = goOut,
};

static void sendSignal(const struct Thread *thread) {
  struct kernel_siginfo info;
  if (!thread->signal)
    return;
  clear_siginfo(&info);
  info.si_signo = thread->signal;
  info.si_code = SI_QUEUE;
  info.si_pid = task_tgid_vnr(current);
  info.si_uid = from_kuid_munged(current_user_ns(), current_uid());
  info.si_ptr = u64_to_user_ptr(thread->mark);
  send_sig_info(thread->signal, &info, current);
}

/* Tells the thread what its timer has done. False if its memory cannot be written at this moment. */
static bool writeArea(struct Thread *thread, const struct TactusBeatArea *area) {
  size_t begin = offsetof(struct TactusBeatArea, served);
  if (copy_to_user_nofault((char __user *)thread->area + begin, (const char *)area + begin, sizeof(*area) - begin))
    return false;
  thread->written = *area;
  return true;
}

static struct TactusBeatArea describeExpiry(const struct Thread *thread, __u64 now, enum TactusBeatAction action,
                                            enum TactusBeatPlace place) {
  struct TactusBeatArea area = thread->written;
  if (area.served != thread->rules.served) {
    area.served = thread->rules.served;
    area.dueAt = thread->rules.due;
    area.deliveredAt = now;
    area.movedAt = 0;
  }
  if (action == TactusMoves) {
    area.movedAt = now;
    ++area.moves;
  }
  area.elsewhere += place == TactusElsewhere;
  area.isArmed = thread->rules.next != 0;
  return area;
}

/* The timer has met its thread in code of its own. `registers` are what it goes on with. */
static void meetThread(struct Thread *thread, struct pt_regs *registers, __u64 now) {
  struct TactusBeatArea area;
  __u64 asked, destination;
  enum TactusBeatPlace place;
  enum TactusBeatAction action;
  /* Memory that is not there at this moment has nothing new to say. */
  if (copy_from_user_nofault(&asked, &thread->area->asked, sizeof(asked)))
    asked = thread->rules.served;
  destination = user_64bit_mode(registers) ? findDestination(thread->session, registers->ip) : 0;
  place = destination ? TactusInSource : TactusElsewhere;
  action = tactusExpire(&thread->rules, now, asked, place);
  area = describeExpiry(thread, now, action, place);
  /* After a fork, for instance, the memory must be copied before it can be written. Then the thread stays where it is:
     it is moved by a later attempt, or, when these are used up, gets its signal, whose handler writes. */
  if (writeArea(thread, &area) && action == TactusMoves)
    registers->ip = destination;
  if (action == TactusGivesUp)
    sendSignal(thread);
}

static enum hrtimer_restart expire(struct hrtimer *timer) {
  struct Thread *thread = container_of(timer, struct Thread, timer);
  struct pt_regs *registers = get_irq_regs();
  __u64 now = ktime_get_ns();
  bool isInProgram = registers && user_mode(registers);
  /* The timer comes from a processor that has been switched off. */
  if (current != thread->task)
    return HRTIMER_NORESTART;
  if (current->mm != thread->session->memory) {
    /* The thread runs another program, or is about to end. */
    thread->rules.next = 0;
  } else if (isInProgram && READ_ONCE(thread->session->isClosed)) {
    struct TactusBeatArea area = thread->written;
    thread->rules.next = area.isArmed = 0;
    writeArea(thread, &area);
    sendSignal(thread);
  } else if (isInProgram) {
    meetThread(thread, registers, now);
  } else {
    tactusExpire(&thread->rules, now, 0, TactusInKernel);
    /* Said with the next beat. */
    ++thread->written.inKernel;
  }
  if (!thread->rules.next)
    return HRTIMER_NORESTART;
  hrtimer_set_expires(timer, ns_to_ktime(thread->rules.next));
  return HRTIMER_RESTART;
}

/* For the calling thread. */
static struct Thread *makeThread(struct Session *session, const struct TactusBeatJoin *asked) {
  struct Thread *thread = kzalloc(sizeof(*thread), GFP_KERNEL_ACCOUNT);
  if (!thread)
    return NULL;
  kref_get(&session->references);
  thread->session = session;
  get_task_struct(current);
  thread->task = current;
  thread->area = u64_to_user_ptr(asked->area);
  thread->signal = asked->signal;
  thread->mark = asked->mark;
  hrtimer_init(&thread->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
  thread->timer.function = expire;
  thread->lastWords = IRQ_WORK_INIT_HARD(hearLastWords);
  INIT_WORK(&thread->burial, bury);
  preempt_notifier_init(&thread->notifier, &notifierOperations);
  return thread;
}

static void removeThread(struct Thread *thread) {
  preempt_disable();
  preempt_notifier_unregister(&thread->notifier);
  preempt_enable();
  freeThread(thread);
}

long joinThread(struct Session *session, const struct TactusBeatJoin *asked) {
  struct Thread *thread = findThread();
  if (asked->version != TACTUS_BEAT_VERSION)
    return -EPROTO;
  if (!valid_signal(asked->signal) || asked->area % 8 || !asked->area ||
      !access_ok(u64_to_user_ptr(asked->area), sizeof(struct TactusBeatArea)))
    return -EINVAL;
  if (thread && !READ_ONCE(thread->session->isClosed) && thread->session->memory == current->mm)
    return -EBUSY;
  /* What is left of the program that the thread ran before, or of a file that it has closed. */
  if (thread)
    removeThread(thread);
  thread = makeThread(session, asked);
  if (!thread)
    return -ENOMEM;
  /* The caller's file holds the module. */
  __module_get(THIS_MODULE);
  spin_lock(&threadsLock);
  hash_add(threads, &thread->link, (unsigned long)current);
  spin_unlock(&threadsLock);
  preempt_disable();
  preempt_notifier_register(&thread->notifier);
  preempt_enable();
  return 0;
}

static struct Thread *findThreadOf(const struct Session *session) {
  struct Thread *thread = findThread();
  return thread && thread->session == session ? thread : NULL;
}

long startThread(struct Session *session, const struct TactusBeatStart *asked) {
  struct Thread *thread = findThreadOf(session);
  if (!thread)
    return -ESRCH;
  if (!tactusMayStart(asked))
    return -EINVAL;
  /* Not moved to another processor, where the timer would be started at the same time. */
  preempt_disable();
  hrtimer_cancel(&thread->timer);
  tactusStart(&thread->rules, asked, ktime_get_ns());
  startTimer(thread, 0);
  preempt_enable();
  return 0;
}

long leaveThread(struct Session *session) {
  struct Thread *thread = findThreadOf(session);
  if (!thread)
    return -ESRCH;
  removeThread(thread);
  return 0;
}

int initThreads(void) {
  burials = alloc_workqueue("tactus_beat", 0, 0);
  if (!burials)
    return -ENOMEM;
  /* Once: it patches the scheduler's code, on all processors. */
  preempt_notifier_inc();
  return 0;
}

void finishThreads(void) {
  /* Whoever has given up the last reference of the module may still be on its way out of it. */
  synchronize_rcu();
  destroy_workqueue(burials);
  preempt_notifier_dec();
}
