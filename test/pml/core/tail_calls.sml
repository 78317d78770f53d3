(* Long loops need no stack, also through other functions and handlers outside. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun loop (0, a) = a | loop (n, a) = loop (n - 1, (a + n) mod 1009)
fun ping (0, a) = a | ping (n, a) = pong (n - 1, a + 1) and pong (0, a) = a | pong (n, a) = ping (n - 1, a)
fun cps (0, k) = k 0 | cps (n, k) = cps (n - 1, fn x => k ((x + n) mod 1009))
val _ = say (Int.toString (loop (300000, 0)) ^ " " ^ Int.toString (ping (300000, 0)) ^ " " ^ Int.toString (cps (3000, fn x => x)))
fun search n = if n = 200000 then raise Fail "found" else search (n + 1)
val _ = say (search 0 handle Fail s => s)
fun each f = let fun go n = if n = 0 then () else (f n; go (n - 1)) in go end
val total = ref 0
val _ = (each (fn n => total := (!total + n) mod 997) 100000; say (Int.toString (!total)))
