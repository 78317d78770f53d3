// Task reductions with each built-in operator, on each arithmetic type.
#include "support.h"
template <typename T> NOINLINE void integers(const char *name) {
  T sum = 3, difference = 100, product = 1, conjunction = (T)~T(0), disjunction = 0, exclusive = 5;
  T least = 100, greatest = 0;
  bool all = true, any = false;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(- : difference) task_reduction(* : product)               \
    task_reduction(& : conjunction) task_reduction(| : disjunction) task_reduction(^ : exclusive)                      \
    task_reduction(min : least) task_reduction(max : greatest) task_reduction(&& : all) task_reduction(|| : any)
  for (int i = 1; i <= 60; i++) {
#pragma omp task firstprivate(i) in_reduction(+ : sum) in_reduction(- : difference) in_reduction(* : product)          \
    in_reduction(& : conjunction) in_reduction(| : disjunction) in_reduction(^ : exclusive) in_reduction(min : least)  \
    in_reduction(max : greatest) in_reduction(&& : all) in_reduction(|| : any)
    {
      uint64_t w = work((uint64_t)i, 40);
      sum = (T)(sum + (T)w);
      difference = (T)(difference - (T)(w >> 8));
      product = (T)(product * (T)(w | 1));
      conjunction = (T)(conjunction & (T)(w | 0x51));
      disjunction = (T)(disjunction | (T)(w & 0x44));
      exclusive = (T)(exclusive ^ (T)w);
      T value = (T)(w % 120);
      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
      all = all && w != 0;
      any = any || i == 37;
    }
  }
  SHOW(name, sum);
  SHOW("-", difference);
  SHOW("*", product);
  SHOW("&", conjunction);
  SHOW("|", disjunction);
  SHOW("^", exclusive);
  SHOW("min", least);
  SHOW("max", greatest);
  SHOW("&&", all);
  SHOW("||", any);
}
template <typename T> NOINLINE void floating(const char *name) {
  T sum = 0.5, product = 1, least = 1000, greatest = -1000;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product) task_reduction(min : least)                  \
    task_reduction(max : greatest)
  for (int i = 0; i < 60; i++) {
#pragma omp task firstprivate(i) in_reduction(+ : sum) in_reduction(* : product) in_reduction(min : least)             \
    in_reduction(max : greatest)
    {
      T value = (T)((int)(work((uint64_t)i, 40) % 1024) - 512);
      sum += value;
      product *= i % 2 ? (T)2 : (T)0.5;
      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
    }
  }
  SHOW(name, (long long)(sum * 2));
  SHOW("*", (long long)(product * 4));
  SHOW("min", (long long)least);
  SHOW("max", (long long)greatest);
}
int main() {
  integers<signed char>("char");
  integers<unsigned char>("unsigned char");
  integers<short>("short");
  integers<unsigned short>("unsigned short");
  integers<unsigned>("unsigned");
  integers<unsigned long>("unsigned long");
  integers<unsigned __int128>("int128");
  floating<float>("float");
  floating<double>("double");
  floating<long double>("long double");
}
