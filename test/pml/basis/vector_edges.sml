(* Vector: indices, updates, folds with indices. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val v = Vector.fromList [4, 5, 6]
fun show v = "#[" ^ String.concatWith "," (Vector.foldr (fn (x, l) => Int.toString x :: l) [] v) ^ "]"
val _ = app (fn i => try (fn () => Int.toString (Vector.sub (v, i)))) [0, 2, 3, ~1]
val _ = app (fn i => try (fn () => show (Vector.update (v, i, 0)))) [0, 2, ~1]
val _ = say (show (Vector.mapi (fn (i, x) => i * x) v) ^ show (Vector.concat [v, v]) ^ show (Vector.fromList []))
val _ = say (Int.toString (Vector.foldli (fn (i, x, a) => 10 * a + i * x) 0 v) ^ " " ^ Int.toString (Vector.foldri (fn (i, x, a) => 10 * a + i * x) 0 v))
val _ = say (case Vector.findi (fn (i, x) => i + x > 5) v of NONE => "none" | SOME (i, x) => Int.toString i ^ ":" ^ Int.toString x)
val _ = say (Bool.toString (Vector.exists (fn x => x = 5) v) ^ Bool.toString (Vector.all (fn x => x = 5) v) ^ (case Vector.find (fn x => x > 9) v of NONE => "none" | SOME _ => "some"))
val _ = say (case Vector.collate Int.compare (v, Vector.fromList [4, 5]) of LESS => "<" | EQUAL => "=" | GREATER => ">")
val _ = (Vector.appi (fn (i, x) => say (Int.toString i ^ Int.toString x)) v)
val _ = try (fn () => show (Vector.tabulate (~1, fn i => i)))
val _ = say (Bool.toString (v = Vector.fromList [4, 5, 6]) ^ Bool.toString (v = Vector.fromList [4, 5]))
