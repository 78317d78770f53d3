#!/bin/sh
# Installs the Debian packages of the lists that are given that are missing; does nothing, quickly, if none is. Without a
# list, these are all that building and testing need. LLVM is the version of LLVM, 19 unless it is set.
set -eu

fail() {
  echo "tactus: error: $1" >&2
  exit 1
}

[ $# -gt 0 ] || set -- "$(dirname "$0")/packages.txt" "$(dirname "$0")/packages-tests.txt"
command -v dpkg-query >/dev/null ||
  fail "scripts/setup.sh: no dpkg-query, so this is no Debian; install what $* names, then build with cmake --preset release"

packages=$(sed -e 's/#.*//' -e "s/@LLVM@/${LLVM:-19}/" "$@")
# shellcheck disable=SC2046 # one word is one package
installed=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' $(echo "$packages" | sed 's/?$//') 2>/dev/null |
  sed -n 's/^installed //p') || true

is_installed() {
  case "
$installed
" in
  *"
$1
"*) ;;
  *) return 1 ;;
  esac
}

missing=
optional=
for package in $packages; do
  is_installed "${package%\?}" && continue
  case $package in
  *\?) optional="$optional ${package%\?}" ;;
  *) missing="$missing $package" ;;
  esac
done

# The optional packages that this release has, by the lists that apt has now.
available() {
  for package in $optional; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      printf ' %s' "$package"
    fi
  done
}
[ -n "$missing$(available)" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "packages are missing and there is no sudo; as root, run: apt-get install$missing"
  as_root=sudo
fi
$as_root apt-get update
missing=$missing$(available)
echo "tactus: installing$missing"
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing
