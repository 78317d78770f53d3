// What the programs of this folder share: each counts its errors in all ranks, and rank 0 says so at the end.
#ifndef RANK_PROGRAM_H
#define RANK_PROGRAM_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int rank_of_program, ranks_of_program, errors_of_program;
#define RANK rank_of_program
#define RANKS ranks_of_program

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "rank %d: %s:%d: %s\n", RANK, __FILE__, __LINE__, #condition);                                   \
      __atomic_fetch_add(&errors_of_program, 1, __ATOMIC_RELAXED);                                                     \
    }                                                                                                                  \
  } while (0)

// Ends with 0 and says so if the MPI does not give as much: then there is nothing to test.
static inline void begin(int *argc, char ***argv, int level) {
  int given;
  MPI_Init_thread(argc, argv, level, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_program);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_of_program);
  if (given < level) {
    fprintf(stderr, "this MPI gives level %d, not %d\n", given, level);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
}

static inline int end(void) {
  int sum = 0;
  MPI_Allreduce(&errors_of_program, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (RANK == 0)
    printf("%s\n", sum ? "wrong" : "right");
  MPI_Finalize();
  return sum != 0;
}

static inline void sleep_ms(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, 0);
}

// Some work whose result is known.
static inline long count_up(long to) {
  volatile long sum = 0;
  for (long i = 1; i <= to; ++i)
    sum = sum + i;
  return sum;
}

#endif
