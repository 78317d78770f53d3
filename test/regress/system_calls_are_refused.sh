#!/bin/sh
# system_calls_are_refused.sh ROOT: programs end, and with the right result, under seccomp filters that refuse what libtactus would
# like to have, one call at a time and all together.
set -eu
root=$1
here=$(dirname "$0")/refuse
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/bin/tactus-clang" -fno-tactus -O1 "$here/refuse.c" -o "$folder/refuse"
"$folder/refuse" membarrier /bin/true || exit 77
for beat in poll interrupt; do
  "$root/bin/tactus-clang++" -std=c++20 -O2 -fopenmp -ftactus-beat=$beat "$here/program.cpp" -o "$folder/$beat"
done
failed=0
# $1: the calls, then the program's environment.
try() {
  calls=$1
  shift
  for program in poll interrupt; do
    if ! env TACTUS_WORKERS=3 TACTUS_HEARTBEAT_US=20 "$@" timeout 100 "$folder/refuse" "$calls" "$folder/$program" \
      > "$folder/output" 2>&1; then
      echo "$calls, $program, $*:" && cat "$folder/output"
      failed=1
    fi
  done
}
all=membarrier,timer_create,perf_event_open,memfd_create,sched_setaffinity,sched_getaffinity,madvise,sigaltstack
all=$all,rt_tgsigqueueinfo,getcpu,prctl,sched_yield
for call in $(echo "$all" | tr , ' ') gettid rt_sigaction clone,clone3; do
  try "$call" OMP_NUM_THREADS=3
done
for source in timer ping perf kernel; do
  try timer_create TACTUS_BEAT=$source
  try "$all,clone,clone3" TACTUS_BEAT=$source
done
try "$all" TACTUS_RETURNS=keep
try "$all,gettid,rt_sigaction,clone,clone3" TACTUS_STATS=$folder/statistics.json
exit $failed
