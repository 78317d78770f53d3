(* while, sequences, case in all places, local declarations, shadowing, order of evaluation, deep non-tail code. *)
fun say s = print ("> " ^ s ^ "\n")
val out = ref ([] : string list)
fun note s x = (out := s :: !out; x)
fun shown () = let val s = String.concat (rev (!out)) in out := []; s end
val _ = (note "f" (fn x => x)) (note "x" 1)
val _ = say (shown ())
val _ = {b = note "b" 1, a = note "a" 2}
val _ = say (shown ())
val _ = (note "1" 1, note "2" 2, [note "3" 3, note "4" 4])
val _ = say (shown ())
val _ = note "l" true andalso note "r" false andalso note "never" true
val _ = note "L" true orelse note "never" true
val _ = say (shown ())
val x = 1
val x = x + 1 and y = x
val _ = say (Int.toString x ^ Int.toString y)
val z = let val x = 10 val y = x * 2 fun f x = x + y in f (let val y = 1 in x + y end) end
val _ = say (Int.toString z)
val i = ref 0 and s = ref 0
val _ = while !i < 100 do (i := !i + 1; if !i mod 3 = 0 then s := !s + !i else ())
val _ = say (Int.toString (!s))
fun collatz 1 steps = steps | collatz n steps = collatz (if n mod 2 = 0 then n div 2 else 3 * n + 1) (steps + 1)
val _ = say (Int.toString (collatz 27 0))
fun classify n =
  let val kind = case n mod 3 of 0 => "fizz" | _ => "" val other = if n mod 5 = 0 then "buzz" else "" in
    case (kind, other) of ("", "") => Int.toString n | (a, b) => a ^ b
  end
val _ = say (String.concatWith " " (List.tabulate (16, classify)))
fun ifs (a, b, c) = if (if a then b else c) then (if b then 1 else 2) else if c then 3 else 4
val _ = say (String.concat (List.map (Int.toString o ifs) [(true, true, false), (true, false, true), (false, true, true), (false, false, false)]))
val n = ref 0
fun tick () = (n := !n + 1; !n)
val pair = (tick (), tick ())
val _ = say (Int.toString (#1 pair) ^ Int.toString (#2 pair))
fun primes limit =
  let
    val sieve = Array.array (limit + 1, true)
    fun mark (k, step) = if k > limit then () else (Array.update (sieve, k, false); mark (k + step, step))
    fun go k = if k * k > limit then () else (if Array.sub (sieve, k) then mark (k * k, k) else (); go (k + 1))
  in
    go 2;
    List.filter (fn k => Array.sub (sieve, k)) (List.tabulate (limit - 1, fn i => i + 2))
  end
val _ = say (String.concatWith " " (List.map Int.toString (primes 60)))
fun queens n =
  let
    fun safe (_, _, []) = true
      | safe (q, d, p :: ps) = q <> p andalso q <> p + d andalso q <> p - d andalso safe (q, d + 1, ps)
    fun place (0, placed) = 1
      | place (k, placed) =
          let
            fun try (q, count) =
              if q > n then count
              else try (q + 1, if safe (q, 1, placed) then count + place (k - 1, q :: placed) else count)
          in
            try (1, 0)
          end
  in
    place (n, [])
  end
val _ = say (Int.toString (queens 6))
infix 6 +++
fun a +++ b = a * 10 + b
infixr 5 :::
fun a ::: b = a - b
val _ = say (Int.toString (1 +++ 2 +++ 3) ^ " " ^ Int.toString (10 ::: 5 ::: 2))
val _ = (say "sequence"; say "of"; say "steps")
val f = fn 0 => (fn x => x) | n => (fn x => x * n)
val _ = say (Int.toString (f 0 5 + f 3 5))
val unit = ()
val us = [(), unit, print ""]
val _ = say (Int.toString (length us))
fun ignored () = ()
val ar = Array.array (3, ())
val _ = Array.update (ar, 0, ignored ())
val _ = say (Int.toString (Array.length ar) ^ (if Array.sub (ar, 0) = () then "u" else "n"))
val ur = ref ()
val _ = ur := ()
val _ = say (if !ur = () then "unit" else "?")
