(* Vectors and arrays of the largest types. *)
fun say s = print ("> " ^ s ^ "\n")
val large = LargeIntArray2.tabulate Array2.RowMajor (2, 2, fn (i, j) => IntInf.pow (10, 20 * i + j))
val () = say (LargeInt.toString (LargeIntVector.foldl (op +) 0 (LargeIntArray2.column (large, 1))))
val () = say (Real.toString (LargeRealVector.sub (LargeRealArray2.row (LargeRealArray2.array (1, 1, 2.5), 0), 0)))
val words = LargeWordArray.fromList [0w5, 0w6]
val () = LargeWordArraySlice.modify (fn w => w * 0w2) (LargeWordArraySlice.slice (words, 1, NONE))
val () = say (LargeWord.fmt StringCvt.DEC (LargeWordArray.foldl (op +) 0w0 words))
