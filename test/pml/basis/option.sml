(* Option: all of it. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun s NONE = "none" | s (SOME n) = Int.toString n
val _ = say (s (Option.filter (fn x => x > 2) 3) ^ s (Option.filter (fn x => x > 2) 1) ^ s (Option.join (SOME (SOME 1))) ^ s (Option.join (SOME NONE)) ^ s (Option.join NONE))
val _ = say (s (Option.map (fn x => x + 1) (SOME 1)) ^ s (Option.mapPartial (fn x => if x = 1 then NONE else SOME x) (SOME 1)) ^ Int.toString (getOpt (SOME 1, 2)))
val _ = say (s (Option.compose (fn x => x * 2, fn x => if x > 0 then SOME x else NONE) 4) ^ s (Option.composePartial (fn x => SOME (x * 2), fn x => if x > 0 then SOME x else NONE) ~4))
val _ = (Option.app (fn x => say (Int.toString x)) (SOME 7); Option.app (fn x => say (Int.toString x)) NONE)
val _ = (try (fn () => Int.toString (valOf NONE)); say (Bool.toString (isSome NONE)))
