//===- fork_child_test.cpp - what the child of a fork() finds of other threads ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/strand_slot.h"
#include "slots/loans.h"
#include "slots/thread_life.h"

#include <gtest/gtest.h>

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tactus {
namespace {

/// What `check` returns in a child.
template <typename Check> int inChild(Check check) {
  pid_t child = fork();
  if (child == 0)
    _exit(check());
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Others put tasks into a slot's deque that a thread has lent, or while it waits. They are run in the parent.
TEST(ForkedChild, HasTheTasksOfItsOwnStackAlone) {
  ThreadState &thread = *currentThread();
  ASSERT_TRUE(acquireSlot(thread));
  Task around{}, current{}, others{}, ofOthers{}, ofAround{}, ofCurrent{};
  Join join{};
  ofOthers.parent = &others;
  ofAround.parent = &around;
  ofCurrent.parent = &current;
  Anchor anchor{nullptr, nullptr, &around, nullptr};
  thread.anchor = &anchor;
  thread.task = &current;
  for (Task *task : {&ofOthers, &ofAround, &ofCurrent}) {
    task->join = &join;
    ASSERT_TRUE(thread.slot->deque.push(task));
  }
  EXPECT_EQ(inChild([&] {
              TaskQueue &deque = thread.slot->deque;
              return !(deque.pop() == &ofCurrent && deque.pop() == &ofAround && !deque.pop());
            }),
            0);
  EXPECT_EQ(thread.slot->deque.size(), 3U) << "the parent goes on with all";
  while (thread.slot->deque.pop()) {
  }
  thread.anchor = nullptr;
  thread.task = nullptr;
}

/// A thread of the child's that gets the state of one which had a loan must not take it for its own: it would never
/// give back what it borrows.
TEST(ForkedChild, HasNoLoansOfOtherThreads) {
  currentThread();
  std::atomic<ThreadState *> borrower{nullptr};
  std::atomic<bool> isDone{false};
  WorkerSlot slot;
  Task task{};
  std::thread other([&] {
    ThreadState *thread = currentThread();
    thread->loan = {&slot, thread};
    thread->following = &task;
    borrower = thread;
    while (!isDone)
      std::this_thread::yield();
    thread->loan = {};
    thread->following = nullptr;
  });
  while (!borrower)
    std::this_thread::yield();
  EXPECT_EQ(inChild([&] {
              for (ThreadState *thread = nullptr; thread != borrower;)
                thread = makeThreadState();
              return borrower.load()->loan.slot || borrower.load()->following;
            }),
            0);
  isDone = true;
  other.join();
}

/// Its own loan is over: nobody waits for it.
TEST(ForkedChild, KeepsWhatItHasBorrowed) {
  ThreadState &thread = *currentThread();
  ASSERT_TRUE(acquireSlot(thread));
  thread.loan = {thread.slot, &thread};
  WorkerSlot *slot = thread.slot;
  EXPECT_EQ(inChild([&] { return thread.slot != slot || thread.loan.slot; }), 0);
  EXPECT_EQ(thread.loan.slot, slot);
  thread.loan = {};
}

/// A handler forks while its thread asks.
TEST(ForkedChild, MayHaveAskedForASlot) {
  ThreadState &thread = *currentThread();
  WorkerSlot *slot = thread.slot;
  SlotRequest request(thread, {0, 1});
  EXPECT_EQ(inChild([&] {
              request.~SlotRequest();
              return thread.slot != slot;
            }),
            0);
}

} // namespace
} // namespace tactus
