(* A record of one field is no other value than what is in it, but has a type of its own. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun count (0, n) = n
  | count (k, n) = count (k - 1, n + k)
fun boxed k = {total = count (k, 0)}
fun twice k = {inner = boxed k}
fun choose k = if k > 3 then {total = count (k, 1)} else boxed k
val {total = a} = boxed 4
val {inner = {total = b}} = twice 5
val _ = say (String.concatWith " " (map Int.toString [a, b, #total (choose 3), #total (choose 4)]))
val made = {cells = Array.fromList [1, 2]}
val _ = (Array.update (#cells made, 0, 5); say (Int.toString (Array.sub (#cells made, 0))))
