(* OS.FileSys: a folder of our own, with files in it. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val root = OS.FileSys.tmpName ()
val _ = OS.FileSys.remove root
val _ = OS.FileSys.mkDir root
fun inside s = OS.Path.concat (root, s)
fun write (name, text) = let val f = TextIO.openOut (inside name) in TextIO.output (f, text); TextIO.closeOut f end
val _ = (write ("one", "12345"); write ("two", ""); OS.FileSys.mkDir (inside "sub"))
fun entries d = let fun go out = case OS.FileSys.readDir d of NONE => out | SOME s => go (s :: out) in go [] end
fun sorted l = foldl (fn (x, l) => let fun put [] = [x] | put (y :: r) = if x < y then x :: y :: r else y :: put r in put l end) [] (l : string list)
val d = OS.FileSys.openDir root
val _ = say (String.concatWith "," (sorted (entries d)))
val _ = (OS.FileSys.rewindDir d; say (Int.toString (length (entries d))); OS.FileSys.closeDir d)
val _ = say (Position.toString (OS.FileSys.fileSize (inside "one")) ^ Bool.toString (OS.FileSys.isDir (inside "sub")) ^ Bool.toString (OS.FileSys.isDir (inside "one")) ^ Bool.toString (OS.FileSys.isLink (inside "one")))
val _ = say (Bool.toString (OS.FileSys.access (inside "one", [OS.FileSys.A_READ])) ^ Bool.toString (OS.FileSys.access (inside "none", [])) ^ Bool.toString (OS.FileSys.access (inside "one", [OS.FileSys.A_EXEC])))
val _ = (OS.FileSys.rename {old = inside "one", new = inside "three"}; say (Bool.toString (OS.FileSys.access (inside "one", [])) ^ Bool.toString (OS.FileSys.access (inside "three", []))))
val _ = (OS.FileSys.setTime (inside "two", SOME (Time.fromSeconds 1000000)); say (Time.toString (OS.FileSys.modTime (inside "two"))))
val _ = say (Bool.toString (OS.FileSys.fileId (inside "two") = OS.FileSys.fileId (inside "sub/../two")) ^ Bool.toString (OS.FileSys.fileId (inside "two") = OS.FileSys.fileId (inside "three")))
(* Files made one after the other often have neighbouring numbers in the file system. *)
val many = List.tabulate (20, fn i => inside ("n" ^ Int.toString i))
val _ = app (fn name => TextIO.closeOut (TextIO.openOut name)) many
fun different [] = true | different (x :: l) = List.all (fn y => x <> y) l andalso different l
val _ = say (Bool.toString (different (map OS.FileSys.fileId many)))
val _ = app OS.FileSys.remove many
val before' = OS.FileSys.getDir ()
val _ = (OS.FileSys.chDir root; say (Bool.toString (OS.FileSys.access ("three", []))); OS.FileSys.chDir before')
fun fails f = say ((f (); "done") handle OS.SysErr _ => "SysErr")
val _ = (fails (fn () => OS.FileSys.rmDir root); fails (fn () => OS.FileSys.remove (inside "none")); fails (fn () => OS.FileSys.mkDir (inside "sub")); fails (fn () => OS.FileSys.chDir (inside "none")))
val _ = (fails (fn () => ignore (OS.FileSys.openDir (inside "none"))); fails (fn () => ignore (OS.FileSys.fileSize (inside "none"))))
val _ = (OS.FileSys.remove (inside "two"); OS.FileSys.remove (inside "three"); OS.FileSys.rmDir (inside "sub"); OS.FileSys.rmDir root)
val _ = say (Bool.toString (OS.FileSys.access (root, [])))
