(* infix, infixr, nonfix, op; precedence and association; in let and local. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
infix 4 ===  infixr 5 ++  infix 6 -- nonfix mod
fun (a : int) === b = a = b
fun a ++ b = a ^ "(" ^ b ^ ")"
fun a -- b = a ^ "[" ^ b ^ "]"
val _ = say ("a" ++ "b" ++ "c")
val _ = say ("a" -- "b" -- "c")
val _ = say ("a" ++ "b" -- "c" ++ "d")
val _ = say (if 1 + 2 === 3 then Int.toString (mod (7, 3)) else "no")
infix 7 mod
val _ = say (Int.toString (7 mod 4))
val _ = say (let infixr 3 -- fun a -- b = a - b in Int.toString (10 -- 3 -- 2) end)
local infix 5 @@ fun a @@ b = a * 10 + b in val x = 1 @@ 2 @@ 3 end
val _ = say (Int.toString x ^ Int.toString (op - (5, 3)) ^ Int.toString (foldl op + 0 [1, 2, 3]))
infixr 5 :::
datatype t = op ::: of int * t | N
fun sum (a ::: r) = a + sum r | sum N = 0
val _ = say (Int.toString (sum (1 ::: 2 ::: N)))
