//===- frames.cpp - the tree of calls and delayed steps -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames.h"

#include "dependence.h"

#include <algorithm>
#include <utility>

namespace tactus::splice {

Frame &pushFrame(Thread &thread, const effects &inclusive) {
  if (thread.path.size() == thread.path.capacity()) // nothing may fail once there is a frame
    thread.path.reserve(2 * thread.path.size() + 16);
  Frame &frame = *new Frame;
  frame.inclusive = frame.remaining = inclusive;
  frame.thread = &thread;
  thread.path.push_back(&frame);
  if (thread.path.size() == 1) {
    thread.root = &frame;
  } else {
    Frame *parent = thread.path[thread.path.size() - 2];
    frame.parent = parent;
    frame.nextSibling = parent->firstChild;
    if (frame.nextSibling)
      frame.nextSibling->previousSibling = &frame;
    parent->firstChild = &frame;
  }
  ++thread.group->counters.frames;
  refine(frame);
  return frame;
}

/// Frees frames from `frame` upwards that have returned and have no delayed steps.
static void freeUnused(Frame *frame) {
  while (frame && !frame->active && !frame->live) {
    Frame *parent = frame->parent;
    if (frame->nextSibling)
      frame->nextSibling->previousSibling = frame->previousSibling;
    if (frame->previousSibling)
      frame->previousSibling->nextSibling = frame->nextSibling;
    else if (parent)
      parent->firstChild = frame->nextSibling;
    if (!parent)
      frame->thread->root = nullptr;
    delete frame;
    frame = parent;
  }
}

void changeBytes(Group &group, std::ptrdiff_t change) {
  group.bytes += static_cast<std::size_t>(change);
  group.mostBytes = std::max(group.mostBytes, group.bytes);
}

void popFrame(Thread &thread) {
  Frame *frame = thread.path.back();
  thread.path.pop_back();
  frame->active = false;
  if (frame->forked) // after an exception: nobody waits for what the fork does
    std::exchange(frame->forked, nullptr)->origin = nullptr;
  freeUnused(frame);
}

void shrinkRemaining(Frame &frame, const effects &remaining) {
  frame.remaining = remaining;
  if (frame.watchers)
    wakeWatchers(*frame.thread->group, frame);
}

void clearRemaining(Frame &frame) {
  frame.remaining.read.clear();
  frame.remaining.written.clear();
  if (frame.watchers)
    wakeWatchers(*frame.thread->group, frame);
}

std::size_t bytesOfDelaying(const Frame &home, std::size_t bytes) {
  for (const Frame *frame = &home; frame && !frame->live; frame = frame->parent)
    bytes += sizeof(Frame);
  return bytes;
}

void linkDelayed(DelayedStep &step) {
  step.nextInHome = step.home->delayed;
  if (step.nextInHome)
    step.nextInHome->previousInHome = &step;
  step.home->delayed = &step;
  Thread &thread = *step.home->thread;
  step.nextInThread = thread.delayed;
  if (step.nextInThread)
    step.nextInThread->previousInThread = &step;
  thread.delayed = &step;
  changeBytes(*step.home->thread->group, static_cast<std::ptrdiff_t>(bytesOfDelaying(*step.home, step.bytes)));
  for (Frame *frame = step.home; frame; frame = frame->parent)
    ++frame->live;
}

void unlinkDelayed(DelayedStep &step) {
  if (step.nextInHome)
    step.nextInHome->previousInHome = step.previousInHome;
  if (step.previousInHome)
    step.previousInHome->nextInHome = step.nextInHome;
  else
    step.home->delayed = step.nextInHome;
  if (step.nextInThread)
    step.nextInThread->previousInThread = step.previousInThread;
  if (step.previousInThread)
    step.previousInThread->nextInThread = step.nextInThread;
  else
    step.home->thread->delayed = step.nextInThread;
  for (Frame *frame = step.home; frame; frame = frame->parent)
    --frame->live;
  changeBytes(*step.home->thread->group, -static_cast<std::ptrdiff_t>(bytesOfDelaying(*step.home, step.bytes)));
  freeUnused(step.home);
}

} // namespace tactus::splice
