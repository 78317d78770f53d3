// The program starts MPI itself, calls it beside the job, and runs two jobs; several of its threads fork at a time.
#include "cluster_program.h"

static long sum(long begin, long end) {
  if (end - begin < 50) {
    long result = 0;
    for (; begin < end; ++begin)
      result += begin;
    work(2000);
    return result;
  }
  long middle = begin + (end - begin) / 2;
  auto [a, b] = cluster::par(cluster::call<sum>(begin, middle), cluster::call<sum>(middle, end));
  return a + b;
}

int main(int argc, char **argv) {
  int level = 0, rank = 0, ranks = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int status = 0;
  for (long count : {3000, 2000})
    status |= cluster::run(argc, argv, [&] {
      long results[3] = {};
      std::thread one([&] { results[0] = sum(0, count); }), another([&] { results[1] = sum(0, count); });
      results[2] = sum(0, count);
      int mine = 1, own = 0;
      MPI_Request request;
      MPI_Irecv(&own, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
      MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      one.join();
      another.join();
      for (long result : results)
        check(result == count * (count - 1) / 2, "sums of three threads");
      check(own == 1, "a message of the program's");
      return errors;
    });
  int worst = 0;
  MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0)
    done();
  MPI_Finalize();
  return worst;
}
