// Strips of a loop know the least index that the program begins at: where it is a constant, also one that is handed
// through functions and variables; of several the least. Of others, or where somebody else could begin, nothing.
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DSTART=3 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=THREE --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DSTART=3 -DOTHER=-2 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=LESS --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DSTART=n/4 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DSTART=3 -DOTHER=n -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -DSTART=3 -DEVERYBODYS -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -DSTART=3 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=O0 --implicit-check-not=__tactus_
#include <tactus/tactus.hpp>

#ifdef EVERYBODYS
struct Body {
  int *out;
  void operator()(int i) const { out[i] = i; }
};
#else
namespace {
struct Body {
  int *out;
  void operator()(int i) const { out[i] = i; }
};
} // namespace
#endif

template <class Function> static void from(int first, int last, Function body) {
  int begin = first;
  tactus::parallel_for(begin, last, body);
}

// THREE: define internal {{.*}}CanonicalLoop{{.*}}3runE{{.*}} #[[STRIPS:[0-9]+]]
// THREE: @llvm.smax.i32(i32 {{.*}}, i32 3)
// THREE: attributes #[[STRIPS]] = {{.*}}"tactus-strips"
// LESS: define internal {{.*}}CanonicalLoop{{.*}}3runE
// LESS: @llvm.smax.i32(i32 {{.*}}, i32 -2)
// NONE: define {{.*}}CanonicalLoop{{.*}}3runE
// NONE-NOT: llvm.smax.i32(i32 {{[^,]*}}, i32 {{-?[0-9]+}})
// O0: define internal {{.*}}CanonicalLoop{{.*}}3runE
extern "C" void fill(int n, int *out) {
  from(START, n, Body{out});
#ifdef OTHER
  from(OTHER, n, Body{out + n});
#endif
}
