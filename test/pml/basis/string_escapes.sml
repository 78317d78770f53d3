(* String: what is written, read back, and refused. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun read s = say (case String.fromString s of NONE => "none" | SOME t => "some " ^ t)
val _ = app read ["", "plain", "a\\tb", "\\^A", "\\1234", "\\12", "a\\", "a\\ \\b", "a\\ b", "x\ny", "\\q", "q\\q", "\\\"\\\\"]
fun readC s = say (case String.fromCString s of NONE => "none" | SOME t => "some " ^ t)
val _ = app readC ["a\\nb", "\\x41\\x42", "\\101x", "\\7", "\\'\\\"\\?", "\\z"]
val _ = say (String.toString "tab\tquote\"back\\del\127high\200")
val _ = say (String.toCString "bell\a quote\" question?")
