(* The primes up to n: those up to its square root, and then all numbers that none of them divides. *)
fun primes n =
  if n < 2 then Seq.empty ()
  else
    let
      val small = primes (Real.floor (Math.sqrt (real n)))
      val isPrime = Array.array (n + 1, true)
      fun strike p = ForkJoin.parfor 1 (2, n div p + 1) (fn k => Array.update (isPrime, k * p, false))
    in
      Seq.foreach small (fn (_, p) => strike p);
      Seq.tabulateIf (fn i => Array.sub (isPrime, i + 2)) (fn i => i + 2) (n - 1)
    end

val found = primes 1000000
val _ = print (Int.toString (Seq.length found) ^ " primes, the last one is "
               ^ Int.toString (Seq.nth found (Seq.length found - 1)) ^ "\n")
