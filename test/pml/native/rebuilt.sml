(* Values that are taken apart and put together again: the same constructor or another, the same order or another, in
   tuples of tuples, behind handlers, and through loops. *)
datatype pair = P of int * int | Q of int * int
fun same (P (a, b) :: rest, n) = if n = a then P (a, b) :: rest else same (rest, n + b)
  | same (Q (a, b) :: rest, n) = P (a, b) :: rest
  | same ([], n) = [Q (n, n)]
fun swapped (P (a, b)) = if a < b then P (a, b) else P (b, a)
  | swapped (Q (a, b)) = if a < b then P (a, b) else Q (a, b)
fun nested ((((a, b), c), d), n) = if n = 0 then (((a, b), c), d) else nested ((((a, b), d), c), n - 1)
fun handled ((a, b), n) = (if n = 0 then raise Fail "" else (a, n)) handle Fail _ => (a, b)
fun mixed ((a, b) :: (c, d) :: rest) = (a, d) :: (c, b) :: (a, b) :: (c, d) :: mixed rest
  | mixed rest = rest
datatype tree = Leaf | Node of tree * string * tree
fun insert (Leaf, k) = Node (Leaf, k, Leaf)
  | insert (Node (l, m, r), k) =
      (case String.compare (k, m) of
         LESS => Node (insert (l, k), m, r)
       | EQUAL => Node (l, m, r)
       | GREATER => Node (l, m, insert (r, k)))
fun words (Leaf, rest) = rest
  | words (Node (l, m, r), rest) = words (l, m :: words (r, rest))
fun show (P (a, b)) = print ("P" ^ Int.toString a ^ Int.toString b ^ " ")
  | show (Q (a, b)) = print ("Q" ^ Int.toString a ^ Int.toString b ^ " ")
val n = length (CommandLine.arguments ()) + 1
val () = List.app show (same ([P (n + 1, n), P (n + 2, 3), Q (4, 5)], n))
val () = List.app show (same ([P (n, 7), Q (4, 5)], n) @ same ([], 8))
val () = List.app show (map swapped [P (n, 0), P (0, n), Q (n, 0), Q (0, n)])
val (((a, b), c), d) = nested ((((n, 2), 3), 4), n)
val (e, f) = handled ((n, 5), n - 1)
val () = print (concat (map Int.toString [a, b, c, d, e, f]) ^ " ")
val () = List.app (fn (x, y) => print (Int.toString x ^ y ^ " ")) (mixed [(1, "a"), (2, "b"), (3, "c")])
val tree = foldl (fn (k, t) => insert (t, k)) Leaf (String.tokens Char.isSpace "to be or not to be")
val () = print (String.concatWith " " (words (tree, [])))
val () = print "\n"
