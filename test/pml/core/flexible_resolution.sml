(* Overloaded operators and records that later uses decide. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun double x = x + x
fun doubleReal x = x + x + 0.0
val _ = say (Int.toString (double 4) ^ Real.toString (doubleReal 1.5))
fun less (a, b : string) = a < b
fun biggest (a, b) = if a > b then a else b : Word8.word
val _ = say (Bool.toString (less ("a", "b")) ^ Word8.toString (biggest (0w3, 0w200)))
val n = let val f = fn r => #a r + (#b r : int) in f {a = 1, b = 2} end
val _ = say (Int.toString n)
val _ = say (Real.toString (~ 1.5) ^ Int.toString (~ 3) ^ Real.toString (abs ~2.5) ^ IntInf.toString (~ (5 : IntInf.int)))
val _ = say (Int.toString (7 div 2) ^ Word8.toString (0w7 div 0w2) ^ Real.toString (7.0 / 2.0) ^ Int.toString (~7 mod 3))
