//===- last_thread.h - a process ends with the last thread of the program's ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// main() may end by pthread_exit(). Then the process goes on until its last thread has ended, as if that had called
// exit(0) [POSIX, pthread_exit()]. Libtactus' own threads never end, and they block all signals: the process would go
// on for ever, and no signal's default action would end it. So when the initial thread has ended, one more thread looks
// now and then who is left, and ends the process when only libtactus' own are:
//
//     initial thread   main() ... pthread_exit(), its destructors ─┬─► gone (a zombie)
//     the looking one                                               ╰─ looks ── looks ──── looks ── exit(0)
//     others           the program's ─────────────────────────────────────────────► end
//
// No look is wrong. A thread of libtactus' own counts as such from its own first step to its last one, so in between it
// may be taken for one of the program's, never the other way round: if the counts are the same before and behind the
// question how many threads there are, all that are counted were there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_ENTRY_LAST_THREAD_H
#define TACTUS_RUNTIME_ENTRY_LAST_THREAD_H

namespace tactus {

/// Once, when the library begins.
void watchInitialThread();

/// In the child of a fork(), whose only thread is its initial one.
void watchInitialThreadOfChild();

} // namespace tactus

#endif // TACTUS_RUNTIME_ENTRY_LAST_THREAD_H
