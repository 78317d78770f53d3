(* Recursion without end is a message, not a crash. *)
fun deep n = 1 + deep (n + 1)
val _ = print (Int.toString (deep 0))
