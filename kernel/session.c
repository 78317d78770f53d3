/* ===- session.c - the life of a session --------------------------------------------------===//
//
// SPDX-License-Identifier: MIT OR GPL-2.0
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// The file makes a session (device.c); the file and each thread that has joined (thread.c) hold it. */
#include "module.h"

#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

struct Session *makeSession(void) {
  struct Session *session = kzalloc(sizeof(*session), GFP_KERNEL_ACCOUNT);
  if (!session)
    return NULL;
  kref_init(&session->references);
  mutex_init(&session->lock);
  session->memory = current->mm;
  mmgrab(session->memory);
  return session;
}

static void freeSession(struct kref *references) {
  struct Session *session = container_of(references, struct Session, references);
  /* Neither a file nor a thread is left that could read it. */
  kvfree(rcu_dereference_protected(session->table, true));
  mmdrop(session->memory);
  kfree(session);
}

void putSession(struct Session *session) { kref_put(&session->references, freeSession); }
