// Neighbouring bytes are different memory locations.
char a[256];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 256; ++i)
    a[i] = (char)(i / 2);
  return a[4] != 2;
}
