(* General: what stands at the top level. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val r = ref 1
val _ = say (Int.toString ((r := 2; !r) before r := 3) ^ Int.toString (!r))
val _ = say (Int.toString (((fn x => x + 1) o (fn x => x * 2)) 5))
val _ = (ignore (1 + 1); say (exnName (Fail "x") ^ exnMessage (Fail "text") ^ exnName Subscript))
exception Mine of int
val _ = say (exnName (Mine 1) ^ exnName Div ^ exnName (Option) ^ exnName Empty)
val _ = app (fn e => say (exnName e)) [Bind, Match, Chr, Div, Domain, Overflow, Size, Span, Subscript]
val _ = say (case LESS of LESS => "less" | EQUAL => "equal" | GREATER => "greater")
