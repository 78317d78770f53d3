(* Equality of everything that has it. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
datatype t = L | N of t * int * t
datatype 'a box = Box of 'a | Two of 'a * 'a
fun b x = Bool.toString x
val _ = say (b (N (L, 1, L) = N (L, 1, L)) ^ b (N (L, 1, L) = N (L, 2, L)) ^ b (L = L) ^ b (L = N (L, 0, L)))
val _ = say (b ([1, 2] = [1, 2]) ^ b ([1] = [1, 2]) ^ b (["a"] = ["a"]) ^ b ([[], [1]] = [[], [1]]))
val _ = say (b ((1, "x", #"c", true) = (1, "x", #"c", true)) ^ b ({a = 1, b = 2} = {b = 2, a = 1}) ^ b (SOME 1 = NONE) ^ b (() = ()))
val r = ref 1 and s = ref 1
val _ = say (b (r = r) ^ b (r = s) ^ b (Box r = Box r) ^ b (Box r = Box s) ^ b (Array.fromList [1] = Array.fromList [1]))
val _ = say (b (Two (1, 2) = Two (1, 2)) ^ b (Two ("a", "b") <> Two ("a", "c")) ^ b (Box 1 = Two (1, 1)))
val _ = say (b (Vector.fromList ["a"] = Vector.fromList ["a"]) ^ b (Vector.fromList [1] = Vector.fromList []))
fun member (x, l) = List.exists (fn y => x = y) l
val _ = say (b (member (3, [1, 2, 3])) ^ b (member ("z", ["a"])) ^ b (member ((1, "a"), [(1, "a")])))
fun ''a same (x : ''a) y = x = y
val _ = say (b (same (IntInf.pow (10, 30)) (IntInf.pow (10, 15) * IntInf.pow (10, 15))) ^ b (same 0w1 0w2))
