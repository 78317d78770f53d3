#!/bin/sh
# Builds, tests and packs Tactus on releases of Debian and with versions of LLVM other than this machine's, each in a root of its own
# below build/platforms, which is kept: a second run only builds what has changed. It takes the commit that is checked out.
# The packages are then installed in a fresh root, and a program of each language is compiled and run there.
#
#     scripts/platforms.sh debian13-llvm22 sid-llvm21         as root, with debootstrap installed
#     GOAL=packages scripts/platforms.sh debian13-llvm22      only makes the packages
#
# Packages are left in build/platforms/NAME/packages. The last line for each platform is its row of docs/platforms.md.
set -eu
cd "$(dirname "$0")/.."

fail() {
  echo "tactus: error: scripts/platforms.sh: $1" >&2
  exit 1
}

platforms='debian12-llvm19 debian13-llvm19 debian13-llvm22 sid-llvm21 sid-llvm22'
[ $# -gt 0 ] || fail "name platforms: $platforms"
for name in "$@"; do
  case " $platforms " in
  *" $name "*) ;;
  *) fail "unknown platform '$name', there are: $platforms" ;;
  esac
done
[ "$(id -u)" -eq 0 ] || fail "other roots take root's rights, run it with sudo"
command -v debootstrap >/dev/null || fail "no debootstrap, install the package debootstrap"

# Runs a shell's command in a root. What is mounted there is seen by nobody else, and goes with it.
inside() {
  unshare --mount --fork sh -euc '
    mount --make-rprivate /
    mount -t proc proc "$1/proc"
    mount --rbind /sys "$1/sys"
    mount --rbind /dev "$1/dev"
    exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 LLVM="$2" sh -euc "$3"' sh "$@"
}

make_root() {
  [ ! -e "$root/.complete" ] || return 0
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase "$1" "$root"
  # A mirror may be behind, and sid expires within days.
  echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90-behind"
  # What debootstrap leaves out, and ranks on one machine find each other by.
  echo "127.0.0.1 localhost $(uname -n)" >"$root/etc/hosts"
  inside "$root" "$llvm" 'apt-get update && apt-get install --yes --no-install-recommends git make'
  touch "$root/.complete"
}

# The commit that is checked out here. Git leaves the times of files that are as they were, so only what has changed is built.
copy_sources() {
  [ -e "$root/tactus" ] || git init --quiet "$root/tactus"
  git -C "$root/tactus" fetch --quiet "$PWD" HEAD
  git -C "$root/tactus" checkout --quiet --force --detach FETCH_HEAD
}

# Two versions, for an upgrade. A root that has had them installed is fresh no more.
try_packages() {
  rm -rf "$root/tactus/build/tried" "$folder/fresh"
  # shellcheck disable=SC2016 # that shell's own variable
  inside "$root" "$llvm" 'cd /tactus
    for version in 0.0.1 0.0.2; do
      scripts/make_deb.py --build build/packages --compression none --version "$version" --output "build/tried/$version"
    done' >>"$folder/deb.log" 2>&1 &&
    python3 test/install/test_clean_root.py --packages "$root/tactus/build/tried" --suite "$suite" --root "$folder/fresh" \
      >"$folder/fresh.log" 2>&1
}

run_platform() {
  name=$1
  llvm=${name#*-llvm}
  folder=$PWD/build/platforms/$name
  root=$folder/root
  case $name in
  debian12-*) suite=bookworm ;;
  debian13-*) suite=trixie ;;
  sid-*) suite=sid ;;
  esac
  make_root "$suite"
  copy_sources
  result='not run'
  if [ "${GOAL:-all}" = all ]; then
    result='failed'
    if inside "$root" "$llvm" 'cd /tactus && make test' >"$folder/test.log" 2>&1; then
      result='passed'
    fi
    result="$result, $(sed -n 's/^\([0-9]*% tests passed.*out of [0-9]*\)$/\1/p' "$folder/test.log" | tail -1)"
  fi
  rm -rf "$root/tactus/build/release/packages" "$folder/packages"
  if inside "$root" "$llvm" 'cd /tactus && make deb' >"$folder/deb.log" 2>&1; then
    cp -r "$root/tactus/build/release/packages" "$folder/packages"
    try_packages || result="$result; the packages do not work: $(tail -1 "$folder/fresh.log")"
  else
    result="$result; no packages"
  fi
  versions=$(inside "$root" "$llvm" 'clang-$LLVM --version | sed -n "1s/.*version \([0-9.]*\).*/\1/p"; cat /etc/debian_version' | tr '\n' ' ')
  echo "| $name | $(date +%F) | $(git rev-parse --short HEAD) | clang and Debian: ${versions}| $result |"
}

for name in "$@"; do
  run_platform "$name"
done
