// Loaded into a program: the rank DIES_RANK is killed when it sends or receives its message number DIES_MESSAGE. It
// says so by a file, DIES_FILE.
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void count(MPI_Comm comm) {
  static int messages;
  const char *rank = getenv("DIES_RANK"), *message = getenv("DIES_MESSAGE");
  int self;
  PMPI_Comm_rank(comm, &self);
  if (!rank || self != atoi(rank) || ++messages != atoi(message))
    return;
  close(open(getenv("DIES_FILE"), O_CREAT | O_WRONLY, 0600));
  raise(SIGKILL);
}

int MPI_Isend(const void *bytes, int size, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  count(comm);
  return PMPI_Isend(bytes, size, type, to, tag, comm, request);
}

int MPI_Recv(void *bytes, int size, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status) {
  count(comm);
  return PMPI_Recv(bytes, size, type, from, tag, comm, status);
}
