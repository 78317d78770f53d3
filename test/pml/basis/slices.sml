(* VectorSlice and ArraySlice: bounds, slices of slices. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val v = Vector.tabulate (8, fn i => i)
fun show s = "<" ^ String.concatWith "," (VectorSlice.foldr (fn (x, l) => Int.toString x :: l) [] s) ^ ">"
val _ = app (fn (i, n) => try (fn () => show (VectorSlice.slice (v, i, n)))) [(0, NONE), (8, NONE), (9, NONE), (2, SOME 3), (6, SOME 3), (~1, NONE), (3, SOME ~1)]
val s = VectorSlice.slice (v, 2, SOME 4)
val _ = app (fn (i, n) => try (fn () => show (VectorSlice.subslice (s, i, n)))) [(0, NONE), (4, NONE), (5, NONE), (1, SOME 3), (1, SOME 4)]
val _ = app (fn i => try (fn () => Int.toString (VectorSlice.sub (s, i)))) [0, 3, 4, ~1]
val _ = say (case VectorSlice.base s of (_, i, n) => Int.toString i ^ "," ^ Int.toString n)
val _ = say (case VectorSlice.getItem s of NONE => "none" | SOME (x, r) => Int.toString x ^ show r)
val _ = say (Int.toString (Vector.length (VectorSlice.concat [s, s])) ^ show (VectorSlice.full (VectorSlice.map (fn x => x * x) s)))
val a = Array.tabulate (8, fn i => i)
val t = ArraySlice.slice (a, 3, SOME 3)
val _ = (ArraySlice.update (t, 0, 30); ArraySlice.modifyi (fn (i, x) => x + i) t; say (Int.toString (Array.sub (a, 3)) ^ Int.toString (Array.sub (a, 5))))
val _ = try (fn () => (ArraySlice.update (t, 3, 0); "written"))
val _ = say (Int.toString (ArraySlice.foldl op + 0 t) ^ Bool.toString (ArraySlice.isEmpty (ArraySlice.slice (a, 8, NONE))))
