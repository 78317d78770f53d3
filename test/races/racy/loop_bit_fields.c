// Bit fields share their word.
struct Flags {
  unsigned even : 4, odd : 4;
} flags;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 2; ++i)
    if (i)
      flags.odd = 3;
    else
      flags.even = 2;
  return flags.even > 15;
}
