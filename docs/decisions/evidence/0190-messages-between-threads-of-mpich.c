// Threads that send to themselves at MPI_THREAD_MULTIPLE, without Tactus. With MPICH 4.0.2 of Debian 12, beside two
// busy processes and three others of its kind on two processors, 7 of 400 runs hung: one receive is never done.
//
//     mpicc.mpich -O2 0190-messages-between-threads-of-mpich.c -o messages && timeout 20 mpirun.mpich -n 1 ./messages
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { Messages = 16, Rounds = 8, Tests = 50 };

static void finish(MPI_Request *request) {
  int done = 0;
  for (int count = 0; count < Tests && !done; ++count) {
    MPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (!done)
      usleep(50);
  }
  if (!done)
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void *receive(void *argument) {
  long index = (long)argument, value = -1;
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_LONG, 0, (int)index, MPI_COMM_WORLD, &request);
  finish(&request);
  if (value != 1000 + index)
    printf("wrong: %ld\n", value);
  return NULL;
}

static void *send(void *argument) {
  long index = (long)argument, value = 1000 + index;
  MPI_Request request;
  MPI_Isend(&value, 1, MPI_LONG, 0, (int)index, MPI_COMM_WORLD, &request);
  finish(&request);
  return NULL;
}

int main(int count, char **words) {
  int level;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &level);
  for (int round = 0; round < Rounds; ++round) {
    pthread_t threads[2 * Messages];
    for (long index = 0; index < 2 * Messages; ++index)
      pthread_create(&threads[index], NULL, index < Messages ? receive : send, (void *)(index % Messages));
    for (int index = 0; index < 2 * Messages; ++index)
      pthread_join(threads[index], NULL);
  }
  MPI_Finalize();
  puts("right");
  return 0;
}
