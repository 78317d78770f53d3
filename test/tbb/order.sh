#!/bin/sh
# order.sh CXX LIBTACTUS_TBB LIBTACTUS LIBTBB INCLUDE: what programs with two schedulers say, and programs with one do not.
set -eu
cxx=$1 scheduler=$2 runtime=$3 tbb=$4 include=$5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/group.cpp" <<'END'
#include <oneapi/tbb/task_group.h>
int main() {
  int runs = 0;
  tbb::task_group group;
  group.run([&] { ++runs; });
  group.wait();
  return runs == 1 ? 0 : 1;
}
END
paths="-Wl,-rpath,$(dirname "$scheduler") -Wl,-rpath,$(dirname "$runtime")"
build() {
  output=$1
  shift
  "$cxx" -std=c++20 "$folder/group.cpp" -o "$folder/$output" -Wl,--no-as-needed "$@" $paths -pthread
}
build right "$scheduler" "$runtime" "$tbb"
build wrong "$tbb" "$scheduler" "$runtime"
said=$("$folder/right" 2>&1)
[ -z "$said" ] || { echo "in the right order: $said"; exit 1; }
said=$("$folder/wrong" 2>&1 || true)
echo "$said" | grep -q "^tactus: warning: two schedulers: .*libtbb.*libtactus_tbb.*link with -ltactus_tbb before -ltbb" ||
  { echo "in the wrong order: $said"; exit 1; }
# A program that nobody builds again.
build own "$tbb"
said=$(LD_PRELOAD="$scheduler $runtime" "$folder/own" 2>&1)
[ -z "$said" ] || { echo "preloaded: $said"; exit 1; }
# With Tactus' own headers, a program without its scheduler is not linked.
echo '#include <oneapi/tbb/parallel_for.h>
int main() { tbb::parallel_for(0, 10, [](int) {}); }' > "$folder/group.cpp"
if build none -isystem "$include/tactus/tbb" "$runtime" "$tbb" 2> "$folder/errors"; then
  echo "linked without a scheduler"
  exit 1
fi
grep -q tactus_tbb_scheduler "$folder/errors"
