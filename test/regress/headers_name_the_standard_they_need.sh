#!/bin/sh
# A header that needs a newer standard says so in one error, and nothing else: <tactus/tactus.hpp> below C++20 was hundreds
# of lines about `concept`, and Cilk's reducers below C++11 and C99 were dozens.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# refused HEADER NEED FLAGS...: fails with one error, which names the need.
refused() {
  header=$1 need=$2
  shift 2
  case $1 in
  *++*) source=$folder/program.cpp ;;
  *) source=$folder/program.c ;;
  esac
  echo "#include <$header>" > "$source"
  for compiler in "$root/bin/tactus-clang++" "clang++-${LLVM:-19}" g++; do
    command -v "$compiler" > /dev/null || continue
    # The compiler of C++ takes a source in C for what it is.
    case $source in
    *.c) language=c ;;
    *) language=c++ ;;
    esac
    if "$compiler" -x "$language" "$@" -isystem "$root/include" -fsyntax-only "$source" > "$folder/output" 2>&1; then
      echo "$compiler $* takes $header"
      exit 1
    fi
    if test "$(grep -c 'error:' "$folder/output")" != 1 || ! grep -q "$header.* needs $need: compile with" "$folder/output"; then
      cat "$folder/output"
      exit 1
    fi
  done
}

for standard in c++11 c++14 c++17 gnu++17; do
  refused tactus/tactus.hpp C++20 "-std=$standard"
done
for header in reducer reducer_opadd reducer_min_max reducer_max reducer_list reducer_vector reducer_string reducer_ostream; do
  refused "cilk/$header.h" C++11 -std=c++98
done
for header in cilk/reducer cilk/reducer_opadd cilk/reducer_min_max tactus/tactus tactus/latent tactus/reducer; do
  refused "$header.h" C99 -std=c89
done

# What is enough is taken.
echo '#include <tactus/tactus.hpp>' > "$folder/program.cpp"
"$root/bin/tactus-clang++" -std=c++20 -fsyntax-only "$folder/program.cpp"
echo '#include <cilk/reducer_opadd.h>' > "$folder/program.cpp"
"$root/bin/tactus-clang++" -std=c++11 -fsyntax-only "$folder/program.cpp"
echo '#include <cilk/reducer_opadd.h>' > "$folder/program.c"
for standard in gnu89 c99; do
  "$root/bin/tactus-clang" "-std=$standard" -fsyntax-only "$folder/program.c"
done
