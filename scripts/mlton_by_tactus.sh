#!/bin/sh
# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# Builds MLton's compiler by Tactus, and lets it compile MLton's regression programs. Each has to print what MLton's authors
# expect. The code is compared with what Debian's MLton writes for it. It takes a quarter of an hour and 5 GB of memory.
#
#   SOURCES=1 scripts/mlton.sh FOLDER
#   scripts/mlton_by_tactus.sh FOLDER [PROGRAM...]     all programs unless some are named
#
# A program's line says "right" or "WRONG", whether the code is the same, and how long both compilers have taken.
set -eu

fail() {
  echo "tactus: error: $1" >&2
  exit 1
}

[ $# -ge 1 ] || fail "scripts/mlton_by_tactus.sh takes a folder, in which scripts/mlton.sh has put MLton and its sources"
folder=$(cd "$1" && pwd)
shift
sources=$folder/sources made=$folder/tactus
[ -d "$sources/regression" ] || fail "'$sources' has no regression programs; run SOURCES=1 scripts/mlton.sh '$folder'"
tactus=${TACTUS:-tactus}

# What MLton's Makefile generates. Parsers and lexers are in the sources, for builds without mlyacc and mllex.
prepare() {
  mkdir -p "$made"
  rm -rf "$made/mlton" "$made/lib"
  cp -r "$sources/mlton" "$made/mlton"
  for boot in "$made"/mlton/front-end/*.boot; do cp "$boot" "${boot%.boot}"; done
  version=$("$folder/usr/bin/mlton" | sed -n 's/^MLton \([^ ]*\).*/\1/p')
  sed -e 's/MLTON_NAME/MLton/' -e "s/MLTON_VERSION/$version/" "$made/mlton/control/version_sml.src" \
    >"$made/mlton/control/version.sml"
  cp -r "$sources/lib" "$made/lib"
}

# In the layout of Debian's packages, so that their script calls it.
install() {
  mkdir -p "$made/usr/bin" "$made/usr/lib/mlton"
  cp "$folder/usr/bin/mlton" "$made/usr/bin/"
  for part in include sml static-library targets; do ln -sfn "$folder/usr/lib/mlton/$part" "$made/usr/lib/mlton/$part"; done
  rm -f "$made/usr/lib/mlton/mlton-compile"
  # What MLton makes takes options of its runtime in front of "--".
  cat >"$made/usr/lib/mlton/mlton-compile" <<END
#!/bin/sh
while [ "\$1" != -- ]; do shift; done
shift
exec '$made/mlton-compile' "\$@"
END
  chmod +x "$made/usr/lib/mlton/mlton-compile"
}

# As MLton's own script bin/regression calls it.
describe() {
  cat <<END
\$(SML_LIB)/basis/basis.mlb \$(SML_LIB)/basis/mlton.mlb \$(SML_LIB)/basis/sml-nj.mlb
ann "allowFFI true" "allowOverload true" "allowExtendedTextConsts true" "nonexhaustiveBind ignore"
  "nonexhaustiveMatch ignore" "redundantBind ignore" "redundantMatch ignore"
in $1.sml end
END
}

# The options that some programs ask for; then the compiler, and what else it gets.
compile() {
  program=$1 compiler=$2
  shift 2
  case $program in
  exn-history*) set -- -const 'Exn.keepHistory true' "$@" ;;
  gc-collect2) set -- -runtime 'mark-compact-ratio 1.001 copy-ratio 1.001 live-ratio 1.001' "$@" ;;
  world*) set -- -link-opt -no-pie "$@" ;;
  esac
  /usr/bin/time -f '%U s' -o time "$compiler" "$@" "$program.mlb" >compiled.out 2>&1
}

expected() {
  found=$1.ok
  for suffix in rep64 rep64a8 linux amd64 amd64-linux; do [ ! -f "$1.$suffix.ok" ] || found=$1.$suffix.ok; done
  echo "$found"
}

check() {
  program=$1 place=$made/programs/$1
  rm -rf "$place"
  mkdir -p "$place/debian"
  cp "$sources/regression/$program".* "$place"
  cd "$place"
  describe "$program" >"$program.mlb"
  cp ./*.sml "$program.mlb" debian
  (cd debian && compile "$program" "$folder/usr/bin/mlton" -stop g) || true
  compile "$program" "$made/usr/bin/mlton" -keep g -output program || true
  code=same
  for part in debian/*.[0-9]*.[cs]; do
    part=${part#debian/}
    cmp -s "debian/$part" "program.${part#"$program".}" || cmp -s "debian/$part" "$part" || code=other
  done
  [ ! -f "$program.nonterm" ] || return 0
  (timeout 300 ./program || echo 'Nonzero exit status.') >printed 2>&1 </dev/null
  verdict=WRONG
  [ -f "$(expected "$program")" ] || verdict="right, as nothing is expected"
  [ ! -x program ] || ! cmp -s "$(expected "$program")" printed || verdict=right
  echo "$program: $verdict, $code code, $(tail -n 1 time), Debian's $(tail -n 1 debian/time)"
}

if [ ! -x "$made/mlton-compile" ]; then
  prepare
  (cd "$made/mlton" && "$tactus" pml build -O 1 --default-int 32 --default-word 32 mlton.mlb -o "$made/mlton-compile")
fi
install
[ $# -gt 0 ] || set -- $(cd "$sources/regression" && ls ./*.sml | sed -e 's|^\./||' -e 's|\.sml$||' | grep -v '^serialize$')
for program in "$@"; do (check "$program"); done
