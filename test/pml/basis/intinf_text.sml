(* IntInf: reading and writing in all radices. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val n = valOf (IntInf.fromString "~123456789012345678901234567890")
val _ = app (fn r => say (IntInf.fmt r n)) [StringCvt.BIN, StringCvt.OCT, StringCvt.DEC, StringCvt.HEX]
fun read r s = say (case StringCvt.scanString (IntInf.scan r) s of NONE => "none" | SOME n => IntInf.toString n)
val _ = app (read StringCvt.HEX) ["FFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "~0x123456789abcdef0123456789", "x", "+1"]
val _ = app (read StringCvt.DEC) ["  ~00012345678901234567890123", "12a", "", "~", "-5"]
val _ = app (fn k => try (fn () => Int.toString (IntInf.toInt k))) [12, ~12, 123456789012345678901234567890]
