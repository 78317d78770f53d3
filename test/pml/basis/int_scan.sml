(* Int: reading in all radices, signs, prefixes, what is no number. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun read radix s = say (s ^ ": " ^ (case StringCvt.scanString (Int.scan radix) s of NONE => "none" | SOME n => Int.toString n) handle Overflow => "overflow")
val _ = app (read StringCvt.DEC) ["0", "-0", "~1", "+1", "+-1", "1_0", " 12", "12 ", "", "-", "0x10", "99999999999999999999999"]
val _ = app (read StringCvt.HEX) ["ff", "FF", "0xff", "0Xff", "~0xff", "0xg", "x1", "g", "0x"]
val _ = app (read StringCvt.OCT) ["17", "8", "078", "~7"]
val _ = app (read StringCvt.BIN) ["101", "2", "0b1"]
val _ = app (fn n => say (String.concatWith " " (map (fn r => Int.fmt r n) [StringCvt.BIN, StringCvt.OCT, StringCvt.DEC, StringCvt.HEX]))) [0, 1, ~1, 255, ~256]
