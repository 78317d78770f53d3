(* IntInf: bits of two's complement without end, shifts, powers, logarithms. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val s = IntInf.toString
val some = [0, 1, ~1, 5, ~6, 1234567890123456789012, ~1234567890123456789012] : IntInf.int list
val _ = app (fn a => say (String.concatWith " " (map (fn b => s (IntInf.andb (a, b)) ^ "," ^ s (IntInf.orb (a, b)) ^ "," ^ s (IntInf.xorb (a, b))) some))) some
val _ = say (String.concatWith " " (map (s o IntInf.notb) some))
val _ = app (fn n => say (String.concatWith " " (map (fn a => s (IntInf.<< (a, n)) ^ "," ^ s (IntInf.~>> (a, n))) some))) [0w0, 0w1, 0w31, 0w64, 0w70]
val _ = app (fn (a, n) => try (fn () => s (IntInf.pow (a, n)))) [(2, 100), (~3, 41), (0, 0), (0, 5), (1, ~1), (~1, ~3), (2, ~1), (10, 0)]
val _ = try (fn () => s (IntInf.pow (0, ~1)))
val _ = app (fn a => try (fn () => Int.toString (IntInf.log2 a))) [1, 2, 3, 1024, 1267650600228229401496703205375, 0, ~1]
val _ = say (let val (q, r) = IntInf.divMod (~7, 2) val (a, b) = IntInf.quotRem (~7, 2) in String.concatWith "," (map s [q, r, a, b]) end)
