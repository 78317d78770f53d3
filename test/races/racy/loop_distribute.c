// Between the teams of a league.
int x;
int main(void) {
#pragma omp teams distribute num_teams(4)
  for (int i = 0; i < 40; ++i)
    x += i;
  return x < 0;
}
