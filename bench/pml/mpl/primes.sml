(* All primes up to a number (bench/kernels/mpl/primes.cpp). The primes up to the square root are found by recursion; two
   nested loops cross out their multiples, and a filter collects what is left. Different primes cross out the same number,
   to the same effect. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-primes"
  val sizeMeaning = "the largest number that may be prime"
  val defaultSize = 20000000
  val tolerance = 0.0
  type input = int
  type result = int Seq.seq

  fun prepare (size, _) = size

  fun run most =
    if most < 2 then Seq.empty ()
    else
      let
        val small = run (Real.floor (Math.sqrt (Real.fromInt most)))
        val isPrime = Loops.tabulate 5000 (most + 1) (fn i => i > 1)
      in
        Loops.forEach 1 (0, Seq.length small) (fn i =>
          let val prime = Seq.nth small i
          in Loops.forEach 5000 (prime, most div prime + 1) (fn factor => Array.update (isPrime, prime * factor, false))
          end);
        Loops.indicesOf (most + 1) (fn i => Array.sub (isPrime, i))
      end

  fun checksum (_, primes) =
    let
      fun go (i, sum) =
        if i = Seq.length primes then sum
        else go (i + 1, sum + Real.fromInt (Seq.nth primes i) * Real.fromInt (i mod 7 + 1))
    in go (0, 0.0)
    end

  (* Each number between two that were found has a factor among those before, and they have none. *)
  fun verify (most, primes) =
    let
      val count = Seq.length primes
      fun isPrime (n, i) =
        let val p = Seq.nth primes i
        in p * p > n orelse (n mod p <> 0 andalso isPrime (n, i + 1))
        end
      fun go (n, i) =
        if n > most then i = count
        else if i < count andalso Seq.nth primes i = n then (n = 2 orelse isPrime (n, 0)) andalso go (n + 1, i + 1)
        else i > 0 andalso not (isPrime (n, 0)) andalso go (n + 1, i)
    in Results.errorUnless (if most < 2 then count = 0 else go (2, 0))
    end
end
