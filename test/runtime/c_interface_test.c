/* The public header is C, and a C program links with the C compiler alone. */
#include <stdio.h>
#include <tactus/tactus.h>

int main(void) {
  printf("tactus %s, %u workers\n", tactus_version_string(), tactus_worker_count());
  return tactus_worker_count() == 0;
}
