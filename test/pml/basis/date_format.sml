(* Date: formats and reading. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val d = Date.date {year = 2009, month = Date.Jul, day = 4, hour = 15, minute = 5, second = 9, offset = SOME Time.zeroTime}
val _ = app (fn f => say (f ^ " " ^ Date.fmt f d)) ["%a", "%A", "%b", "%B", "%d", "%H", "%I", "%j", "%m", "%M", "%p", "%S", "%U", "%w", "%W", "%y", "%Y", "%%", "%H:%M", "plain"]
val e = Date.date {year = 2006, month = Date.Jan, day = 1, hour = 0, minute = 0, second = 0, offset = SOME Time.zeroTime}
val _ = app (fn f => say (f ^ " " ^ Date.fmt f e)) ["%I %p", "%j", "%U", "%W", "%w", "%y"]
fun read s = say (case Date.fromString s of NONE => "none" | SOME d => Date.toString d)
val _ = app read ["Sat Jul 04 15:05:09 2009", "  Wed Mar 08 19:06:45 1995 rest", "Sat Jul 04", "Xyz Jul 04 15:05:09 2009", ""]
