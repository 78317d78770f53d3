//===- waits.h - threads that wait for what is not Tactus' ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A library between a program and something that makes threads wait (mpi/) says when they do. Latent work around such a
// wait goes on meanwhile:
//
//     begin the operation
//     test it; if it is not done soon:
//       tactus_wait_note(site, begin)      the time line has the wait from here on
//       tactus_wait_lend() ◄───┐           what is latent around the caller becomes tasks, and others run them
//       sleep, test it ────────┘
//       tactus_wait_end()                  the thread goes on
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_WAITS_H
#define TACTUS_ABI_WAITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where the program calls something that may wait, and for how long it has, in ticks of tactus_wait_clock(). Counters
/// are written by relaxed additions. It stays where it is until the process ends.
typedef struct tactus_wait_site {
  /// What is called, and where the call returns to.
  const char *function;
  const void *address;
  /// From 1 on.
  uint64_t number;
  uint64_t calls, ticks;
  struct tactus_wait_site *next;
} tactus_wait_site;

/// Who is at work while the caller waits.
enum {
  /// Nobody who could not be at work anyhow: the caller may wait as it likes.
  TACTUS_WAIT_ALONE,
  /// All workers: the caller should sleep between two tests.
  TACTUS_WAIT_OTHERS_WORK,
  /// A worker has nothing to do: tests cost nobody anything.
  TACTUS_WAIT_IDLE
};

/// The calling thread is waiting: makes tasks of what is latent around it, and gives its slot away. May be called again
/// as long as it waits.
int tactus_wait_lend(void);

/// The wait is over.
void tactus_wait_end(void);

/// The calling thread has been waiting since `begin`, and has written nothing since. Ended by tactus_wait_end(), or by
/// the second at once, with the present as its end. `begin` comes from tactus_wait_clock().
void tactus_wait_note(tactus_wait_site *site, uint64_t begin);
void tactus_wait_noted(tactus_wait_site *site, uint64_t begin);

/// The time, in ticks of libtactus' own clock; and how many of them a wait lasts before lending pays.
uint64_t tactus_wait_clock(void);
uint64_t tactus_wait_patience(void);

/// Whether there will be a time line, which has sites.
int tactus_wait_is_traced(void);

/// Where the list of all sites begins, whose elements are pushed with release. For the end of the time line.
void tactus_wait_sites(tactus_wait_site **first);

#ifdef __cplusplus
}
#endif

#endif // TACTUS_ABI_WAITS_H
