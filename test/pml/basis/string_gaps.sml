(* String: gaps, and beginnings that are no string. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun read s = say (case String.fromString s of NONE => "none" | SOME t => "some " ^ t)
val texts = ["\\ \\", "\\ \\\n", "\\\n\t\\", "\\ \\\\q", "\\ \\\\ \\", "\\ \\\\ x", "\\ x", "\\", "\n", "\\ \\a\\ \\", "a\\ \\\\q", "a\\ ", ""]
val _ = app read texts
fun scan s =
  say (case String.scan Substring.getc (Substring.full s) of
         NONE => "none"
       | SOME (t, rest) => "some " ^ t ^ " before " ^ Substring.string rest)
val _ = app scan texts
fun readC s = say (case String.fromCString s of NONE => "none" | SOME t => "some " ^ t)
val _ = app readC ["\\x00000000000041", "\\x0000000000004g", "\\x000000000000411", "\\x99999999999999999999999999999999", "\\ \\a", "\\400", ""]
