(* Datatypes that need each other; withtype; replication; constructors as functions. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
datatype expression = Number of int | Sum of expression list | Let of binding * expression | Name of string
and binding = Bind' of string * expression
withtype environment = (string * int) list
fun eval (env : environment) (Number n) = n
  | eval env (Sum l) = foldl op + 0 (map (eval env) l)
  | eval env (Name s) = (case List.find (fn (t, _) => s = t) env of SOME (_, n) => n | NONE => raise Fail s)
  | eval env (Let (Bind' (s, e), body)) = eval ((s, eval env e) :: env) body
val _ = say (Int.toString (eval [] (Let (Bind' ("x", Sum [Number 1, Number 2]), Sum [Name "x", Name "x", Number 4]))))
val _ = try (fn () => Int.toString (eval [] (Name "y")))
datatype again = datatype expression
val _ = say (case Number 3 of Number n => Int.toString n | _ => "?")
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
and 'a forest = Forest of 'a tree list
fun size' Leaf = 0 | size' (Node (l, _, r)) = size' l + 1 + size' r
fun trees (Forest l) = foldl op + 0 (map size' l)
fun insert (x, Leaf) = Node (Leaf, x, Leaf) | insert (x, t as Node (l, y, r)) = if x < y then Node (insert (x, l), y, r) else if x > y then Node (l, y, insert (x, r)) else t
val t = foldl insert Leaf [5, 2, 8, 2, 9, 1]
val _ = say (Int.toString (trees (Forest [t, Leaf, t])) ^ Int.toString (length (map SOME [1, 2])))
