#!/bin/sh
# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# Puts MLton into a folder, for `tactus bench --suite pml` and test/pml/foreign.py: Debian's packages of unstable, as no
# stable release has them for long, from the mirror that apt uses. Nothing is installed.
#
#   scripts/mlton.sh FOLDER            then PATH="FOLDER/usr/bin:$PATH" tactus bench --suite pml
#   SOURCES=1 scripts/mlton.sh FOLDER  also MLton's sources with its regression programs, in FOLDER/sources
set -eu

fail() {
  echo "tactus: error: $1" >&2
  exit 1
}

[ $# = 1 ] || fail "scripts/mlton.sh takes one argument, the folder that MLton is put into"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
mirror=$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null | head -n 1)
[ -n "$mirror" ] || fail "apt knows no mirror of Debian; run apt-get update first"

state=$folder/apt
mkdir -p "$state/lists/partial" "$state/archives/partial" "$folder/packages"
key=/usr/share/keyrings/debian-archive-keyring.gpg
for kind in deb deb-src; do echo "$kind [signed-by=$key] $mirror sid main"; done >"$state/sources.list"

run() {
  command=$1
  shift
  "$command" -qq -o Dir::State="$state" -o Dir::Cache="$state" -o Dir::State::status=/dev/null \
    -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=- -o APT::Sandbox::User="$(id -un)" "$@"
}

run apt-get update
runtime=$(run apt-cache depends mlton-runtime-native | sed -n 's/.*Depends: \(mlton-runtime-.*\)/\1/p' | head -n 1)
(cd "$folder/packages" && run apt-get download mlton-compiler mlton-basis mlton-runtime-native "$runtime")
for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder"; done
if [ -n "${SOURCES:-}" ]; then
  # The archive is what counts: its description may have left the mirror.
  (cd "$folder/packages" && run apt-get source --download-only mlton 2>/dev/null) || true
  mkdir -p "$folder/sources"
  tar xf "$folder"/packages/mlton_*.orig.tar.* -C "$folder/sources" --strip-components=1 || fail "the mirror has no sources of MLton"
fi
"$folder/usr/bin/mlton" >/dev/null || fail "MLton does not run here; its packages want a newer libc or libgmp"
echo "MLton is in $folder/usr/bin"
