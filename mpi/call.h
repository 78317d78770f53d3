//===- call.h - one call of a function that may wait ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A call has a site, where its time is added up, and goes one of two ways:
//
//     until()   what was started is tested until it is done. At first at once again, for a time in which lending would
//               not pay. Then latent work is given to others, and the thread sleeps between two tests.
//     around()  what cannot be tested is called as it is. Whether it takes long enough to lend the place before is what
//               the calls before it at the same site have taken.
//
// Where there is no libtactus in the program, calls go straight to MPI.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_MPI_CALL_H
#define TACTUS_MPI_CALL_H

#include "abi/waits.h"
#include "library.h"

namespace tactus::mpi {

/// Whether libtactus is in the program.
bool hasRuntime();

/// The site of a call that returns to `address`; null if there is no room for one more.
tactus_wait_site *findSite(const char *function, const void *address);

/// How a thread waits between two tests.
class Pause {
  uint64_t since = 0, patience = 0, nextLend = 0;
  int others = 0;
  unsigned rounds = 0;
  int slack = -1;

  void sleep(uint64_t waited);

public:
  Pause() = default;
  Pause(const Pause &) = delete;
  Pause &operator=(const Pause &) = delete;
  ~Pause();

  /// False if nobody needs the thread's place: then it may wait in MPI itself.
  bool wait(tactus_wait_site *site, uint64_t begin);
};

class Call {
  tactus_wait_site *const site;
  const uint64_t begin;

  /// Adds the time since the beginning to the site's; returns it.
  uint64_t add();
  /// Lends the place, if the site's calls take long; then they end by end(true).
  bool lend();
  void end(bool hasLent);

public:
  Call(const char *function, const void *address);

  /// `test(done)` tests, and `wait()` waits without testing; both return MPI's result.
  template <typename Test, typename Wait> int until(Test test, Wait wait) {
    int done = 0, result;
    {
      Pause pause;
      while ((result = test(&done)) == Success && !done)
        if (!pause.wait(site, begin)) {
          result = wait();
          break;
        }
    }
    add();
    return result;
  }

  /// `run()` is the call itself.
  template <typename Run> int around(Run run) {
    bool lends = lend();
    int result = run();
    end(lends);
    return result;
  }
};

} // namespace tactus::mpi

#endif // TACTUS_MPI_CALL_H
