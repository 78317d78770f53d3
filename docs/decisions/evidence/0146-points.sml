(* Arrays of tuples of numbers: made, read by one field, updated, sorted in place, and filtered. Its argument is how many
   elements there are. *)
val n = case CommandLine.arguments () of first :: _ => valOf (Int.fromString first) | [] => 100000
val points = Array.tabulate (n, fn i => (real i, real (i * 7919 mod n), real (i mod 10)))
fun move times =
  if times = 0 then ()
  else (Array.modify (fn (x, y, z) => (x + 0.5 * z, y - 0.25, z)) points; move (times - 1))
val () = move 10
val total = Array.foldl (fn ((_, y, _), sum) => sum + y) 0.0 points

val keys = Array.tabulate (n, fn i => (i * 7919 mod n, i))
fun swap (i, j) =
  let val x = Array.sub (keys, i) in Array.update (keys, i, Array.sub (keys, j)); Array.update (keys, j, x) end
fun sort (lo, hi) =
  if hi - lo < 2 then ()
  else
    let
      val () = swap (lo, lo + (hi - lo) div 2)
      val (pivot, _) = Array.sub (keys, lo)
      fun part (i, last) =
        if i = hi then last
        else if #1 (Array.sub (keys, i)) < pivot then (swap (i, last + 1); part (i + 1, last + 1))
        else part (i + 1, last)
      val last = part (lo + 1, lo)
    in swap (lo, last); sort (lo, last); sort (last + 1, hi)
    end
val () = sort (0, n)
val ordered = Array.foldli (fn (i, (key, _), ok) => ok andalso key <= i) true keys
val evens = List.length (List.filter (fn (_, i) => i mod 2 = 0) (Vector.foldr (op ::) [] (Array.vector keys)))
val () = print (String.concatWith " " [Real.fmt (StringCvt.FIX (SOME 1)) total, Bool.toString ordered, Int.toString evens] ^ "\n")
