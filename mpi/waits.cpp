//===- waits.cpp - sending, receiving, and waiting for requests --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     MPI_Recv(buffer, …, status)     PMPI_Irecv(buffer, …, &request)
//                                     until PMPI_Test(&request, &done, status) says that it is done
//
// The operation starts where the program has called it, in the same thread, with the same arguments. So the order of
// messages is that of the program, and at each level of threads MPI is called when and where the program calls it.
//
//===----------------------------------------------------------------------===//
#include "call.h"

#define TACTUS_MPI_EXPORT extern "C" __attribute__((visibility("default")))

namespace tactus::mpi {

static constinit Function<3> test{"PMPI_Test"};
static constinit Function<2> wait{"PMPI_Wait"};
static constinit Function<7> startReceive{"PMPI_Irecv"}, startSend{"PMPI_Isend"};

/// What has been started, with a request, until it is done.
static int finish(Call &call, Word request, Word status) {
  return call.until([&](int *done) { return test(request, wordOf(done), status); },
                    [&] { return wait(request, status); });
}

template <typename Start> static int startAndFinish(Call &call, Word status, Start start) {
  Word request = 0;
  int result = start(wordOf(&request));
  return result == Success ? finish(call, wordOf(&request), status) : result;
}

} // namespace tactus::mpi

using namespace tactus::mpi;

#define TACTUS_CALLER __builtin_return_address(0)

#define TACTUS_SENDING(name, started)                                                                                  \
  TACTUS_MPI_EXPORT int MPI_##name(Word buffer, Word count, Word type, Word target, Word tag, Word communicator) {     \
    static constinit Function<6> direct{"PMPI_" #name};                                                                \
    static constinit Function<7> start{"PMPI_" #started};                                                              \
    if (!hasRuntime())                                                                                                 \
      return direct(buffer, count, type, target, tag, communicator);                                                   \
    Call call("MPI_" #name, TACTUS_CALLER);                                                                            \
    Opaque status;                                                                                                     \
    return startAndFinish(call, wordOf(&status), [&](Word request) {                                                   \
      return start(buffer, count, type, target, tag, communicator, request);                                           \
    });                                                                                                                \
  }

TACTUS_SENDING(Send, Isend)
TACTUS_SENDING(Ssend, Issend)
TACTUS_SENDING(Rsend, Irsend)

TACTUS_MPI_EXPORT int MPI_Recv(Word buffer, Word count, Word type, Word source, Word tag, Word communicator,
                               Word status) {
  static constinit Function<7> direct{"PMPI_Recv"};
  if (!hasRuntime())
    return direct(buffer, count, type, source, tag, communicator, status);
  Call call("MPI_Recv", TACTUS_CALLER);
  return startAndFinish(call, status, [&](Word request) {
    return startReceive(buffer, count, type, source, tag, communicator, request);
  });
}

TACTUS_MPI_EXPORT int MPI_Mrecv(Word buffer, Word count, Word type, Word message, Word status) {
  static constinit Function<5> direct{"PMPI_Mrecv"}, start{"PMPI_Imrecv"};
  if (!hasRuntime())
    return direct(buffer, count, type, message, status);
  Call call("MPI_Mrecv", TACTUS_CALLER);
  return startAndFinish(call, status, [&](Word request) { return start(buffer, count, type, message, request); });
}

TACTUS_MPI_EXPORT int MPI_Sendrecv(Word sent, Word sentCount, Word sentType, Word target, Word sentTag, Word received,
                                   Word receivedCount, Word receivedType, Word source, Word receivedTag,
                                   Word communicator, Word status) {
  static constinit Function<12> direct{"PMPI_Sendrecv"};
  if (!hasRuntime())
    return direct(sent, sentCount, sentType, target, sentTag, received, receivedCount, receivedType, source,
                  receivedTag, communicator, status);
  Call call("MPI_Sendrecv", TACTUS_CALLER);
  Word receiving = 0, sending = 0;
  Opaque statusOfSend;
  int result =
      startReceive(received, receivedCount, receivedType, source, receivedTag, communicator, wordOf(&receiving));
  if (result == Success)
    result = startSend(sent, sentCount, sentType, target, sentTag, communicator, wordOf(&sending));
  if (result != Success)
    return result;
  // Each is tested until it is done, and no more: what is done has no request any more.
  bool isReceived = false, isSent = false;
  return call.until(
      [&](int *done) {
        int problem = Success, one = 0;
        if (!isReceived && (problem = test(wordOf(&receiving), wordOf(&one), status)) == Success)
          isReceived = one;
        one = 0;
        if (problem == Success && !isSent &&
            (problem = test(wordOf(&sending), wordOf(&one), wordOf(&statusOfSend))) == Success)
          isSent = one;
        *done = isReceived && isSent;
        return problem;
      },
      [&] {
        int problem = isReceived ? Success : wait(wordOf(&receiving), status);
        return problem != Success || isSent ? problem : wait(wordOf(&sending), wordOf(&statusOfSend));
      });
}

TACTUS_MPI_EXPORT int MPI_Wait(Word request, Word status) {
  if (!hasRuntime())
    return wait(request, status);
  Call call("MPI_Wait", TACTUS_CALLER);
  return finish(call, request, status);
}

TACTUS_MPI_EXPORT int MPI_Waitall(Word count, Word requests, Word statuses) {
  static constinit Function<3> direct{"PMPI_Waitall"};
  static constinit Function<4> testAll{"PMPI_Testall"};
  if (!hasRuntime())
    return direct(count, requests, statuses);
  Call call("MPI_Waitall", TACTUS_CALLER);
  return call.until([&](int *done) { return testAll(count, requests, wordOf(done), statuses); },
                    [&] { return direct(count, requests, statuses); });
}

TACTUS_MPI_EXPORT int MPI_Waitany(Word count, Word requests, Word index, Word status) {
  static constinit Function<4> direct{"PMPI_Waitany"};
  static constinit Function<5> testAny{"PMPI_Testany"};
  if (!hasRuntime())
    return direct(count, requests, index, status);
  Call call("MPI_Waitany", TACTUS_CALLER);
  return call.until([&](int *done) { return testAny(count, requests, index, wordOf(done), status); },
                    [&] { return direct(count, requests, index, status); });
}

TACTUS_MPI_EXPORT int MPI_Waitsome(Word count, Word requests, Word found, Word indices, Word statuses) {
  static constinit Function<5> direct{"PMPI_Waitsome"}, testSome{"PMPI_Testsome"};
  if (!hasRuntime())
    return direct(count, requests, found, indices, statuses);
  Call call("MPI_Waitsome", TACTUS_CALLER);
  return call.until(
      [&](int *done) {
        int result = testSome(count, requests, found, indices, statuses);
        // A number, or MPI_UNDEFINED where there is nothing to wait for.
        *done = *reinterpret_cast<const int *>(found) != 0;
        return result;
      },
      [&] { return direct(count, requests, found, indices, statuses); });
}

TACTUS_MPI_EXPORT int MPI_Probe(Word source, Word tag, Word communicator, Word status) {
  static constinit Function<4> direct{"PMPI_Probe"};
  static constinit Function<5> probe{"PMPI_Iprobe"};
  if (!hasRuntime())
    return direct(source, tag, communicator, status);
  Call call("MPI_Probe", TACTUS_CALLER);
  return call.until([&](int *done) { return probe(source, tag, communicator, wordOf(done), status); },
                    [&] { return direct(source, tag, communicator, status); });
}

TACTUS_MPI_EXPORT int MPI_Mprobe(Word source, Word tag, Word communicator, Word message, Word status) {
  static constinit Function<5> direct{"PMPI_Mprobe"};
  static constinit Function<6> probe{"PMPI_Improbe"};
  if (!hasRuntime())
    return direct(source, tag, communicator, message, status);
  Call call("MPI_Mprobe", TACTUS_CALLER);
  return call.until([&](int *done) { return probe(source, tag, communicator, wordOf(done), message, status); },
                    [&] { return direct(source, tag, communicator, message, status); });
}
