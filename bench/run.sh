#!/bin/sh
# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# run.sh ROOT [OPTION...]: what `make bench` calls. ROOT is a build or install tree with bin/tactus-clang; the options are
# those of bench.py, in BENCH_OPTIONS as well (make bench BENCH_OPTIONS=--quick).
set -eu
if [ $# -lt 1 ]; then
  echo "usage: run.sh ROOT [OPTION...]" >&2
  exit 2
fi
root=$1
shift
# shellcheck disable=SC2086 # BENCH_OPTIONS is a list of words.
exec python3 "$(dirname "$0")/bench.py" --root "$root" ${BENCH_OPTIONS:-} "$@"
