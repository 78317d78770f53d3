#!/bin/sh
# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# demo.sh ROOT: compiles spmv for serial, OpenMP and Tactus and compares them. ROOT is a build or install tree with
# bin/tactus-clang++. See demo.py for what it does and for more options.
set -eu
exec python3 "$(dirname "$0")/demo.py" "$@"
