(* IEEEReal: exponents beyond those of reals. *)
fun say s = print ("> " ^ s ^ "\n")
fun both s =
  case IEEEReal.fromString s of
    NONE => say (s ^ " none")
  | SOME found =>
      say (s ^ " " ^ IEEEReal.toString found ^ " " ^ (case Real.fromDecimal found of NONE => "none" | SOME r => Real.toString r))
val _ = app both ["1e100000001", "0.1e100000002", "12.5e123456789", "1e~100000001", "~1e300000000", "0.001e~200000000", "1e0000000000000000000005"]
val _ = app both ["1e99999999999999999999", "~1e99999999999999999999", "1e~99999999999999999999", "~1e~99999999999999999999"]
