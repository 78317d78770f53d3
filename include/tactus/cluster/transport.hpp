//===- transport.hpp - messages between ranks, by MPI ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two-sided messages on a communicator of our own, so that none of the program's is mistaken for one. Between two ranks
// they arrive in order. One thread at a time calls a Transport: that is why MPI_THREAD_SERIALIZED is enough.
//
// A message longer than MPI counts goes in parts: its first eight bytes are its length.
//
// A message to a rank that has died goes nowhere, and one from it may be broken off. Neither is said here: deaths() is.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_TRANSPORT_HPP
#define TACTUS_CLUSTER_TRANSPORT_HPP

#include "deaths.hpp"
#include "protocol.hpp"
#include "travel.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <new>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <thread>

namespace tactus::cluster::detail {

/// What has been written to a pipe, a socket or a terminal and not been read; 0 for other files.
inline int unreadBytes(int file) {
  struct stat status;
  bool isPipe = fstat(file, &status) == 0 && S_ISFIFO(status.st_mode);
  int bytes = 0;
  return ioctl(file, isPipe ? FIONREAD : TIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

/// Waits until the launcher has read what was written, for some seconds at most. MPICH's launcher stops reading as soon
/// as it is told that a rank has called MPI_Abort.
inline void waitUntilRead(int file) {
  constexpr int Most = 5000;
  for (int milliseconds = 0; milliseconds < Most && unreadBytes(file) > 0; ++milliseconds)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// The job cannot go on: one line, and the end of all ranks.
[[noreturn]] inline void endJob(Rank rank, const char *what) {
  std::fprintf(stderr, "tactus: error: cluster: rank %d: %s\n", static_cast<int>(rank), what);
  std::fflush(stderr);
  waitUntilRead(fileno(stderr));
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort(); // MPI_Abort does not return
}

/// Where something has been caught that was thrown on a message's way.
[[noreturn]] inline void endJobByException(Rank rank) {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    endJob(rank, "no memory for a message; give the job more, or fewer ranks to each node");
  } catch (const std::exception &problem) {
    endJob(rank, problem.what());
  }
}

struct Message {
  Kind kind{};
  Way way = Way::Asked;
  /// Whether a result is that there is none: the piece has thrown, and its giver runs it again.
  bool failed = false;
  /// The giver's number of the piece.
  uint64_t piece = 0;
  /// Of a piece: which function runs it (image.hpp).
  uint64_t image = 0, offset = 0;
  Ranks asks{};
  /// Captures, or a result.
  Bytes body{};
  /// The ranks that have died, as far as the sender knows.
  Ranks deaths{};

  template <class Archive> void serialise(Archive &archive) {
    archive(kind, way, failed, piece, image, offset, asks, body, deaths);
  }
};

class Transport {
  struct Sending {
    Bytes bytes;
    std::vector<MPI_Request> requests;
  };
  MPI_Comm comm = MPI_COMM_NULL;
  int self = 0, ranks = 1;
  /// The first rank on the node of each.
  std::vector<int> nodes;
  std::list<Sending> sending;

  void check(int result) const {
    if (result == MPI_SUCCESS)
      return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(result, text, &length);
    endJob(self, text);
  }
  /// Of an operation with another rank: false if that has died.
  bool succeeds(int result) const {
    if (isDeath(result))
      return false;
    check(result);
    return true;
  }
  bool isDone(Sending &one) const {
    return std::ranges::all_of(one.requests, [this](MPI_Request &request) {
      int done = 0;
      return !succeeds(MPI_Test(&request, &done, MPI_STATUS_IGNORE)) || done;
    });
  }
  /// Whether a message has arrived. Open MPI answers by what it knows, and then makes progress: what has come since the
  /// last look is known to the second one.
  bool hasArrived(MPI_Status &status) const {
    int has = 0;
    for (int look = 0; look < 2 && !has; ++look)
      if (!succeeds(MPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &has, &status)))
        return false;
    return has != 0;
  }
  void findNodes() {
    MPI_Comm node = MPI_COMM_NULL;
    check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    int first = self;
    check(MPI_Bcast(&first, 1, MPI_INT, 0, node));
    check(MPI_Comm_free(&node));
    nodes.resize(static_cast<std::size_t>(ranks));
    check(MPI_Allgather(&first, 1, MPI_INT, nodes.data(), 1, MPI_INT, comm));
  }

public:
  /// The longest part of a message. Tests make it short.
  static inline std::size_t partBytes = std::size_t{1} << 30;

  /// Collective.
  Transport() {
    check(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    check(MPI_Comm_rank(comm, &self));
    check(MPI_Comm_size(comm, &ranks));
    findNodes();
  }
  Transport(const Transport &) = delete;
  Transport &operator=(const Transport &) = delete;
  /// Collective.
  ~Transport() {
    meetLiving(comm);
    MPI_Comm_free(&comm);
  }

  Rank rank() const { return self; }
  Rank size() const { return ranks; }
  bool isNear(Rank a, Rank b) const { return nodes[static_cast<std::size_t>(a)] == nodes[static_cast<std::size_t>(b)]; }

  /// Whether all ranks have the same value. Collective.
  bool agree(uint64_t value) const {
    uint64_t least = 0, most = 0;
    check(MPI_Allreduce(&value, &least, 1, MPI_UINT64_T, MPI_MIN, comm));
    check(MPI_Allreduce(&value, &most, 1, MPI_UINT64_T, MPI_MAX, comm));
    return least == most;
  }

  /// The ranks that have died, as far as MPI knows.
  Ranks deaths() const { return deathsIn(comm); }

  void send(Rank to, const Message &message) {
    Writer writer;
    writer(uint64_t{0}, message);
    Sending &one = sending.emplace_back(Sending{writer.take(), {}});
    uint64_t length = one.bytes.size();
    std::memcpy(one.bytes.data(), &length, sizeof length);
    for (std::size_t begin = 0; begin < length; begin += partBytes) {
      std::size_t size = std::min(partBytes, one.bytes.size() - begin);
      if (!succeeds(MPI_Isend(one.bytes.data() + begin, static_cast<int>(size), MPI_BYTE, to, 0, comm,
                              &one.requests.emplace_back(MPI_REQUEST_NULL))))
        return;
    }
  }

  /// Whether anything is still being sent.
  bool isSending() {
    std::erase_if(sending, [this](Sending &one) { return isDone(one); });
    return !sending.empty();
  }

  /// A message that has arrived, and its sender.
  std::optional<std::pair<Rank, Message>> receive() {
    MPI_Status status;
    if (!hasArrived(status))
      return std::nullopt;
    int count = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &count));
    Bytes bytes(static_cast<std::size_t>(count));
    if (!succeeds(MPI_Recv(bytes.data(), count, MPI_BYTE, status.MPI_SOURCE, 0, comm, MPI_STATUS_IGNORE)))
      return std::nullopt;
    Reader reader(bytes);
    uint64_t length = 0;
    reader(length);
    while (bytes.size() < length) {
      std::size_t begin = bytes.size(), size = std::min(partBytes, static_cast<std::size_t>(length) - begin);
      bytes.resize(begin + size);
      if (!succeeds(MPI_Recv(bytes.data() + begin, static_cast<int>(size), MPI_BYTE, status.MPI_SOURCE, 0, comm,
                             MPI_STATUS_IGNORE)))
        return std::nullopt;
    }
    Reader whole(bytes);
    Message message;
    whole(length, message);
    return std::pair{Rank{status.MPI_SOURCE}, std::move(message)};
  }
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_TRANSPORT_HPP
