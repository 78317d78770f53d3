(* How output is buffered, what can be read without waiting, streams that are closed. *)
fun say s = print ("> " ^ s ^ "\n")
fun showMode m = case m of IO.NO_BUF => "none" | IO.LINE_BUF => "lines" | IO.BLOCK_BUF => "blocks"
fun showCount NONE = "waits" | showCount (SOME n) = Int.toString n
val name = OS.FileSys.tmpName ()
val out = TextIO.openOut name
val stream = TextIO.getOutstream out
fun size () = Position.toString (OS.FileSys.fileSize name)
val _ = say (showMode (TextIO.StreamIO.getBufferMode stream))
val _ = (TextIO.output (out, "abc"); say (size ()))
val _ = (TextIO.StreamIO.setBufferMode (stream, IO.LINE_BUF); TextIO.output (out, "d\n"); say (size ()))
val _ = (TextIO.output (out, "e"); say (size ()))
val _ = (TextIO.StreamIO.setBufferMode (stream, IO.NO_BUF); say (size ()))
val _ = (TextIO.output (out, "f"); say (size () ^ showMode (TextIO.StreamIO.getBufferMode stream)))
val _ = TextIO.closeOut out
fun causeOf f = (f (); "none") handle IO.Io {cause, ...} => exnName cause
val _ = say (causeOf (fn () => TextIO.output (out, "g")))
val _ = say (causeOf (fn () => TextIO.output1 (out, #"g")))
val _ = TextIO.closeOut out
val input = TextIO.openIn name
val _ = say (showCount (TextIO.canInput (input, 3)))
val _ = say (showCount (TextIO.canInput (input, 0)))
val _ = say ((showCount (TextIO.canInput (input, ~1))) handle Size => "Size")
val first = TextIO.getInstream input
val _ = say (showCount (TextIO.StreamIO.canInput (first, 2)))
val (_, later) = TextIO.StreamIO.inputN (first, 5)
val _ = say (showCount (TextIO.StreamIO.canInput (later, 5)))
val (_, atEnd) = TextIO.StreamIO.inputAll later
val _ = say (showCount (TextIO.StreamIO.canInput (atEnd, 5)))
val _ = say (showCount (TextIO.StreamIO.canInput (first, 1)))
val _ = TextIO.closeIn input
val bytes = BinIO.openIn name
val _ = say (showCount (BinIO.canInput (bytes, 2)))
val _ = ignore (BinIO.inputAll bytes)
val _ = say (showCount (BinIO.canInput (bytes, 2)))
val _ = (BinIO.closeIn bytes; OS.FileSys.remove name)
