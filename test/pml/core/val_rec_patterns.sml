(* val rec with layers, types and wildcards; what is bound are variables, whatever the names have been. *)
fun say s = print ("> " ^ s ^ "\n")
fun number n = say (Int.toString n)
datatype shape = Square | Round
val rec even : int -> bool as alsoEven : int -> bool = fn 0 => true | n => odd (n - 1)
and odd as alsoOdd as third = fn 0 => false | n => if n mod 2 = 0 then alsoEven (n - 1) else even (n - 1)
and _ : int -> int = fn n => n + 1
and (Square : int -> int) = fn 0 => 1 | n => n * Square (n - 1)
val _ = app (say o Bool.toString) [even 10, alsoEven 7, odd 3, alsoOdd 4, third 5]
val _ = number (Square 5)
val rec Round as turn = fn [] => 0 | _ :: rest => 1 + turn rest
val _ = (number (Round [1, 2]); number (turn ["a"]))
