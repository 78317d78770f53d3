(* A list without end: out of memory is one line. *)
fun grow (l, n) = if n = 0 then length l else grow (n :: l, n + 1)
val _ = print (Int.toString (grow ([], 1)))
