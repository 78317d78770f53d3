// The halves of a merge sort are apart.
int a[256], b[256];
static void sort(int *x, int *room, int n) {
  if (n < 2)
    return;
  int half = n / 2;
#pragma omp task
  sort(x, room, half);
  sort(x + half, room + half, n - half);
#pragma omp taskwait
  for (int i = 0, l = 0, r = half; i < n; ++i)
    room[i] = l < half && (r == n || x[l] <= x[r]) ? x[l++] : x[r++];
  for (int i = 0; i < n; ++i)
    x[i] = room[i];
}
int main(void) {
  for (int i = 0; i < 256; ++i)
    a[i] = i * 37 % 256;
#pragma omp parallel
#pragma omp single
  sort(a, b, 256);
  return a[17] != 17;
}
