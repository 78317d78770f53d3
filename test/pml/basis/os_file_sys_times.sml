(* OS.FileSys: files that are older than 1970. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val name = OS.FileSys.tmpName ()
fun at t = (OS.FileSys.setTime (name, SOME t); say (Time.toString (OS.FileSys.modTime name)))
val _ = app at [Time.zeroTime, Time.- (Time.zeroTime, Time.fromSeconds 5)]
val _ = OS.FileSys.remove name
val _ = (OS.FileSys.modTime name; say "there") handle OS.SysErr _ => say "SysErr"
