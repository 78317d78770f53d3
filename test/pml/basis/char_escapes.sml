(* Char: what is written for each character, and read back. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val all = List.tabulate (256, chr)
val _ = app (fn c => say (Char.toString c)) (List.filter (not o Char.isAlphaNum) all)
val _ = say (Bool.toString (List.all (fn c => Char.fromString (Char.toString c) = SOME c) all))
fun read s = say (case Char.fromString s of NONE => "none" | SOME c => Char.toString c)
val _ = app read ["\\065", "\\65", "\\256", "\\^@", "\\^_", "\\^`", "\\^", "\\a", "\\x", "\\   \\a", "\\ \\", "\n", "\\\"", "\\\\"]
