/* ===- module.h - the parts of the module ------------------------------------------------===//
//
// SPDX-License-Identifier: MIT OR GPL-2.0
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// Each part calls those above it:
//
// session.c  the life of a session
// table.c    the ranges of a process's code, checked and looked up
// thread.c   a thread's timer, and what happens when it expires
// device.c   the file /dev/tactus_beat: who may ask for what
//
// A session is an open file: one process, its ranges. It lives as long as the file and the threads that have joined. */
#ifndef TACTUS_KERNEL_MODULE_H
#define TACTUS_KERNEL_MODULE_H

#include "rules.h"

#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>

struct mm_struct;

struct CheckedTable {
  struct rcu_head rcu;
  __u32 count;
  struct TactusBeatRange ranges[];
};

struct Session {
  struct kref references;
  /* The process that has opened the file. Held by its count, so that no other one gets this address. */
  struct mm_struct *memory;
  /* The file is closed: each timer stops when it expires next. Written once. */
  bool isClosed;
  /* For those who replace the table. */
  struct mutex lock;
  /* Replaced under the lock; read by interrupts, which are readers in the sense of RCU. Null: no ranges. */
  struct CheckedTable __rcu *table;
};

/* session.c */
/* Of the calling process, with one reference; null if there is no memory. */
struct Session *makeSession(void);
void putSession(struct Session *session);

/* table.c; in the process whose session it is. */
long replaceTable(struct Session *session, const struct TactusBeatTable *asked);
/* In an interrupt: the place that the address leads to, 0 for none. */
__u64 findDestination(struct Session *session, __u64 address);

/* thread.c; all for the calling thread. */
long joinThread(struct Session *session, const struct TactusBeatJoin *asked);
long startThread(struct Session *session, const struct TactusBeatStart *asked);
long leaveThread(struct Session *session);
int initThreads(void);
/* No thread is left. */
void finishThreads(void);

#endif /* TACTUS_KERNEL_MODULE_H */
