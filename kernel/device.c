/* ===- device.c - /dev/tactus_beat -------------------------------------------------------===//
//
// SPDX-License-Identifier: MIT OR GPL-2.0
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// Who may open the file may do two things only: have its own threads interrupted, and change where these go on.
// Neither gives more than the timers and signals that every process has. An open file holds the module; so does each
// thread that has joined (thread.c), because its timer and its notifier are code of the module. */
#include "module.h"

#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/uaccess.h>

static int openDevice(struct inode *inode, struct file *file) {
  struct Session *session;
  if (!current->mm)
    return -EPERM;
  session = makeSession();
  if (!session)
    return -ENOMEM;
  file->private_data = session;
  return nonseekable_open(inode, file);
}

static int releaseDevice(struct inode *inode, struct file *file) {
  struct Session *session = file->private_data;
  WRITE_ONCE(session->isClosed, true);
  putSession(session);
  return 0;
}

static long controlDevice(struct file *file, unsigned int command, unsigned long argument) {
  struct Session *session = file->private_data;
  void __user *address = (void __user *)argument;
  struct TactusBeatTable table;
  struct TactusBeatJoin join;
  struct TactusBeatStart start;
  /* A child of a fork, or a program that exec() has started, has the file, but not the process. */
  if (current->mm != session->memory)
    return -EPERM;
  switch (command) {
  case TACTUS_BEAT_TABLE:
    return copy_from_user(&table, address, sizeof(table)) ? -EFAULT : replaceTable(session, &table);
  case TACTUS_BEAT_JOIN:
    return copy_from_user(&join, address, sizeof(join)) ? -EFAULT : joinThread(session, &join);
  case TACTUS_BEAT_START:
    return copy_from_user(&start, address, sizeof(start)) ? -EFAULT : startThread(session, &start);
  case TACTUS_BEAT_LEAVE:
    return leaveThread(session);
  }
  return -ENOTTY;
}

static const struct file_operations operations = {
    .owner = THIS_MODULE,
    .open = openDevice,
    .release = releaseDevice,
    .unlocked_ioctl = controlDevice,
    .llseek = no_llseek,
};

static struct miscdevice device = {
    .minor = MISC_DYNAMIC_MINOR,
    .name = "tactus_beat",
    .fops = &operations,
    .mode = 0600,
};

static int __init initModule(void) {
  int error = initThreads();
  if (error)
    return error;
  error = misc_register(&device);
  if (error)
    finishThreads();
  return error;
}

static void __exit exitModule(void) {
  misc_deregister(&device);
  finishThreads();
}

module_init(initModule);
module_exit(exitModule);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("Heartbeats for programs compiled by Tactus");
