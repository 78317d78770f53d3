(* 2^depth branches, and a number that stands for all of their results, in order. *)
fun spread 0 f number = [f number]
  | spread depth f number =
      let
        val (a, b) = ForkJoin.par (fn () => spread (depth - 1) f (2 * number), fn () => spread (depth - 1) f (2 * number + 1))
      in
        a @ b
      end
fun digest show values =
  Int.toString (foldl (fn (value, sum) => CharVector.foldl (fn (c, sum) => (31 * sum + ord c) mod 16381) sum (show value)) 0 values)
