//===- session.hpp - a program of several ranks, from its beginning to its end ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_SESSION_HPP
#define TACTUS_CLUSTER_SESSION_HPP

#include "task.hpp"

namespace tactus::cluster::detail {

/// MPI from here to the end of the scope, unless the program has started it.
class MpiSession {
  bool isOurs = false;

  static void start(int *argc, char ***argv, int *level) {
    FinalizeAlone alone;
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, level);
  }

public:
  MpiSession(int *argc, char ***argv) {
    int has = 0, level = 0;
    MPI_Initialized(&has);
    isOurs = !has;
    if (has)
      MPI_Query_thread(&level);
    else
      start(argc, argv, &level);
    int ranks = 1, rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (level >= MPI_THREAD_SERIALIZED || ranks == 1)
      return;
    // All ranks have the same level, as a rule: one of them says so.
    if (rank != 0)
      MPI_Barrier(MPI_COMM_WORLD);
    endJob(rank, "MPI has been started for one thread; ask MPI_Init_thread for MPI_THREAD_SERIALIZED, or leave it to "
                 "cluster::run");
  }
  MpiSession(const MpiSession &) = delete;
  MpiSession &operator=(const MpiSession &) = delete;
  ~MpiSession() {
    if (isOurs)
      MPI_Finalize();
  }
};

/// The program's part of a job, in rank 0. Tells the others when it ends, also by an exception.
class Ending {
  Member &member;

public:
  explicit Ending(Member &what) : member(what) {}
  Ending(const Ending &) = delete;
  Ending &operator=(const Ending &) = delete;
  ~Ending() { member.finish(); }
};

template <class Program> int statusOf(Program &program) {
  if constexpr (std::is_void_v<std::invoke_result_t<Program &>>) {
    program();
    return EXIT_SUCCESS;
  } else {
    return program();
  }
}

/// Collective.
inline void requireOneProgram(const Transport &transport) {
  if (transport.agree(hashOfProgram()))
    return;
  if (transport.rank() != 0)
    MPI_Barrier(MPI_COMM_WORLD);
  endJob(0, "the ranks run different programs; start one program in all of them");
}

/// From here to the end of the scope, promoted tasks may go to other ranks.
struct OfferedTasks {
  OfferedTasks() {
    tactus_watch_promotions(offerTask);
    tactus_promote_for_others(shelf.wantedTasks());
  }
  ~OfferedTasks() {
    tactus_watch_promotions(nullptr);
    tactus_promote_for_others(nullptr);
  }
  OfferedTasks(const OfferedTasks &) = delete;
  OfferedTasks &operator=(const OfferedTasks &) = delete;
};

template <class Program> int runJob(Program &program) {
  Transport transport;
  if (transport.size() == 1)
    return statusOf(program);
  requireOneProgram(transport);
  Member member(transport);
  OfferedTasks offered;
  if (transport.rank() == 0) {
    Ending ending(member);
    return statusOf(program);
  }
  member.serve();
  return EXIT_SUCCESS;
}

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_SESSION_HPP
