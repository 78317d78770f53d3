(* TextIO: reading a file in all ways. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val name = OS.FileSys.tmpName ()
val out = TextIO.openOut name
val _ = (TextIO.output (out, "first\nsecond\n"); TextIO.output1 (out, #"x"); TextIO.outputSubstr (out, Substring.substring ("abcdef", 1, 3)); TextIO.closeOut out)
fun withFile f = let val s = TextIO.openIn name val r = f s in TextIO.closeIn s; r end
fun lines s = case TextIO.inputLine s of NONE => [] | SOME l => l :: lines s
val _ = withFile (fn s => app say (lines s))
val _ = withFile (fn s => say (TextIO.inputAll s ^ "|" ^ TextIO.inputAll s))
val _ = withFile (fn s => (say (TextIO.inputN (s, 3)); say (TextIO.inputN (s, 0)); say (case TextIO.lookahead s of NONE => "none" | SOME c => str c); say (case TextIO.input1 s of NONE => "none" | SOME c => str c); say (TextIO.inputN (s, 100)); say (Bool.toString (TextIO.endOfStream s)); say (TextIO.input s); say (case TextIO.input1 s of NONE => "none" | SOME c => str c)))
val more = TextIO.openAppend name
val _ = (TextIO.output (more, "!"); TextIO.closeOut more; withFile (fn s => say (Int.toString (size (TextIO.inputAll s)))))
val _ = say ((TextIO.openIn (name ^ "/no"); "opened") handle IO.Io {function, ...} => function)
val closed = TextIO.openOut name
val _ = (TextIO.closeOut closed; TextIO.closeOut closed; say ((TextIO.output (closed, "x"); TextIO.flushOut closed; "written") handle IO.Io _ => "Io"))
val _ = (try (fn () => withFile (fn s => TextIO.inputN (s, ~1))); OS.FileSys.remove name)
