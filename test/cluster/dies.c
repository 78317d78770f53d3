// Loaded into a program: the rank DIES_RANK is killed when it does something for the DIES_NUMBER-th time, which DIES_BY
// names. A file says that it has been: DIES_FILE.
//
//     messages   it sends or receives one
//     looks      it looks for one
//     pieces     it has received a piece of another rank, which waits for the result
//     results    it would send such a result
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void count(const char *what, MPI_Comm comm) {
  static int calls;
  const char *by = getenv("DIES_BY");
  int self;
  PMPI_Comm_rank(comm, &self);
  if (!by || strcmp(by, what) != 0 || self != atoi(getenv("DIES_RANK")) || ++calls != atoi(getenv("DIES_NUMBER")))
    return;
  close(open(getenv("DIES_FILE"), O_CREAT | O_WRONLY, 0600));
  raise(SIGKILL);
}

// What include/tactus/cluster/transport.hpp sends: behind the length comes what kind it is of.
enum { KindAt = 8, Piece = 0, Result = 1 };

static int isOf(int kind, const void *bytes, int size) {
  return size > KindAt && ((const char *)bytes)[KindAt] == kind;
}

int MPI_Isend(const void *bytes, int size, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  count("messages", comm);
  if (isOf(Result, bytes, size))
    count("results", comm);
  return PMPI_Isend(bytes, size, type, to, tag, comm, request);
}

int MPI_Recv(void *bytes, int size, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status) {
  count("messages", comm);
  int result = PMPI_Recv(bytes, size, type, from, tag, comm, status);
  if (result == MPI_SUCCESS && isOf(Piece, bytes, size))
    count("pieces", comm);
  return result;
}

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *has, MPI_Status *status) {
  count("looks", comm);
  return PMPI_Iprobe(from, tag, comm, has, status);
}
