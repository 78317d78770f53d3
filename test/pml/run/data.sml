(* Polymorphic data, equality at many types, vectors, arrays, strings, options. *)
fun say s = print ("> " ^ s ^ "\n")
fun ints l = String.concatWith " " (List.map Int.toString l)
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
datatype ('a, 'b) either = Left of 'a | Right of 'b
fun tree [] = Leaf | tree (x :: xs) = let val (l, r) = List.partition (fn y => y < x) xs in Node (tree l, x, tree r) end
fun flat Leaf = [] | flat (Node (l, x, r)) = flat l @ [x] @ flat r
fun mapTree f Leaf = Leaf | mapTree f (Node (l, x, r)) = Node (mapTree f l, f x, mapTree f r)
val t = tree [4, 2, 6, 1, 3, 5, 7]
val _ = say (ints (flat t) ^ " " ^ String.concat (flat (mapTree Int.toString t)))
val _ = say (Bool.toString (t = tree [4, 6, 2, 1, 3, 5, 7]) ^ Bool.toString (t = mapTree (fn x => x + 1) t))
val _ = say (Bool.toString ((1, "a", [SOME #"x", NONE], 0w3) = (1, "a", [SOME #"x", NONE], 0w3)))
val _ = say (Bool.toString (Left 3 = (Left 3 : (int, string) either)) ^ Bool.toString (Right "x" = (Left 3 : (int, string) either)))
val r1 = ref 1 and r2 = ref 1
val _ = say (Bool.toString (r1 = r2) ^ Bool.toString (r1 = r1) ^ Bool.toString (!r1 = !r2))
val _ = say (Bool.toString (Vector.fromList [1, 2] = Vector.fromList [1, 2]) ^ Bool.toString (Array.fromList [1] = Array.fromList [1]))
val _ = say (Bool.toString ({a = 1, b = [true]} = {b = [true], a = 1}) ^ Bool.toString (() = ()))
fun member (x, []) = false | member (x, y :: r) = x = y orelse member (x, r)
val _ = say (Bool.toString (member ((1, "b"), [(1, "a"), (1, "b")])) ^ Bool.toString (member ([1], [[], [2]])))
val a = Array.tabulate (10, fn i => i * i)
val _ = Array.modify (fn x => x + 1) a
val _ = Array.update (a, 3, 100)
val _ = say (ints (Array.foldr op :: [] a) ^ " " ^ Int.toString (Array.foldl Int.max 0 a))
val v = Vector.map (fn x => (x, x * x)) (Vector.fromList [1, 2, 3])
val _ = say (Vector.foldl (fn ((x, y), s) => s ^ Int.toString x ^ ":" ^ Int.toString y ^ " ") "" v)
val m = Array.array (3, Array.array (0, 0))
val _ = Array.appi (fn (i, _) => Array.update (m, i, Array.tabulate (i + 1, fn j => i * j))) m
val _ = say (String.concatWith "|" (List.map (fn row => ints (Array.foldr op :: [] row)) (Array.foldr op :: [] m)))
val _ = say (String.concat [String.map Char.toUpper "shout", String.substring ("abcdef", 2, 3), str #"z", "q" ^ "r"])
val _ = say (String.concatWith "/" (String.tokens (fn c => c = #" " orelse c = #",") "a bc,,d  e"))
val _ = say (String.concatWith "/" (String.fields (fn c => c = #",") "a,,b,"))
val _ = say (String.translate (fn c => if Char.isDigit c then "<" ^ str c ^ ">" else str c) "a1b22")
val _ = say (Bool.toString ("abc" < "abd") ^ Bool.toString ("ab" < "abc") ^ Bool.toString ("b" < "abc"))
val _ = say (Int.toString (size "line\n\ttab\"q\"\\ \065\u0042") ^ String.toString "tab\t\"\\\n")
val _ = say (case (Int.fromString "42x", Int.fromString "x", Real.fromString "2.5e1", Bool.fromString "true") of
  (SOME i, NONE, SOME r, SOME b) => Int.toString i ^ Real.fmt (StringCvt.FIX (SOME 2)) r ^ Bool.toString b | _ => "bad")
val _ = say (ints (List.concat [[1], [], [2, 3]]) ^ " " ^ ints (List.rev [1, 2, 3]) ^ " " ^ ints (List.take ([1, 2, 3], 2)))
val _ = say (ints (ListPair.map op + ([1, 2, 3], [10, 20])) ^ " " ^ Int.toString (ListPair.foldl (fn (a, b, s) => a * b + s) 0 ([1, 2], [3, 4])))
val _ = say (Option.getOpt (Option.map (fn x => x ^ "!") (SOME "yes"), "no") ^ getOpt (NONE, "none"))
val _ = say (ints (List.mapPartial (fn x => if x > 2 then SOME (x * x) else NONE) [1, 2, 3, 4]))
val s = Substring.full "hello world"
val _ = say (Substring.string (Substring.dropl (fn c => c <> #" ") s) ^ Int.toString (Substring.size (Substring.slice (s, 3, SOME 4))))
datatype nested = N of nested list
fun depth (N l) = 1 + List.foldl Int.max 0 (List.map depth l)
val _ = say (Int.toString (depth (N [N [], N [N [N []]], N []])))
val ca = CharArray.array (3, #"-")
val _ = CharArray.update (ca, 1, #"+")
val _ = say (CharArray.vector ca)
val _ = say (ints (Word8Vector.foldr (fn (w, l) => Word8.toInt w :: l) [] (Word8Vector.tabulate (4, fn i => Word8.fromInt (i * 100)))))
