//===- ranks.cpp - the ranks of a job, for Parallel ML ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Tasks of Parallel ML are frames of <tactus/cluster.hpp> (docs/decisions/0199-a-beat-between-ranks.md): who takes one
// off its shelf runs it. The bytes in the messages are the runtime's.
//
//===----------------------------------------------------------------------===//
#include "ranks.h"

#include <tactus/cluster/session.hpp>

namespace {

using namespace tactus::cluster::detail;

void append(void *bytes, const void *data, std::size_t size) {
  auto *begin = static_cast<const std::byte *>(data);
  auto &to = *static_cast<Bytes *>(bytes);
  to.insert(to.end(), begin, begin + size);
}

/// What another rank does with a task. Its results may not travel: then it is run again at home, like one that throws.
void runTask(Reader &captures, Writer &result, const std::atomic<bool> &) {
  auto packed = readValue<Bytes>(captures);
  Bytes made;
  if (!pml_travel_run(packed.data(), packed.size(), append, &made))
    throw std::runtime_error("the results stay");
  result(made);
}

class TaskFrame final : public Frame {
  tactus_fork_record *record;
  Bytes packed;

public:
  /// What the task has returned elsewhere.
  Bytes results;

  explicit TaskFrame(tactus_fork_record *fork) : record(fork) {}
  ~TaskFrame() = default;
  TaskFrame(const TaskFrame &) = delete;
  TaskFrame &operator=(const TaskFrame &) = delete;

  [[nodiscard]] bool prepare() override { return pml_travel_pack(record, append, &packed) != 0; }
  [[nodiscard]] FunctionName function() const override {
    static const FunctionName name = nameOf(reinterpret_cast<uint64_t>(&runTask));
    return name;
  }
  void pack(Writer &captures) const override { captures(packed); }
  void accept(Reader &written) override { written(results); }
};

/// From the beginning of the process to the end of the job. The member stays: tasks may run on while the process exits.
struct Job {
  MpiSession session;
  Transport transport;

  Job(int *argc, char ***argv) : session(argc, argv) {}
};
std::unique_ptr<Job> &job = *new std::unique_ptr<Job>;
Member *member;

void leave() {
  member->join();
  job.reset();
}

/// The program has called exit in rank 0 while pieces of it run here.
[[noreturn]] void endProcess() {
  job.reset();
  std::exit(EXIT_SUCCESS);
}

/// Starting MPI takes longer than many a program: only a launcher's ranks do.
bool isLaunched() {
  for (const char *variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(variable))
      return true;
  return false;
}

/// In chaos, now and then: others may have the task first, also if it is short.
void leaveToOthers() {
  static const bool isChaotic = std::getenv("TACTUS_CHAOS") != nullptr;
  static thread_local unsigned tasks = 0;
  if (isChaotic && ++tasks % 4 == 0)
    std::this_thread::sleep_for(std::chrono::microseconds(2 * Settings::ChaosMicroseconds));
}

} // namespace

extern "C" {

pml_job pml_ranks_begin(int *argc, char ***argv) {
  if (!isLaunched())
    return {0, 1};
  job = std::make_unique<Job>(argc, argv);
  Transport &transport = job->transport;
  pml_job found{transport.rank(), transport.size()};
  if (found.ranks == 1) {
    job.reset(); // nobody ends it later
    return found;
  }
  requireOneProgram(transport);
  member = new Member(transport, endProcess);
  return found;
}

void pml_ranks_serve() {
  member->serve();
  leave();
}

void pml_ranks_end() {
  member->finish();
  leave();
}

void *pml_ranks_offer(tactus_fork_record *record) {
  auto frame = std::unique_ptr<TaskFrame>(new (std::nothrow) TaskFrame(record));
  return frame && shelf.offer(*frame) ? frame.release() : nullptr;
}

int pml_ranks_take(void *offered, tactus::pml::Put take, void *context) {
  std::unique_ptr<TaskFrame> frame(static_cast<TaskFrame *>(offered));
  leaveToOthers();
  if (member->take(*frame))
    return 1;
  take(context, frame->results.data(), frame->results.size());
  return 0;
}

void pml_ranks_drop(void *offered) {
  std::unique_ptr<TaskFrame> frame(static_cast<TaskFrame *>(offered));
  member->abandon(*frame);
}
}
