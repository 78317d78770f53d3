(* Recursion as deep as the data. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun upto n = if n = 0 then [] else n :: upto (n - 1)
fun sum [] = 0 | sum (x :: r) = (x + sum r) mod 1009
val l = upto 20000
val _ = say (Int.toString (sum l) ^ " " ^ Int.toString (length (map (fn x => x) l)) ^ " " ^ Int.toString (foldr (fn (x, a) => (x + a) mod 7) 0 l))
datatype t = L | N of t * t
fun left 0 = L | left n = N (left (n - 1), L)
fun depth L = 0 | depth (N (a, b)) = 1 + Int.max (depth a, depth b)
val _ = say (Int.toString (depth (left 20000)))
fun nest 0 = raise Fail "bottom" | nest n = (nest (n - 1)) handle Subscript => 0
val _ = say (Int.toString (nest 5000) handle Fail s => s)
