(* Arrays of two dimensions with elements of one type. *)
fun say s = print ("> " ^ s ^ "\n")
structure A = IntArray2
val a = A.tabulate A.RowMajor (2, 3, fn (i, j) => 10 * i + j)
fun showRow v = String.concatWith " " (IntVector.foldr (fn (x, l) => Int.toString x :: l) [] v)
val () = say (showRow (A.row (a, 1)) ^ ", " ^ showRow (A.column (a, 2)))
val () = A.modify A.ColMajor (fn x => x + 1) a
val () = A.update (a, 0, 0, 7)
val whole = {base = a, row = 0, col = 0, nrows = NONE, ncols = NONE}
val () = say (A.foldi A.ColMajor (fn (i, j, x, s) => s ^ Int.toString i ^ Int.toString j ^ ":" ^ Int.toString x ^ " ") "" whole)
val b = A.array (3, 3, 100)
val () = A.copy {src = {base = a, row = 0, col = 1, nrows = SOME 2, ncols = NONE}, dst = b, dst_row = 1, dst_col = 0}
val () = say (Int.toString (A.fold Array2.RowMajor (op +) 0 b) ^ " " ^ Bool.toString (A.dimensions a = (2, 3)))
val () = say ((A.row (a, 2); "row") handle Subscript => "no row")
val () = say ((A.array (~1, 2, 0); "array") handle Size => "no array")
val b = BoolArray2.fromList [[true, false], [false, true]]
val () = say (Bool.toString (BoolVector.all (fn x => x) (BoolArray2.row (b, 0))) ^ " " ^ Int.toString (BoolArray2.nRows b))
val c = CharArray2.fromList [explode "abc", explode "def"]
val () = say (CharArray2.column (c, 1) ^ CharArray2.row (c, 0))
val r = RealArray2.array (2, 2, 0.5) and w = Word8Array2.array (1, 4, 0w255)
val () = say (Real.fmt (StringCvt.FIX (SOME 1)) (RealArray2.fold RealArray2.RowMajor (op +) 0.0 r) ^ " " ^ Int.toString (Word8Vector.length (Word8Array2.row (w, 0))))
val () = say (Bool.toString (a = a) ^ " " ^ Bool.toString (A.array (1, 1, 0) = A.array (1, 1, 0)))
