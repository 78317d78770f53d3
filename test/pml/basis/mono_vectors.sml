(* CharVector, Word8Vector, RealVector and their arrays. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val _ = say (CharVector.tabulate (5, fn i => chr (97 + i)) ^ CharVector.map Char.toUpper "abc" ^ CharVector.concat ["x", "y"])
val _ = say (CharVector.foldri (fn (i, c, s) => s ^ str c ^ Int.toString i) "" "abc" ^ CharVector.update ("abc", 1, #"z"))
val w = Word8Vector.fromList [0w1, 0w2, 0w255]
val _ = say (String.concatWith "," (Word8Vector.foldr (fn (x, l) => Word8.toString x :: l) [] w) ^ Bool.toString (w = Word8Vector.fromList [0w1, 0w2, 0w255]))
val a = Word8Array.array (4, 0w7)
val _ = (Word8Array.update (a, 1, 0w9); say (String.concatWith "," (Word8Array.foldr (fn (x, l) => Word8.toString x :: l) [] a)))
val _ = try (fn () => Word8.toString (Word8Array.sub (a, 4)))
val c = CharArray.fromList [#"a", #"b", #"c"]
val _ = (CharArray.modify Char.succ c; say (CharArray.vector c); say (CharArraySlice.vector (CharArraySlice.slice (c, 1, NONE))))
val r = RealVector.fromList [1.5, 2.5]
val _ = say (Real.toString (RealVector.foldl op + 0.0 r) ^ Real.toString (RealVector.sub (RealVector.map (fn x => x * 2.0) r, 1)))
val q = RealArray.tabulate (3, fn i => real i / 2.0)
val _ = (RealArray.modifyi (fn (i, x) => x + real i) q; say (Real.toString (RealArray.foldr op + 0.0 q)))
val _ = (CharArray.copyVec {src = "xy", dst = c, di = 1}; say (CharArray.vector c))
val _ = try (fn () => (CharArray.copyVec {src = "xy", dst = c, di = 2}; CharArray.vector c))
