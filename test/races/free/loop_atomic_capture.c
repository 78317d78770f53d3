// Each iteration gets a place of its own.
int out[50];
int main(void) {
  int used = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
    int mine;
#pragma omp atomic capture
    mine = used++;
    out[mine] = i;
  }
  return used != 50;
}
