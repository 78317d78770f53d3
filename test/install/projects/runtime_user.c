#include <stdio.h>
#include <tactus/tactus.h>

int main(void) {
  printf("%s %d\n", tactus_version_string(), tactus_worker_count() > 0);
  return 0;
}
