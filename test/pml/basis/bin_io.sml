(* BinIO: all bytes there and back. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val name = OS.FileSys.tmpName ()
val all = Word8Vector.tabulate (256, Word8.fromInt)
val out = BinIO.openOut name
val _ = (BinIO.output (out, all); BinIO.output1 (out, 0w7); BinIO.flushOut out; BinIO.closeOut out)
val s = BinIO.openIn name
val _ = say (case BinIO.lookahead s of NONE => "none" | SOME b => Word8.toString b)
val first = BinIO.inputN (s, 10)
val _ = say (Int.toString (Word8Vector.length first) ^ (case BinIO.input1 s of NONE => "none" | SOME b => Word8.toString b))
val rest = BinIO.inputAll s
val _ = say (Int.toString (Word8Vector.length rest) ^ Word8.toString (Word8Vector.sub (rest, 244)) ^ Word8.toString (Word8Vector.sub (rest, 245)) ^ Bool.toString (BinIO.endOfStream s))
val _ = BinIO.closeIn s
val t = BinIO.openIn name
val f = BinIO.getInstream t
val (a, _) = BinIO.StreamIO.inputAll f
val _ = say (Bool.toString (Word8Vector.length a = 257) ^ Int.toString (Word8Vector.length (#1 (BinIO.StreamIO.inputN (f, 3)))))
val _ = (BinIO.closeIn t; OS.FileSys.remove name)
val _ = say ((BinIO.openIn name; "opened") handle IO.Io {function, ...} => function)
