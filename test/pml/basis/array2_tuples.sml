(* Two-dimensional arrays of tuples of numbers. *)
fun say s = print ("> " ^ s ^ "\n")
val int = Int.toString
fun vector show v = "[" ^ String.concatWith "," (Vector.foldr (fn (x, l) => show x :: l) [] v) ^ "]"
val grid = Array2.tabulate Array2.RowMajor (3, 4, fn (i, j) => (i, j, i * j))
val () = Array2.update (grid, 1, 2, (~1, ~2, ~3))
val () = say (int (Array2.fold Array2.ColMajor (fn ((a, b, c), s) => (a + 2 * b + 3 * c - s) mod 1009) 0 grid))
val () = say (vector (fn (a, b, c) => int a ^ "." ^ int b ^ "." ^ int c) (Array2.row (grid, 1)))
val copy = Array2.array (4, 4, (0, 0, 0))
val () = Array2.copy {src = {base = grid, row = 0, col = 1, nrows = SOME 2, ncols = NONE}, dst = copy, dst_row = 2, dst_col = 1}
val () = Array2.modify Array2.RowMajor (fn (a, b, c) => (c, a, b)) copy
val () = say (vector (fn (a, b, c) => int a ^ "." ^ int b ^ "." ^ int c) (Array2.column (copy, 2)))
