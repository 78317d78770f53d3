(* TextIO.StreamIO: a stream can be read twice; scanning leaves what it does not take. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val s = TextIO.openString "12 abc\nline\nlast"
val f = TextIO.getInstream s
val (a, g) = TextIO.StreamIO.inputN (f, 4)
val (b, _) = TextIO.StreamIO.inputN (f, 6)
val _ = say (a ^ "|" ^ b ^ "|" ^ #1 (TextIO.StreamIO.inputAll g))
val _ = TextIO.setInstream (s, f)
val _ = say (case TextIO.scanStream (Int.scan StringCvt.DEC) s of NONE => "none" | SOME n => Int.toString n)
val _ = say (case TextIO.scanStream (Int.scan StringCvt.DEC) s of NONE => "none" | SOME n => Int.toString n)
val _ = say (case TextIO.inputLine s of NONE => "none" | SOME l => l)
val _ = say (case TextIO.lookahead s of NONE => "none" | SOME c => str c)
val h = TextIO.getInstream s
fun lines h = case TextIO.StreamIO.inputLine h of NONE => [] | SOME (l, h) => l :: lines h
val _ = (app say (lines h); app say (lines h))
val _ = say (Bool.toString (TextIO.StreamIO.endOfStream h) ^ Bool.toString (TextIO.endOfStream s))
val _ = say (case TextIO.StreamIO.input1 h of NONE => "none" | SOME (c, _) => str c)
val t = TextIO.mkInstream h
val _ = say (TextIO.inputAll t ^ "|" ^ TextIO.inputN (t, 3) ^ "|" ^ TextIO.inputAll s)
