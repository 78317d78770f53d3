#!/bin/busybox sh
# The first process of the virtual machine: loads the module, runs what test/kernel/run.py has put into /tests, and ends.
# What is between "begin NAME" and "end NAME STATUS" on the console is what the test has said.
/bin/busybox mkdir -p /proc /sys /dev /tmp /bin
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
mount -t tmpfs none /tmp
ip link set lo up 2>/dev/null
uname -r
insmod /tactus_beat.ko || echo "insmod FAILED"
for test in /tests/*; do
  name=${test##*/}
  echo "begin $name"
  sh "$test"
  echo "end $name $?"
done
# The last thread is freed a moment after its end.
for try in 1 2 3 4 5 6 7 8 9 10; do
  rmmod tactus_beat && break
  sleep 1
done
echo "rmmod $?"
echo "kernel log begins"
dmesg | sed 's/^/log: /'
echo "kernel log ends, taint $(cat /proc/sys/kernel/tainted)"
poweroff -f
