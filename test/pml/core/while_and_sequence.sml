(* while, sequences in let, nested loops. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val i = ref 0 and out = ref ""
val _ = while !i < 3 do (out := !out ^ Int.toString (!i); i := !i + 1)
val _ = say (!out)
val _ = while (i := !i - 1; !i > 0) do out := !out ^ "."
val _ = say (!out)
fun table n = let val i = ref 0 val r = ref [] in while !i < n do (let val j = ref 0 in while !j <= !i do (r := !i * !j :: !r; j := !j + 1) end; i := !i + 1); rev (!r) end
val _ = say (String.concatWith " " (map Int.toString (table 4)))
val x = let val y = 1 in say "one"; say "two"; y + 1 end
val _ = (say (Int.toString x); ())
val _ = while false do say "never"
