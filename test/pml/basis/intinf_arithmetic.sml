(* IntInf: around the borders of 32, 63 and 64 bits. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val edges = [IntInf.pow (2, 31), IntInf.pow (2, 62), IntInf.pow (2, 63), IntInf.pow (2, 64), IntInf.pow (10, 30)]
val around = List.concat (map (fn e => [e - 1, e, ~ e, ~ e - 1]) edges)
val s = IntInf.toString
val _ = app (fn a => say (s a ^ " " ^ s (a + 1) ^ " " ^ s (a - 1) ^ " " ^ s (~ a) ^ " " ^ s (abs a))) around
val _ = app (fn a => say (String.concatWith " " (map (fn b => s (a * b)) (List.take (around, 6))))) (List.take (around, 12))
val _ = app (fn a => say (String.concatWith " " (map (fn b => s (a div b) ^ "," ^ s (a mod b) ^ "," ^ s (IntInf.quot (a, b)) ^ "," ^ s (IntInf.rem (a, b))) [1, ~1, 7, ~7, 4294967296]))) around
val _ = try (fn () => s (IntInf.div (5, 0)))
val _ = try (fn () => s (IntInf.rem (5, 0)))
val _ = say (Bool.toString (hd around < hd (tl around)) ^ Int.toString (IntInf.sign (~ 5)) ^ s (IntInf.min (3, ~3)))
