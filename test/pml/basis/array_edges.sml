(* Array: indices, copying within one array, changing while folding. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun show a = "[|" ^ String.concatWith "," (Array.foldr (fn (x, l) => Int.toString x :: l) [] a) ^ "|]"
fun fresh () = Array.tabulate (6, fn i => i)
fun copied (si, n, di) =
  try (fn () => let val a = fresh () in ArraySlice.copy {src = ArraySlice.slice (a, si, n), dst = a, di = di}; show a end)
val _ = (copied (0, SOME 4, 2); copied (2, NONE, 0); copied (0, SOME 3, 4); copied (0, SOME 0, 6); copied (0, NONE, 0); copied (1, SOME 2, ~1))
val a = fresh ()
val _ = app (fn i => try (fn () => (Array.update (a, i, 9); show a))) [0, 5, 6, ~1]
val _ = (Array.modify (fn x => x + 1) a; say (show a); Array.modifyi (fn (i, x) => i - x) a; say (show a))
val _ = (Array.copyVec {src = Vector.fromList [7, 8], dst = a, di = 4}; say (show a))
val _ = try (fn () => (Array.copyVec {src = Vector.fromList [7, 8], dst = a, di = 5}; show a))
val _ = say (Bool.toString (a = a) ^ Bool.toString (fresh () = fresh ()))
val _ = say (case Array.collate Int.compare (a, fresh ()) of LESS => "<" | EQUAL => "=" | GREATER => ">")
val _ = say (Int.toString (Array.foldli (fn (i, x, n) => (Array.update (a, 5 - i, 0); n + x)) 0 a))
val _ = try (fn () => show (Array.array (~1, 0)))
