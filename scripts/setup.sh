#!/bin/sh
# Installs the Debian packages of the lists that are given that are missing; does nothing, quickly, if none is. Without a
# list, these are all that building and testing need.
set -eu

fail() {
  echo "tactus: error: $1" >&2
  exit 1
}

[ $# -gt 0 ] || set -- "$(dirname "$0")/packages.txt" "$(dirname "$0")/packages-tests.txt"
command -v dpkg-query >/dev/null ||
  fail "scripts/setup.sh: no dpkg-query, so this is no Debian; install what $* names, then build with cmake --preset release"

packages=$(sed -e 's/#.*//' "$@")
# shellcheck disable=SC2086 # one word is one package
installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' $packages 2>/dev/null |
  sed -n 's/^installed //p') || true

missing=
for package in $packages; do
  case "
$installed
" in
  *"
$package
"*) ;;
  *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "packages are missing and there is no sudo; as root, run: apt-get install$missing"
  as_root=sudo
fi
echo "tactus: installing$missing"
$as_root apt-get update
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing
