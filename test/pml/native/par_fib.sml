fun fib n = if n < 2 then n else
  let val (a, b) = ForkJoin.par (fn () => fib (n - 1), fn () => fib (n - 2)) in a + b end
val n = case CommandLine.arguments () of [s, "n"] => Option.valOf (Int.fromString s) | _ => 18
val _ = print (Int.toString (fib n) ^ "\n")
