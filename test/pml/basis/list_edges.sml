(* List: each function on nothing, on one, and where it raises. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun ints l = "[" ^ String.concatWith "," (map Int.toString l) ^ "]"
val l = [5, 3, 8]
val _ = app (fn n => try (fn () => Int.toString (List.nth (l, n)))) [0, 2, 3, ~1]
val _ = app (fn n => try (fn () => ints (List.take (l, n)) ^ ints (List.drop (l, n)))) [0, 2, 3, 4, ~1]
val _ = (try (fn () => Int.toString (List.last l)); try (fn () => Int.toString (List.last []));  try (fn () => ints (tl [])); try (fn () => Int.toString (hd [])))
val _ = (try (fn () => ints (List.tabulate (4, fn i => i * i))); try (fn () => ints (List.tabulate (~1, fn i => i))))
val _ = say (ints (List.concat [l, [], [1], l]) ^ ints (List.revAppend (l, [0])) ^ ints (l @ []) ^ ints ([] @ l))
val _ = say (case List.find (fn x => x > 4) l of NONE => "none" | SOME x => Int.toString x)
val _ = say (let val (a, b) = List.partition (fn x => x > 4) l in ints a ^ ints b end)
val _ = say (ints (List.mapPartial (fn x => if x = 3 then NONE else SOME (x - 1)) l))
val _ = say (ints (foldl (fn (x, a) => x :: a) [] l) ^ ints (foldr (fn (x, a) => x :: a) [] l) ^ Int.toString (foldl op - 0 l) ^ Int.toString (foldr op - 0 l))
val _ = say (case List.getItem l of NONE => "none" | SOME (x, r) => Int.toString x ^ ints r)
val calls = ref ""
fun note p x = (calls := !calls ^ Int.toString x; p x)
val _ = (List.exists (note (fn x => x = 3)) l; List.all (note (fn x => x > 4)) l; List.map (note (fn x => x)) l; List.app (note ignore) l; List.filter (note (fn _ => true)) l)
val _ = say (!calls)
