(* The first branch allocates and does nothing else, while the fork is a task that nobody has begun: a collection has to
   find what the second branch needs. *)
fun make n = (n, "x", n)
fun once n =
  let
    val m = make n
    val (_, f) = ForkJoin.par (fn () => (n, m, 0), fn () => fn () => [m])
  in
    case f () of
      [(a, s, _)] => a + size s
    | _ => 0
  end
fun sum (0, total) = total
  | sum (n, total) = sum (n - 1, total + once n)
val _ = print (Int.toString (sum (500, 0)) ^ "\n")
