(* A search through a tree of which nobody knows the shape: how many nodes it has, and how deep it is. A node has as many
   children as its number says at random. Subtrees differ in size a thousand times, so no cut by hand is a good one.

   tactus pml build --cluster tree.sml -o tree && mpirun -n 2 ./tree 24 *)
fun mix (n : Word64.word) =
  let
    fun step (n, shift, factor) = Word64.* (Word64.xorb (n, Word64.>> (n, shift)), factor)
    val n = step (step (n, 0w30, 0wxbf58476d1ce4e5b9), 0w27, 0wx94d049bb133111eb)
  in
    Word64.xorb (n, Word64.>> (n, 0w31))
  end

fun both ((nodes, depth), (others, deeper)) = (nodes + others, Int.max (depth, deeper))

fun children (number, level) = if level = 0 then 0 else Word64.toInt (Word64.mod (number, 0w5))

fun search (number, level) =
  let
    fun among (lo, hi) =
      if hi = lo then (0, 0)
      else if hi - lo = 1 then search (mix (Word64.+ (number, Word64.fromInt (lo + 1))), level - 1)
      else
        let val middle = (lo + hi) div 2
        in both (ForkJoin.par (fn () => among (lo, middle), fn () => among (middle, hi))) end
    val (nodes, depth) = among (0, children (number, level))
  in
    (nodes + 1, depth + 1)
  end

val levels = case CommandLine.arguments () of [text] => valOf (Int.fromString text) | _ => 20
val (nodes, depth) = search (mix 0w3, levels)
val () = print (Int.toString nodes ^ " nodes, " ^ Int.toString depth ^ " levels\n")
