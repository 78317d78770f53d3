(* The sign of what is no number, where it is asked for. *)
fun say s = print ("> " ^ s ^ "\n")
fun nan sign = valOf (Real.fromDecimal {class = IEEEReal.NAN, sign = sign, digits = [], exp = 0})
val _ = app (fn sign => say (Bool.toString (Real.signBit (nan sign)))) [false, true]
val _ = app (fn sign => say (Bool.toString (#sign (Real.toDecimal (nan sign))))) [false, true]
val _ = say (Bool.toString (Real.signBit (Real.abs (nan true))))
val _ = say (Bool.toString (Real.isNan (nan true)) ^ Real.toString (nan true))
val _ = say (Bool.toString (Real.signBit (Real.copySign (nan false, ~1.0))))
