/* A pendulum in plain C: the equations were written by `treadle generate`, the classical Runge-Kutta
   scheme is here. Built and run by generated_c.sh. */
#include "pendulum.h"

#include <stdio.h>

enum { q, v, size };

static void rate(const double *x, double *dx) {
  dx[q] = x[v];
  pendulum_evaluate(&x[q], &x[v], 0, 0, &dx[v]);
}

static void step(double *x, double h) {
  double k[4][size], y[size];
  const double part[4] = {0.0, 0.5, 0.5, 1.0};
  for (int s = 0; s < 4; ++s) {
    for (int i = 0; i < size; ++i) y[i] = x[i] + (s > 0 ? h * part[s] * k[s - 1][i] : 0.0);
    rate(y, k[s]);
  }
  for (int i = 0; i < size; ++i)
    x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

int main(void) {
  double x[size] = {1.0471975511965976, 0.0}; /* let go at 60 degrees */
  for (int n = 0; n <= 2000; ++n) {
    if (n % 500 == 0) printf("%.1f s  %+.9f rad\n", n * 1e-3, x[q]);
    step(x, 1e-3);
  }
  return 0;
}
