(* Real: all formats, with the digits at their edges. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val some = [0.0, 1.0, ~1.5, 123456.789, 0.000123456, 1E20, ~1E~7, 9.9999]
fun all format = say (String.concatWith " " (map (Real.fmt format) some))
val _ = app all [StringCvt.SCI NONE, StringCvt.SCI (SOME 0), StringCvt.SCI (SOME 3), StringCvt.FIX NONE, StringCvt.FIX (SOME 0), StringCvt.FIX (SOME 2)]
val _ = app all [StringCvt.GEN (SOME 1), StringCvt.GEN (SOME 4), StringCvt.GEN (SOME 12)]
val _ = app (fn f => try (fn () => Real.fmt f 1.0)) [StringCvt.SCI (SOME ~1), StringCvt.FIX (SOME ~1), StringCvt.GEN (SOME 0)]
val _ = say (String.concatWith " " (map Real.toString [1.0, 0.1, 100.0, 1E6, 1E11, 1E12, 1E15, 1.0E~4, 123.456]))
