// refuse CALL[,CALL...] PROGRAM [ARGUMENT...]: runs a program under a seccomp filter that refuses system calls, as
// containers do.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
  const char *name;
  unsigned number;
} calls[] = {{"membarrier", SYS_membarrier},
             {"timer_create", SYS_timer_create},
             {"perf_event_open", SYS_perf_event_open},
             {"memfd_create", SYS_memfd_create},
             {"sched_setaffinity", SYS_sched_setaffinity},
             {"sched_getaffinity", SYS_sched_getaffinity},
             {"clone", SYS_clone},
             {"clone3", SYS_clone3},
             {"madvise", SYS_madvise},
             {"sigaltstack", SYS_sigaltstack},
             {"rt_tgsigqueueinfo", SYS_rt_tgsigqueueinfo},
             {"rt_sigaction", SYS_rt_sigaction},
             {"prctl", SYS_prctl},
             {"gettid", SYS_gettid},
             {"getcpu", SYS_getcpu},
             {"sched_yield", SYS_sched_yield}};
enum { Calls = sizeof calls / sizeof *calls, Room = 4 + Calls };

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  struct sock_filter filter[Room];
  unsigned short count = 0;
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  unsigned refused[Calls], refusedCount = 0;
  for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ",")) {
    unsigned index = 0;
    while (index < Calls && strcmp(calls[index].name, name) != 0)
      index++;
    if (index == Calls || refusedCount == Calls)
      return fprintf(stderr, "refuse: no such call: %s\n", name), 2;
    refused[refusedCount++] = calls[index].number;
  }
  for (unsigned index = 0; index < refusedCount; index++)
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[index],
                                                   (unsigned char)(refusedCount - index), 0);
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog program = {count, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 77;
  execv(argv[2], argv + 2);
  perror("refuse");
  return 2;
}
