(* Deep patterns over lists, options, datatypes and constants, in an order that matters. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
datatype t = A | B of int | C of t * t | D of {l : t, r : t option}
fun f (C (A, A)) = 1 | f (C (B 0, _)) = 2 | f (C (_, B n)) = n | f (C (C (A, x), y)) = 10 + f x + f y
  | f (D {l = A, r = NONE}) = 3 | f (D {r = SOME x, l}) = f l + f x | f (D _) = 4 | f (B ~1) = 5 | f A = 6 | f _ = 7
val all = [A, B 0, B ~1, B 9, C (A, A), C (B 0, A), C (A, B 4), C (C (A, A), B 1), C (C (A, B ~1), A), D {l = A, r = NONE}, D {l = A, r = SOME A}, D {l = B 2, r = NONE}]
val _ = say (String.concatWith " " (map (Int.toString o f) all))
fun g ([], _) = "a" | g ([x], SOME "k") = "b" | g ([x, y], _) = if x = y then "c" else "d" | g (x :: _ :: rest, NONE) = g (rest, SOME x) | g (_, SOME s) = s
val _ = app (say o g) [([], NONE), (["z"], SOME "k"), (["z", "z"], NONE), (["a", "b"], NONE), (["a", "b", "c"], NONE), (["a", "b", "c"], SOME "q")]
fun h (0w0, #"a", "") = 1 | h (0w1, _, "x") = 2 | h (_, #"b", s) = size s | h _ = 0
val _ = say (String.concatWith " " (map (Int.toString o h) [(0w0, #"a", ""), (0w1, #"z", "x"), (0w5, #"b", "four"), (0w1, #"a", "y")]))
