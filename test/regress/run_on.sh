#!/bin/sh
# run_on.sh RUNTIME ROOT TEST: runs a script of this folder with a driver that links by -ftactus-runtime=RUNTIME. It finds
# the name in $runtime, which is not set where the driver has its default.
set -eu
runtime=$1
root=$2
test=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
for part in "$root"/*; do
  [ "${part##*/}" = bin ] || ln -s "$part" "$folder/"
done
for program in "$root"/bin/*; do
  case ${program##*/} in
  tactus-clang | tactus-clang++)
    # The user's own flag comes later, and wins.
    printf '#!/bin/sh\nexec "%s" -ftactus-runtime=%s "$@"\n' "$program" "$runtime" > "$folder/bin/${program##*/}"
    chmod +x "$folder/bin/${program##*/}"
    ;;
  *) ln -s "$program" "$folder/bin/" ;;
  esac
done
export runtime
"$test" "$folder"
