(* Generalisation: let, nested functions, values, what is not general. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun id x = x
val (a, b) = (id 1, id "s")
val pair = let fun twice f x = f (f x) in (twice (fn n => n + 1) 5, twice (fn s => s ^ "!") "hi") end
val _ = say (Int.toString (#1 pair) ^ #2 pair)
val nothing = []
val _ = say (Int.toString (length (1 :: nothing)) ^ Int.toString (length ("a" :: nothing)))
fun fold f z [] = z | fold f z (x :: r) = f (x, fold f z r)
val copy = fn l => fold (op ::) [] l
val _ = say (Int.toString (length (copy [1, 2])) ^ concat (copy ["x", "y"]))
fun compose (f, g) x = f (g x)
val _ = say (Int.toString (compose (size, Int.toString) 12345))
fun curry f a b = f (a, b) fun uncurry f (a, b) = f a b
val _ = say (Int.toString (curry op + 1 2) ^ Int.toString (uncurry (curry op * ) (3, 4)))
val r : int list ref = ref []
val _ = (r := [1]; say (Int.toString (hd (!r))))
fun 'a last (l : 'a list) : 'a option = case l of [] => NONE | [x] => SOME x | _ :: t => last t
val _ = say (getOpt (last ["p", "q"], "-") ^ Int.toString (getOpt (last [], 0)))
