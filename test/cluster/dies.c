// Loaded into a program: the rank DIES_RANK is killed when it sends or receives its message number DIES_NUMBER, or
// when it looks for messages as often, if DIES_BY says "looks". A file says that it has been: DIES_FILE.
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

int MPI_Isend(const void *bytes, int size, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  count("messages", comm);
  return PMPI_Isend(bytes, size, type, to, tag, comm, request);
}

int MPI_Recv(void *bytes, int size, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status) {
  count("messages", comm);
  return PMPI_Recv(bytes, size, type, from, tag, comm, status);
}

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int *has, MPI_Status *status) {
  count("looks", comm);
  return PMPI_Iprobe(from, tag, comm, has, status);
}
