//===- deaths.hpp - what MPI says of ranks that have died ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An MPI with ULFM (user-level failure mitigation: Open MPI 5, `mpirun --with-ft ulfm`) leaves the other ranks alive,
// and tells them. Without it nothing is ever told: the launcher ends the job.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_DEATHS_HPP
#define TACTUS_CLUSTER_DEATHS_HPP

#include "protocol.hpp"

// MPI's C interface is enough; that for C++ was removed from MPI in 2012.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5
#include <mpi-ext.h>
#endif

#include <cstdlib>
#include <numeric>

namespace tactus::cluster::detail {

#ifdef OMPI_HAVE_MPI_EXT_FTMPI

/// Whether an operation has failed because the other rank has died.
inline bool isDeath(int result) {
  int kind = MPI_SUCCESS;
  MPI_Error_class(result, &kind);
  return kind == MPIX_ERR_PROC_FAILED || kind == MPIX_ERR_PROC_FAILED_PENDING;
}

/// The ranks of a communicator that are known to have died, in order.
inline Ranks deathsIn(MPI_Comm comm) {
  MPI_Group failed = MPI_GROUP_NULL, all = MPI_GROUP_NULL;
  int count = 0;
  if (MPIX_Comm_get_failed(comm, &failed) != MPI_SUCCESS)
    return {};
  MPI_Group_size(failed, &count);
  Ranks numbers(static_cast<std::size_t>(count)), ranks(numbers.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  if (count) {
    MPIX_Comm_failure_ack(comm); // messages of any other rank may come
    MPI_Comm_group(comm, &all);
    MPI_Group_translate_ranks(failed, count, numbers.data(), all, ranks.data());
    MPI_Group_free(&all);
    std::sort(ranks.begin(), ranks.end());
  }
  MPI_Group_free(&failed);
  return ranks;
}

/// Returns when all ranks that live have called it.
inline void meetLiving(MPI_Comm comm) {
  int flag = 1;
  MPIX_Comm_agree(comm, &flag);
}

#else

inline void meetLiving(MPI_Comm) {}
inline bool isDeath(int) { return false; }
inline Ranks deathsIn(MPI_Comm) { return {}; }

#endif

/// Around MPI_Init: has MPI_Finalize not wait for others. That of Open MPI 5.0 waits for ever, as a rule, if a rank has
/// died, and those that live have met.
class FinalizeAlone {
  static constexpr const char *Variable = "OMPI_MCA_async_mpi_finalize";
  // The launcher says by this one that it leaves ranks alive.
  bool isSet = std::getenv("OMPI_MCA_mpi_ft_enable") && !std::getenv(Variable) && setenv(Variable, "1", 0) == 0;

public:
  FinalizeAlone() = default;
  FinalizeAlone(const FinalizeAlone &) = delete;
  FinalizeAlone &operator=(const FinalizeAlone &) = delete;
  ~FinalizeAlone() {
    if (isSet)
      unsetenv(Variable);
  }
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_DEATHS_HPP
