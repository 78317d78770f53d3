(* Small whole programs: sorts that agree. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun insertion [] = [] | insertion (x :: r) = let fun put [] = [x] | put (y :: r) = if x <= y then x :: y :: r else y :: put r in put (insertion r) end
fun quick [] = [] | quick (p :: r) = let val (a, b) = List.partition (fn x => x < p) r in quick a @ (p :: quick b) end
fun merge ([], b) = b | merge (a, []) = a | merge (x :: a, y :: b) = if x <= y then x :: merge (a, y :: b) else y :: merge (x :: a, b)
fun split [] = ([], []) | split [x] = ([x], []) | split (x :: y :: r) = let val (a, b) = split r in (x :: a, y :: b) end
fun mergesort [] = [] | mergesort [x] = [x] | mergesort l = let val (a, b) = split l in merge (mergesort a, mergesort b) end
fun numbers (0, _) = [] | numbers (n, x) = x mod 100 :: numbers (n - 1, (x * 421 + 1663) mod 7875)
val l = numbers (60, 5)
val s = quick l
val _ = say (String.concatWith " " (map Int.toString s))
val _ = say (Bool.toString (s = insertion l) ^ Bool.toString (s = mergesort l))
