(* Flexible records, reordered fields, layered patterns, numeric labels. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
type r = {name : string, age : int, tags : string list}
fun age ({age, ...} : r) = age
fun first ({tags = t :: _, name = n, ...} : r) = n ^ t | first {name, age = a, tags = []} = name ^ Int.toString a
val bob = {tags = [], age = 7, name = "bob"} and eve = {age = 8, name = "eve", tags = ["x", "y"]}
val _ = say (Int.toString (age bob) ^ first bob ^ first eve ^ #name eve)
fun whole (all as {age = a as 7, ...} : r) = #name all ^ Int.toString a | whole (other : r) = "other " ^ #name other
val _ = say (whole bob ^ whole eve)
val {1 = one, 3 = three, ...} = (10, 20, 30)
val _ = say (Int.toString (one + three) ^ Int.toString (#2 (5, 6)) ^ Bool.toString ({1 = 1, 2 = "a"} = (1, "a")))
val (x, {y, z = (w, _)}) = (1, {y = 2, z = (3, 4)})
val _ = say (Int.toString (x + y + w))
