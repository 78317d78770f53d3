(* Names that hide others: values, constructors in patterns, types, structures. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val x = 1
val x = "now " ^ Int.toString x
fun f x = let val x = x + 1 val x = x * 2 in x end
val _ = say (x ^ Int.toString (f 3))
datatype a = P | Q
datatype b = P | R
fun name P = "P of b" | name R = "R"
val _ = say (name P ^ (case Q of Q => "Q" | _ => "?"))
structure S = struct val v = 1 type t = int end
structure S = struct val v = S.v + 1 type t = string end
val t : S.t = Int.toString S.v
val _ = say t
val (op +) = fn (a, b) => a - b
val _ = say (Int.toString (5 + 3))
local val hidden = 10 in fun get () = hidden end
val hidden = 20
val _ = say (Int.toString (get ()) ^ Int.toString hidden)
