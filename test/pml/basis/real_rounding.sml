(* Real: all ways to an integer. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val some = [0.5, 1.5, 2.5, ~0.5, ~1.5, ~2.5, 2.4999, 1E10, ~1E10]
fun r x = Real.toString x
val _ = app (fn x => say (String.concatWith " " (map r [Real.realFloor x, Real.realCeil x, Real.realTrunc x, Real.realRound x]))) some
val _ = app (fn x => say (String.concatWith " " (map (LargeInt.toString o (fn mode => Real.toLargeInt mode x)) [IEEEReal.TO_NEGINF, IEEEReal.TO_POSINF, IEEEReal.TO_ZERO, IEEEReal.TO_NEAREST]))) some
val _ = app (fn x => try (fn () => Int.toString (Real.round x))) [0.5, 1.5, ~2.5, 1E300]
val _ = app (fn x => let val {whole, frac} = Real.split x in say (r whole ^ " " ^ r frac ^ " " ^ r (Real.realMod x)) end) [3.75, ~3.75, 8.0]
val _ = app (fn x => let val {man, exp} = Real.toManExp x in say (r man ^ " " ^ Int.toString exp ^ " " ^ r (Real.fromManExp {man = man, exp = exp})) end) [1.0, 0.75, ~10.0]
val _ = say (r (Real.rem (7.5, 2.0)) ^ " " ^ r (Real.rem (~7.5, 2.0)) ^ " " ^ LargeInt.toString (Real.toLargeInt IEEEReal.TO_ZERO 1E30))
val _ = say (Bool.toString (Real.nextAfter (1.0, 2.0) > 1.0) ^ r (Real.fromLargeInt 123456789012345678901234567890))
val _ = say (r (Real.nextAfter (Real.posInf, 1.0)) ^ r (Real.nextAfter (Real.negInf, Real.posInf)) ^ r (Real.nextAfter (Real.maxFinite, Real.posInf)) ^ r (Real.nextAfter (Real.posInf, 0.0 / 0.0)))
