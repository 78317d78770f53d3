(* Array2: copying where source and destination overlap; changing in place; building from lists. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun make () = Array2.tabulate Array2.RowMajor (4, 4, fn (i, j) => 4 * i + j)
fun elements a = String.concatWith " " (rev (Array2.fold Array2.RowMajor (fn (x, l) => Int.toString x :: l) [] a))
fun copy (row, col, n, to_row, to_col) =
  try (fn () =>
    let val a = make ()
    in Array2.copy {src = {base = a, row = row, col = col, nrows = SOME n, ncols = SOME n}, dst = a, dst_row = to_row, dst_col = to_col};
       elements a
    end)
val _ = (copy (0, 0, 2, 1, 1); copy (1, 1, 3, 0, 0); copy (0, 0, 3, 0, 1); copy (0, 1, 3, 0, 0); copy (1, 0, 3, 0, 0))
val _ = (copy (0, 0, 3, 2, 2); copy (2, 2, 3, 0, 0); copy (0, 0, 0, 4, 4))
val b = make ()
val _ = (Array2.modify Array2.ColMajor (fn x => x * x) b; say (elements b))
val _ = (Array2.modifyi Array2.RowMajor (fn (i, j, _) => i - j) {base = b, row = 1, col = 1, nrows = NONE, ncols = SOME 2}; say (elements b))
val c = Array2.fromList [[1, 2, 3], [4, 5, 6]]
val _ = say (elements c ^ "; " ^ Int.toString (#1 (Array2.dimensions c)))
val _ = try (fn () => elements (Array2.fromList [[1, 2], [3]]))
val _ = try (fn () => elements (Array2.array (2, 2, 7)))
val _ = (Array2.appi Array2.ColMajor (fn (i, j, x) => say (Int.toString (100 * i + 10 * j + x))) {base = c, row = 0, col = 1, nrows = NONE, ncols = NONE})
val _ = say (Bool.toString (c = c) ^ Bool.toString (c = Array2.fromList [[1, 2, 3], [4, 5, 6]]))
