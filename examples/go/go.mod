module mandelbrot

go 1.19
