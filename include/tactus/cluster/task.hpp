//===- task.hpp - second branches of forks, whose promoted tasks may go to another rank -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork is latent, and costs what any fork costs, whatever ranks there are. When it is promoted, libtactus says so,
// and a frame for its task is made at the end of the task's result area and put on the rank's shelf. Whoever is to run
// the task asks for the frame first: it runs here, or its result has come. So a second branch that travels is a type,
//
//     operator()()         what it does here
//     pack(writer), name() its captures, and the function that does it in another rank
//     receive(reader)      what it returns, from what that function has written
//     isStopped()          whether nobody wants it any more
//
// which derives from TravellingBranch. Only its task's own code knows where its captures are: the compiler leaves them
// in registers. So questions about a task are asked by running it, with a Question for the thread.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_TASK_HPP
#define TACTUS_CLUSTER_TASK_HPP

#include "../detail/par.hpp"
#include "member.hpp"

namespace tactus::cluster::detail {

/// What the progress thread wants of a task: its captures, or that it takes its result; with neither, whether it is
/// stopped.
struct Question {
  Writer *captures = nullptr;
  Reader *result = nullptr;
  FunctionName name{};
  bool isStopped = false;
};
inline constinit thread_local Question *question = nullptr;

class PromotedFrame final : public Frame {
  tactus_fork_record *record;
  Bytes captures;
  FunctionName name;

  void ask(Question &asked) const {
    const tactus_fork_descriptor *descriptor = nullptr;
    const uint64_t *environment = tactus_fork_environment(record, &descriptor);
    question = &asked;
    descriptor->run(environment, record->result);
  }

public:
  explicit PromotedFrame(tactus_fork_record *fork) : record(fork) {}
  PromotedFrame(const PromotedFrame &) = delete;
  PromotedFrame &operator=(const PromotedFrame &) = delete;
  ~PromotedFrame() = default;

  /// What is stopped goes nowhere: another rank would begin it before it knew.
  [[nodiscard]] bool prepare() override {
    Writer writer;
    Question asked{&writer};
    ask(asked);
    captures = writer.take();
    name = asked.name;
    return !asked.isStopped;
  }
  [[nodiscard]] FunctionName function() const override { return name; }
  void pack(Writer &written) const override { written.put(captures.data(), captures.size()); }
  void accept(Reader &written) override {
    Question asked;
    asked.result = &written;
    ask(asked);
  }
  [[nodiscard]] bool isStopped() const override {
    Question asked;
    ask(asked);
    return asked.isStopped;
  }
};

/// At the end of a task's result area, which begins as zeros: so nothing is constructed unless it says so.
struct alignas(TACTUS_RESULT_ALIGNMENT) TaskState {
  bool isOffered, hasOutcome;
  alignas(PromotedFrame) std::byte frame[sizeof(PromotedFrame)];

  PromotedFrame &offered() { return *std::launder(reinterpret_cast<PromotedFrame *>(frame)); }
  void end() {
    isOffered = false;
    offered().~PromotedFrame();
  }
};

/// Told of each promotion, if there are other ranks.
inline void offerTask(const void *, tactus_fork_record *record) {
  const tactus_fork_descriptor *descriptor = nullptr;
  tactus_fork_environment(record, &descriptor);
  auto &state = *reinterpret_cast<TaskState *>(static_cast<std::byte *>(record->result) + descriptor->result_bytes -
                                               sizeof(TaskState));
  state.isOffered = shelf.offer(*new (state.frame) PromotedFrame(record));
  if (!state.isOffered)
    state.offered().~PromotedFrame();
}

/// Whether the task is to run here. Else its result has come, and is its outcome.
inline bool takeTask(PromotedFrame &frame) {
  if (!Member::current()->take(frame))
    return false;
  // A rank that has nothing to do wants the outermost fork of what begins, too.
  if (tactus_credit > 0 && __atomic_load_n(shelf.wantedTasks(), __ATOMIC_RELAXED) > 0)
    tactus_credit = 0;
  return true;
}

template <class Branch> decltype(auto) receiveResult(const Branch &branch, Reader &result) {
  try {
    return branch.receive(result);
  } catch (...) {
    endJobByException(Member::current()->rank());
  }
}

struct TravellingBranch {
  using TaskState = detail::TaskState;

  template <class Outcome, class Branch>
  static void answer(const Branch &branch, Question &asked, Outcome *outcome, TaskState &state) {
    if (asked.result) {
      (::new (outcome) Outcome)->fill([&] { return receiveResult(branch, *asked.result); });
      state.hasOutcome = true;
      return;
    }
    asked.isStopped = branch.isStopped();
    if (!asked.captures || asked.isStopped)
      return;
    asked.name = branch.name();
    branch.pack(*asked.captures);
  }

  /// The task; or an answer. `branch` is a copy: the address of what was captured is nobody's.
  template <class Outcome, class Branch>
  [[gnu::noinline]] static void runTask(Branch branch, Outcome *outcome, TaskState &state) {
    if (Question *asked = std::exchange(question, nullptr))
      return answer(branch, *asked, outcome, state);
    if (!state.isOffered || takeTask(state.offered())) {
      (::new (outcome) Outcome)->fill(branch);
      state.hasOutcome = true;
    }
    if (state.isOffered)
      state.end();
  }

  /// The first branch has thrown: nobody wants the second one. Returns when nobody runs it.
  template <class Outcome> static void discardTask(Outcome *outcome, TaskState &state) {
    if (state.isOffered) {
      Member::current()->abandon(state.offered());
      state.end();
    }
    if (state.hasOutcome)
      outcome->destroy();
  }
};

template <class Run> FunctionName nameOfFunction(Run run) { return nameOf(reinterpret_cast<uint64_t>(run)); }

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_TASK_HPP
