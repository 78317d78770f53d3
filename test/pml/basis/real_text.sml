(* Real: reading. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun read s = say (s ^ ": " ^ (case Real.fromString s of NONE => "none" | SOME r => Real.fmt (StringCvt.SCI (SOME 6)) r))
val _ = app read ["1", "1.5", ".5", "~1.5", "-1.5", "+1.5", "1e3", "1E~3", "1.5e+2", "1.e5", "", ".", "e5", "1e", "  2.25x", "0.1", "1e400", "1E~400"]
val _ = app (fn s => say (case Real.fromString s of NONE => "none" | SOME r => Real.toString r)) ["inf", "~inf", "infinity", "nan", "INF", "in"]
fun next [] = NONE | next (c :: r) = SOME (c, r)
val _ = say (case Real.scan next (explode "3.25e2rest") of NONE => "none" | SOME (r, rest) => Real.toString r ^ implode rest)
