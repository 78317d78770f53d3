(* Bool: reading. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun read s = say (case Bool.fromString s of NONE => "none" | SOME b => Bool.toString b)
val _ = app read ["true", "false", " true", "truex", "tru", "", "\t\nfalse!"]
val _ = say (Bool.toString (not true) ^ Bool.toString (Bool.not false))
