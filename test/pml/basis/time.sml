(* Time: conversions, rounding, text. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val t = Time.fromMilliseconds 1500
val _ = say (Time.toString t ^ " " ^ Time.fmt 0 t ^ " " ^ Time.fmt 1 t ^ " " ^ Time.fmt 6 t)
val _ = say (LargeInt.toString (Time.toSeconds t) ^ " " ^ LargeInt.toString (Time.toMilliseconds t) ^ " " ^ LargeInt.toString (Time.toMicroseconds t))
val _ = say (Time.toString (Time.+ (t, t)) ^ " " ^ Time.toString (Time.- (t, Time.fromSeconds 1)) ^ " " ^ Time.toString Time.zeroTime)
val _ = say (Bool.toString (Time.< (t, Time.fromSeconds 2)) ^ (case Time.compare (t, t) of EQUAL => "=" | _ => "?") ^ Real.toString (Time.toReal t))
val _ = say (Time.toString (Time.fromReal 2.25))
fun read s = say (case Time.fromString s of NONE => "none" | SOME t => Time.fmt 3 t)
val _ = app read ["1", "1.25", ".5", "x", "", " 7.5s"]
