(* IEEEReal: decimal forms. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun show {class, sign, digits, exp} = (case class of IEEEReal.NAN => "nan" | IEEEReal.INF => "inf" | IEEEReal.ZERO => "zero" | _ => "number") ^ (if sign then "-" else "+") ^ concat (map Int.toString digits) ^ "^" ^ Int.toString exp
fun read s = say (case IEEEReal.fromString s of NONE => "none" | SOME d => show d)
val _ = app read ["123.456", "0.00123", "~5e10", "0", "000", "1e~3", "inf", "~nan", "", "x", "120.0"]
val _ = app (fn r => say (show (Real.toDecimal r))) [1.0, ~0.125, 1E22, 0.0, 123456.789]
val _ = app (fn d => say (IEEEReal.toString (valOf (IEEEReal.fromString d)))) ["123.456", "0.5", "~1e9", "0.0", "inf"]
val _ = say (case Real.fromDecimal {class = IEEEReal.NORMAL, sign = true, digits = [1, 2, 5], exp = 1} of NONE => "none" | SOME r => Real.toString r)
