(* Integers without bounds become the nearest real, of two that are as near the even one. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun power n = IntInf.pow (2, n)
fun back n = IntInf.toString (Real.toLargeInt IEEEReal.TO_ZERO (Real.fromLargeInt n))
val numbers = [0, power 53 + 1, power 53 + 3, power 54 + 2, power 54 + 3, power 60 + 128, power 60 + 129, power 61 - 1]
val _ = app (fn n => say (back n ^ " " ^ back (~n))) numbers
val _ = say (Real.toString (Real.fromLargeInt (power 2000)) ^ " " ^ Real.toString (Real.fromLargeInt (~ (power 2000))))
