// With -ftactus-reproducible, each reduction of floating point that it does not reach has a remark, and no other one.
// RUN: %remarksxx -ftactus-reproducible %s 2>&1 | FileCheck %s --implicit-check-not="not reproducible"
int omp_get_thread_num();
struct Number {
  double value;
  Number() : value(0) {}
  ~Number() { value = -1; }
};
#pragma omp declare reduction(add : Number : omp_out.value += omp_in.value)

void reached(int n, const double *x, double *sums) {
  double sum = 0, part = 0, league = 0;
  long count = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
#pragma omp parallel sections reduction(+ : part)
  {
    part += x[0];
#pragma omp section
    part += x[1];
  }
#pragma omp teams distribute parallel for num_teams(3) reduction(+ : league)
  for (int i = 0; i < n; i++)
    league += x[i];
  // Whole numbers have one sum.
#pragma omp parallel num_threads(4) reduction(+ : count)
  count += omp_get_thread_num();
  *sums = sum + part + league + count;
}

double ofThreads(const double *x) {
  double sum = 0;
  // CHECK-DAG: :[[@LINE+2]]:3: remark: reduction is not reproducible: its region is not converted [-Rpass-missed=tactus]
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += x[omp_get_thread_num()];
  return sum;
}

double ofObjects(int n, const double *x) {
  Number sum;
  // CHECK-DAG: :[[@LINE+1]]:1: remark: reduction is not reproducible: what it reduces has destructors [-Rpass-missed=tactus]
#pragma omp parallel for reduction(add : sum)
  for (int i = 0; i < n; i++)
    sum.value += x[i];
  return sum.value;
}

double ofTasks(int n, const double *x) {
  double sum = 0;
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: remark: reduction is not reproducible: tasks reduce as they are promoted [-Rpass-missed=tactus]
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
