(* Old objects into which younger ones are stored, again and again: by the program, by tasks, by compare-and-swap, and into
   what becomes old while it is filled. *)
datatype tree = Leaf | Node of tree * int * tree ref

fun make 0 = Leaf
  | make d = Node (make (d - 1), d, ref (make (d - 1)))
fun sum Leaf = 0
  | sum (Node (a, i, b)) = sum a + i + sum (!b)
fun replace (Leaf, _) = ()
  | replace (Node (a, _, b), d) = (replace (a, d - 1); replace (!b, d - 1); b := make (d - 1))

val cells = List.tabulate (20, fn i => ref [i])
val table = Array.array (50, [] : int list)
val large = Array.array (9000, NONE : int list option)
val old = make 6
val newest = ref ([] : int list)

fun total l = foldl op + 0 l
fun write (i, by) =
  (Array.update (table, i mod 50, i :: List.take (Array.sub (table, i mod 50), Int.min (3, length (Array.sub (table, i mod 50)))));
   Array.update (large, i * 89 mod 9000, SOME [i, by]);
   newest := [i, by, i];
   let val cell = List.nth (cells, i mod 20) in cell := i :: (if i mod 7 = 0 then [] else !cell) end)

fun both (lo, hi, by) =
  if hi - lo < 30 then List.app (fn i => write (i, by)) (List.tabulate (hi - lo, fn i => lo + i))
  else
    let val mid = (lo + hi) div 2
    in ignore (ForkJoin.par (fn () => both (lo, mid, by), fn () => both (mid, hi, by)))
    end

(* Only what is the same in any order. *)
val () = List.app (fn i => write (i, 1)) (List.tabulate (600, fn i => i))
val tables = Array.foldl (fn (l, s) => s + total l) 0 table
val cellSums = foldl (fn (r, s) => s + total (!r)) 0 cells
val larges = Array.foldl (fn (SOME l, s) => s + total l | (NONE, s) => s) 0 large
val () = print (Int.toString tables ^ " " ^ Int.toString cellSums ^ " " ^ Int.toString larges ^ " " ^ Int.toString (total (!newest)) ^ "\n")

val () = both (0, 600, 1)
val () = print (Int.toString (Array.foldl (fn (SOME l, s) => s + total l | (NONE, s) => s) 0 large) ^ "\n")

val () = replace (old, 6)
val () = print (Int.toString (sum old) ^ "\n")

(* Arrays, vectors and lists that become old while they are filled. *)
val filled = Array.tabulate (700, fn i => [i, i])
val vector = Vector.tabulate (700, fn i => SOME (Array.sub (filled, i)))
val () = Array.modify (fn l => 1 :: l) filled
val () = print (Int.toString (Array.foldl (fn (l, s) => s + total l) 0 filled) ^ " " ^
                Int.toString (Vector.foldl (fn (SOME l, s) => s + total l | (NONE, s) => s) 0 vector) ^ "\n")
