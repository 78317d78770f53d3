(* The product of two square matrices of reals, as arrays of rows. *)
structure Program : WORKLOAD =
struct
  val name = "matrix-product"
  val sizeMeaning = "rows and columns"
  val defaultSize = 250
  val tolerance = 1E~12
  type matrix = real array array
  type input = matrix * matrix
  type result = matrix

  fun matrix (n, f) = Array.tabulate (n, fn i => Array.tabulate (n, fn j => f (i, j)))

  fun prepare (n, _) =
    (matrix (n, fn (i, j) => Real.fromInt ((i * 7 + j * 3) mod 11) / 10.0),
     matrix (n, fn (i, j) => Real.fromInt ((i * 5 + j * 13) mod 17) / 16.0))

  fun run (a : matrix, b : matrix) =
    let
      val n = Array.length a
      fun cell (row, j) =
        let
          fun go (k, sum) =
            if k = n then sum else go (k + 1, sum + Array.sub (row, k) * Array.sub (Array.sub (b, k), j))
        in go (0, 0.0)
        end
    in Array.tabulate (n, fn i => let val row = Array.sub (a, i) in Array.tabulate (n, fn j => cell (row, j)) end)
    end

  fun checksum (_, c : matrix) =
    Array.foldli (fn (i, row, sum) =>
      Array.foldli (fn (j, x, sum) => sum + x * Real.fromInt ((i * 31 + j) mod 101 + 1)) sum row) 0.0 c

  (* A vector times the product is the vector times one, times the other. *)
  fun verify ((a, b), c) =
    let
      val n = Array.length a
      fun times (v, m : matrix) =
        Array.tabulate (n, fn j =>
          let fun go (i, sum) = if i = n then sum else go (i + 1, sum + Array.sub (v, i) * Array.sub (Array.sub (m, i), j))
          in go (0, 0.0)
          end)
      val v = Array.tabulate (n, fn i => Real.fromInt (i mod 13 + 1))
      val (found, expected) = (times (v, c), times (times (v, a), b))
      fun worst (i, most) =
        if i = n then most
        else
          let val (x, y) = (Array.sub (found, i), Array.sub (expected, i))
          in worst (i + 1, Real.max (most, abs (x - y) / Real.max (abs y, 1.0)))
          end
    in worst (0, 0.0)
    end
end
