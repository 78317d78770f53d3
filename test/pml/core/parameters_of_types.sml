(* Type abbreviations with parameters, phantom types, tuples in constructors. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
type ('a, 'b) pair = 'a * 'b
type 'a table = (string, 'a list) pair list
fun get (t : 'a table) k = case List.find (fn (s, _) => s = k) t of SOME (_, v) => v | NONE => []
val _ = say (Int.toString (length (get [("a", [1, 2])] "a")) ^ Int.toString (length (get [("a", [1, 2])] "b")))
datatype 'unit quantity = Q of int
datatype metre = Metre datatype second = Second
fun plus (Q a : 'u quantity, Q b : 'u quantity) : 'u quantity = Q (a + b)
val m : metre quantity = Q 3
val Q n = plus (m, Q 4)
val _ = say (Int.toString n)
datatype ('k, 'v) map = Empty | Entry of 'k * 'v * ('k, 'v) map
fun lookup (k, Empty) = NONE | lookup (k, Entry (k', v, r)) = if k = k' then SOME v else lookup (k, r)
val _ = say (getOpt (lookup (2, Entry (1, "one", Entry (2, "two", Empty))), "none"))
datatype 'a nested = Flat of 'a | Deep of ('a * 'a) list
fun count (Flat _) = 1 | count (Deep l) = length l * 2
val _ = say (Int.toString (count (Deep [(1, 2), (3, 4)]) + count (Flat "x")))
