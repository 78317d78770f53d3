(* Collections of more than fits into caches, in which objects lie where nobody expects them. *)
datatype tree = Leaf | Node of tree ref * int * string * tree ref

val count = 20000
val seed = ref 12345
fun random below = (seed := (!seed * 1103515245 + 12345) mod 2147483648; !seed mod below)

(* Large objects alone: nothing is copied but the strings that a few of them lead to. *)
val names = Array.array (2200000, "nobody")
val () = MLton.GC.collect ()
val () = Array.update (names, random 2200000, Int.toString count)
val () = MLton.GC.collect ()
val others = Array.foldl (fn (name, sum) => if name = "nobody" then sum else sum + size name) 0 names
val () = print (Int.toString others ^ "\n")

val trees = Array.tabulate (count, fn i => Node (ref Leaf, i, Int.toString i, ref Leaf))
val lists = Array.array (count, [] : int list)
fun swapAll () =
  Array.appi
    (fn (i, tree) =>
       let
         val j = random count
       in
         Array.update (trees, i, Array.sub (trees, j));
         Array.update (trees, j, tree);
         Array.update (lists, j, i :: Array.sub (lists, i))
       end) trees
(* Each leads to others, in circles as well. *)
fun tie () =
  Array.app
    (fn Node (left, _, _, right) =>
        (left := Array.sub (trees, random count); right := Array.sub (trees, random count))
      | Leaf => ()) trees
fun keyOf (Node (_, key, name, _)) = if Int.toString key = name then key else ~1
  | keyOf Leaf = 0
fun sumOf (Node (left, _, _, right), sum) = (keyOf (!left) + 2 * keyOf (!right) + 3 * sum) mod 1000003
  | sumOf (Leaf, sum) = sum
fun sum () =
  Array.foldl (fn (list, sum) => (length list + 7 * sum) mod 1000003) (Array.foldl sumOf 0 trees) lists

fun check () =
  let
    val first = sum ()
    val () = MLton.GC.collect ()
    val second = sum ()
    val () = MLton.GC.collect ()
  in
    print (Int.toString first ^ (if first = second andalso second = sum () then " stays\n" else " has changed\n"))
  end
val () = (swapAll (); tie (); check ())
val () = (swapAll (); check ())
val weak = MLton.Weak.new (Array.sub (trees, 1))
val () = (tie (); check ())
val () = print (case MLton.Weak.get weak of SOME tree => if keyOf tree >= 0 then "there\n" else "wrong\n" | NONE => "gone\n")
