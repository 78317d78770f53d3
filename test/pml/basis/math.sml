(* Math: values and domains. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun f x = Real.fmt (StringCvt.FIX (SOME 8)) x
val _ = say (String.concatWith " " (map f [Math.pi, Math.e, Math.sqrt 2.0, Math.sin 1.0, Math.cos 1.0, Math.tan 1.0, Math.asin 0.5, Math.acos 0.5, Math.atan 0.5]))
val _ = say (String.concatWith " " (map f [Math.exp 1.0, Math.ln 10.0, Math.log10 1000.0, Math.pow (2.0, 10.0), Math.sinh 1.0, Math.cosh 1.0, Math.tanh 1.0]))
val _ = say (String.concatWith " " (map (f o Math.atan2) [(1.0, 1.0), (1.0, ~1.0), (~1.0, ~1.0), (~1.0, 1.0), (0.0, ~1.0), (0.0, 1.0), (1.0, 0.0)]))
val _ = say (String.concatWith " " (map Real.toString [Math.sqrt ~1.0, Math.ln 0.0, Math.ln ~1.0, Math.asin 2.0, Math.pow (0.0, 0.0), Math.pow (2.0, ~1.0)]))
