// Compiled by plain clang: its frames have no record.
void for_each(int n, void (*function)(int, void *), void *context);

void for_each(int n, void (*function)(int, void *), void *context) {
  for (int i = 0; i < n; i++)
    function(i, context);
}
