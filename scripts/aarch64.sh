#!/bin/sh
# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# Builds the runtime for AArch64 beside a finished build (build/release, or the folder that is named), and runs the
# conformance corpus for it under qemu. Root's rights, or sudo, install what that takes.
#
#   scripts/aarch64.sh [BUILD]                  builds, and runs the quick corpus
#   GOAL=build scripts/aarch64.sh [BUILD]       builds only: tactus-clang --target=aarch64-linux-gnu then links programs
#   FILTER=reduction scripts/aarch64.sh         only programs whose name contains this
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$source/build/release}" && pwd)
target=aarch64-linux-gnu
libraries=$build/lib/$target

for package in g++-aarch64-linux-gnu qemu-user googletest; do
  dpkg -s "$package" >/dev/null 2>&1 || missing="${missing:-} $package"
done
if [ -n "${missing:-}" ]; then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  # shellcheck disable=SC2086 # several words
  $sudo apt-get install -y --no-install-recommends $missing
fi

cmake -G Ninja -S "$source" -B "$build/$target" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/$target.cmake" \
  -DTACTUS_TOOLS=OFF -DCMAKE_BUILD_TYPE=Release -DTACTUS_LLVM="${LLVM:-19}" >/dev/null
cmake --build "$build/$target" --target tactus tactus_static tactus-libomp
mkdir -p "$libraries"
cp -a "$build/$target/lib/." "$libraries"
[ "${GOAL:-test}" = build ] && exit

cmake --build "$build/$target"
ctest --test-dir "$build/$target" --output-on-failure -j 2
# libomp is Tactus' own: nothing of LLVM's for AArch64 is needed.
exec python3 "$source/test/conformance/run.py" --systems serial,tactus --seeds 1 --timeout 120 --tactus-root "$build" \
  --target "$target" --target-libraries "$libraries:$libraries/tactus/openmp" --filter "${FILTER:-}"
