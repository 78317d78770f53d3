#!/bin/sh
# Tests the kernel module (kernel/) in a virtual machine: scripts/test_kernel.sh BUILD_FOLDER [OPTION…], with the options
# of test/kernel/run.py. Takes some minutes, and installs the packages that it needs. The tests of `make test` do not
# need it.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
"$here/scripts/setup.sh" "$here/scripts/packages-kernel.txt"
exec python3 "$here/test/kernel/run.py" "$@"
