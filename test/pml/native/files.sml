(* Files are opened and closed more often than there are numbers for them; a closed one stays closed. *)
val name = "/dev/null"
fun open' 0 = ()
  | open' n = let val f = TextIO.openIn name in TextIO.closeIn f; open' (n - 1) end
val () = open' 5000
val old = TextIO.openString "one\ntwo\nthree"
val _ = print (Option.getOpt (TextIO.inputLine old, "none"))
val _ = print (TextIO.inputAll old ^ "\n")
val () = TextIO.closeIn old
val new = TextIO.openString "new\n"
val _ = print (TextIO.inputAll old ^ "closed\n")
val _ = print (TextIO.inputAll new)
val _ = (ignore (TextIO.openIn "/nonexistent/file"); print "opened\n") handle IO.Io {name, ...} => print (name ^ "\n")
val _ = TextIO.output (TextIO.stdErr, "to the error output\n")
val _ = print (String.concatWith "," (CommandLine.arguments ()) ^ "\n")
val _ = OS.Process.atExit (fn () => print "at exit\n")
val _ = OS.Process.exit OS.Process.failure
