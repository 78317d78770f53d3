/* c_interface_test VERSION WORKERS: the public header is C, a C program links with the C compiler alone, and the
 * library says what it is. What loops and forks compute is the header's test (test/header/c_test.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tactus/tactus.h>

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  int failed = 0;
  if (strcmp(tactus_version_string(), arguments[1]) != 0) {
    printf("the version is %s, not %s\n", tactus_version_string(), arguments[1]);
    failed = 1;
  }
  if (tactus_worker_count() != strtoul(arguments[2], NULL, 10)) {
    printf("there are %u workers, not %s\n", tactus_worker_count(), arguments[2]);
    failed = 1;
  }
  return failed;
}
