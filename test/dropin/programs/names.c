// Fortran's names, as flang calls them: texts come with their lengths, behind all arguments. And what interop's
// queries say of no object.
#include "check.h"

#include <string.h>

void omp_set_affinity_format_(const char *format, size_t length);
size_t omp_get_affinity_format_(char *buffer, size_t size);
size_t omp_capture_affinity_(char *buffer, const char *format, size_t size, size_t length);
int omp_control_tool_(const int *command, const int *modifier, void *argument);
void *kmp_calloc_(const size_t *count, const size_t *bytes);
void kmp_free_(void *const *memory);

static void texts(void) {
  char text[12];
  omp_set_affinity_format_("thread %nxx", 9);
  CHECK(omp_get_affinity_format_(text, sizeof text) == 9 && memcmp(text, "thread %n   ", sizeof text) == 0);
  CHECK(omp_get_affinity_format_(text, 3) == 9 && memcmp(text, "thr", 3) == 0);
  CHECK(omp_capture_affinity_(text, "%n of %N.", sizeof text, 8) == 6 &&
        memcmp(text, "0 of 1      ", sizeof text) == 0);
}

static void values(void) {
  int start = 1, none = 0;
  CHECK(omp_control_tool_(&start, &none, NULL) == -2);
  size_t count = 3, bytes = sizeof(int);
  int *memory = kmp_calloc_(&count, &bytes);
  CHECK(memory && memory[0] == 0 && memory[2] == 0);
  kmp_free_((void *const *)&memory);
}

static void interop(void) {
  int result = 0;
  CHECK(omp_get_num_interop_properties(omp_interop_none) == 0);
  CHECK(omp_get_interop_int(omp_interop_none, omp_ipr_fr_id, &result) == 0 && result == omp_irc_empty);
  CHECK(omp_get_interop_ptr(omp_interop_none, omp_ipr_device, NULL) == NULL);
  CHECK(omp_get_interop_name(omp_interop_none, omp_ipr_fr_id) == NULL);
}

int main(void) {
  texts();
  values();
  interop();
  return report();
}
