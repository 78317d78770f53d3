// One iteration reads what all others write.
int a[32], sum;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 32; ++i)
    if (i == 16)
      for (int j = 0; j < 32; ++j)
        sum += a[j];
    else
      a[i] = i;
  return sum < 0;
}
