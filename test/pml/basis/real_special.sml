(* Real: infinities, what is no number, zero with a sign. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val inf = Real.posInf and nan = 0.0 / 0.0 and zero = 0.0 val minus = ~ zero
fun b x = if x then "t" else "f"
val some = [inf, ~ inf, nan, zero, minus, 1.5, ~1.5]
val _ = say (concat (map (b o Real.isNan) some) ^ " " ^ concat (map (b o Real.isFinite) some) ^ " " ^ concat (map (b o Real.isNormal) some) ^ " " ^ concat (map (b o Real.signBit) (List.filter (not o Real.isNan) some)))
val _ = app (fn x => say (concat (map (fn y => b (x < y) ^ b (x <= y) ^ b (Real.== (x, y)) ^ b (Real.!= (x, y)) ^ b (Real.?= (x, y)) ^ b (Real.unordered (x, y))) some))) some
val _ = app (fn x => try (fn () => Int.toString (Real.sign x))) some
val _ = app (fn x => try (fn () => Int.toString (Real.floor x))) some
val _ = app (fn x => say (case Real.class x of IEEEReal.NAN => "nan" | IEEEReal.INF => "inf" | IEEEReal.ZERO => "zero" | IEEEReal.NORMAL => "normal" | IEEEReal.SUBNORMAL => "subnormal")) (Real.minPos :: some)
val _ = say (Real.toString inf ^ " " ^ Real.toString (~ inf) ^ " " ^ Real.toString nan)
val _ = app (fn x => try (fn () => Real.toString (Real.checkFloat x))) [1.0, inf, nan]
val _ = try (fn () => case Real.compare (1.0, nan) of LESS => "<" | _ => "?")
val _ = say (case Real.compareReal (1.0, nan) of IEEEReal.UNORDERED => "unordered" | _ => "?")
val _ = say (b (Real.sameSign (minus, ~1.0)) ^ Real.toString (Real.copySign (3.0, minus)))
val _ = say (Real.toString (Real.min (1.0, nan)) ^ Real.toString (Real.max (nan, 1.0)))
