(* Streams over readers and writers. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
structure S = TextIO.StreamIO
structure P = TextPrimIO
(* A reader that gives parts of a text, and tells what is done with it. *)
fun parts (name, texts) =
  let
    val left = ref texts
    fun readVec n =
      case !left of
        [] => ""
      | t :: rest =>
          if size t <= n then (left := rest; t) else (left := String.extract (t, n, NONE) :: rest; String.substring (t, 0, n))
  in
    P.RD {name = name, chunkSize = 4, readVec = SOME readVec, readArr = NONE, readVecNB = NONE, readArrNB = NONE, block = NONE,
          canInput = SOME (fn () => true), avail = fn () => NONE, getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE,
          close = fn () => say ("close " ^ name), ioDesc = NONE}
  end
val s = S.mkInstream (parts ("abc", ["one\ntw", "o\nthr", "ee"]), "zero\n")
fun lines s = case S.inputLine s of NONE => [] | SOME (l, s) => l :: lines s
val () = app say (lines s)
val () = app say (lines s)
val (x, s1) = S.inputN (s, 7)
val () = say x
val () = say (#1 (S.inputAll s1))
val () = S.closeIn s1
val () = S.closeIn s1
val () = say (#1 (S.inputAll s))
val t = TextIO.mkInstream (S.mkInstream (parts ("def", ["x", "yz\n12 13"]), ""))
val () = say (valOf (TextIO.inputLine t))
val () = say (Int.toString (valOf (TextIO.scanStream (Int.scan StringCvt.DEC) t)))
val (r, rest) = S.getReader (TextIO.getInstream t)
val () = say rest
val () = say (#1 (S.inputAll (TextIO.getInstream t)))
val P.RD {readVec, readArr, name, ...} = P.augmentReader (parts ("ghi", ["hello", "world"]))
val a = CharArray.array (4, #".")
val () = say (Int.toString (valOf readArr (CharArraySlice.slice (a, 1, SOME 2))) ^ CharArray.vector a ^ valOf readVec 10 ^ valOf readVec 10)
(* openVector, nullRd. *)
val () = say (#1 (S.inputAll (S.mkInstream (P.openVector "vector", ""))))
val () = say (#1 (S.inputAll (S.mkInstream (P.nullRd (), "before"))))
(* What a reader raises is the cause. *)
exception Broken
fun broken () = P.RD {name = "broken", chunkSize = 1, readVec = SOME (fn _ => raise Broken), readArr = NONE, readVecNB = NONE, readArrNB = NONE,
                      block = NONE, canInput = NONE, avail = fn () => NONE, getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE,
                      close = fn () => (), ioDesc = NONE}
val () = say (#1 (S.inputAll (S.mkInstream (broken (), "")))) handle IO.Io {name, cause = Broken, ...} => say ("broken: " ^ name)
(* Positions, where the reader has them. *)
val at = ref 100
val counted = P.RD {name = "counted", chunkSize = 3, readVec = SOME (fn n => (at := !at + n; CharVector.tabulate (n, fn _ => #"c"))), readArr = NONE,
                    readVecNB = NONE, readArrNB = NONE, block = NONE, canInput = NONE, avail = fn () => NONE,
                    getPos = SOME (fn () => Position.fromInt (!at)), setPos = NONE, endPos = NONE, verifyPos = NONE, close = fn () => (), ioDesc = NONE}
val u = S.mkInstream (counted, "")
val (_, u1) = S.inputN (u, 5)
val () = say (Position.toString (S.filePosIn u) ^ " " ^ Position.toString (S.filePosIn u1))
(* A writer that takes three characters at a time. *)
val written = ref ""
fun writer () =
  P.WR {name = "writer", chunkSize = 8, writeVec = SOME (fn sl => let val t = Substring.string sl val n = Int.min (size t, 3)
                                                                   in written := !written ^ String.substring (t, 0, n); n end),
        writeArr = NONE, writeVecNB = NONE, writeArrNB = NONE, block = NONE, canOutput = NONE,
        getPos = SOME (fn () => Position.fromInt (size (!written))), setPos = NONE, endPos = NONE, verifyPos = NONE, close = fn () => say "close writer", ioDesc = NONE}
fun shown () = (say (!written); written := "")
val o1 = S.mkOutstream (writer (), IO.BLOCK_BUF)
val () = (S.output (o1, "ab"); shown (); S.output (o1, "cdefgh"); S.flushOut o1; shown (); S.output1 (o1, #"x"); S.flushOut o1; shown ())
val () = (S.setBufferMode (o1, IO.LINE_BUF); S.output (o1, "line"); S.output (o1, "end\n"); shown ())
val () = (S.setBufferMode (o1, IO.NO_BUF); S.output (o1, "now"); shown ())
val () = say (Position.toString (S.filePosOut (S.getPosOut o1)))
val () = (S.closeOut o1; S.closeOut o1)
val () = (S.output (o1, "no"); say "wrong") handle IO.Io {cause = IO.ClosedStream, ...} => say "closed"
val o2 = TextIO.mkOutstream (S.mkOutstream (writer (), IO.BLOCK_BUF))
val () = (TextIO.output (o2, "abc"); TextIO.outputSubstr (o2, Substring.full "de"); TextIO.flushOut o2; shown ())
val (P.WR {name, ...}, mode) = S.getWriter (TextIO.getOutstream o2)
val () = say (name ^ (if mode = IO.BLOCK_BUF then " blocks" else ""))
(* Bytes. *)
val b = BinIO.StreamIO.mkInstream (BinPrimIO.openVector (Word8Vector.fromList [0w1, 0w2, 0w3]), Word8Vector.fromList [0w0])
val () = say (Word8Vector.foldr (fn (w, s) => Word8.toString w ^ s) "" (#1 (BinIO.StreamIO.inputAll b)))
val () = BinIO.output (BinIO.mkOutstream (BinIO.StreamIO.mkOutstream (BinPrimIO.nullWr (), IO.NO_BUF)), Word8Vector.fromList [0w7])
(* Files as readers and writers. *)
val file = OS.FileSys.tmpName ()
val (P.WR {writeVec, close, ...}, _) = S.getWriter (TextIO.getOutstream (TextIO.openOut file))
val () = (ignore (valOf writeVec (Substring.full "from a file\n")); close ())
val (P.RD {readVec, close, ...}, _) = S.getReader (TextIO.getInstream (TextIO.openIn file))
val () = (say (valOf readVec 4); say (valOf readVec 100); close ())
val () = OS.FileSys.remove file
