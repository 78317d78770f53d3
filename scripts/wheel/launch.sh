#!/bin/sh
# Part of Tactus, under the MIT licence. See LICENSE for details.
# Becomes the program of its own name that the wheel has brought. No Python: builds that pip isolates hide installed modules
# from it, and each file that is compiled would wait for its start.
self=$(readlink -f "$0")
folder=$(dirname "$self")
for packages in "$folder"/../lib/python*/site-packages "$folder"/../lib/python*/dist-packages "$folder"/..; do
  tree=$packages/tactus_compiler/tree
  if [ -x "$tree/bin/${self##*/}" ]; then
    _TACTUS_LAUNCHERS=$folder
    export _TACTUS_LAUNCHERS
    exec "$tree/bin/${self##*/}" "$@"
  fi
done
echo "tactus: error: $self: the Python package tactus_compiler is not beside it; pip install its wheel again" >&2
exit 1
