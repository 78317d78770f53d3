(* Factorials, Fibonacci's numbers, powers by a modulus, greatest common divisors and decimal digits of large integers. *)
structure Program : WORKLOAD =
struct
  val name = "large-integers"
  val sizeMeaning = "the number whose factorial is made"
  val defaultSize = 5000
  val tolerance = 0.0
  type input = int
  type result = IntInf.int list

  fun prepare (size, _) = size

  fun factorial n : IntInf.int = if n = 0 then 1 else IntInf.fromInt n * factorial (n - 1)
  fun fibonacci (0, a, _ : IntInf.int) : IntInf.int = a
    | fibonacci (n, a, b) = fibonacci (n - 1, b, a + b)
  fun gcd (a, b : IntInf.int) : IntInf.int = if b = 0 then a else gcd (b, a mod b)
  fun powerBy (modulus : IntInf.int) =
    let
      fun power (_, 0 : IntInf.int) : IntInf.int = 1
        | power (base, exponent) =
            let val half = power (base * base mod modulus, exponent div 2)
            in if exponent mod 2 = 0 then half else half * base mod modulus
            end
    in power
    end
  (* Of a decimal number, by its text. *)
  fun digitSum n =
    CharVector.foldl (fn (c, s) => s + IntInf.fromInt (Char.ord c - 48)) 0 (IntInf.toString n)

  fun run size =
    let
      val product = factorial size
      val number = fibonacci (10 * size, 0, 1)
      val modulus = IntInf.pow (2, 521) - 1
      val power = powerBy modulus
      fun powers (0, s) = s
        | powers (k, s) = powers (k - 1, power (s + IntInf.fromInt k, modulus - 2))
      val text = IntInf.toString product
      val read = valOf (IntInf.fromString text)
    in [digitSum product, digitSum number, gcd (number, fibonacci (8 * size, 0, 1)), powers (size div 40, 3), read div IntInf.pow (10, size)]
    end

  fun checksum (_, parts) =
    List.foldl (fn (n, sum) => sum * 3.0 + Real.fromInt (IntInf.toInt (n mod 1000003))) 0.0 parts

  (* By other ways: digits by division, Fibonacci's numbers by doubling, powers from the lowest bit on. *)
  fun verify (size, found) =
    let
      fun product (low, high) : IntInf.int =
        if low = high then IntInf.fromInt low
        else let val middle = (low + high) div 2 in product (low, middle) * product (middle + 1, high) end
      fun pair 0 : IntInf.int * IntInf.int = (0, 1)
        | pair n =
            let
              val (a, b) = pair (n div 2)
              val (c, d) = (a * (2 * b - a), a * a + b * b)
            in if n mod 2 = 0 then (c, d) else (d, c + d)
            end
      fun digits (0 : IntInf.int, s : IntInf.int) = s
        | digits (n, s) = let val (q, r) = IntInf.quotRem (n, 10) in digits (q, s + r) end
      val modulus = IntInf.pow (2, 521) - 1
      fun power (made : IntInf.int, _, 0 : IntInf.int) = made
        | power (made, base, e) =
            power (if IntInf.andb (e, 1) = 1 then made * base mod modulus else made, base * base mod modulus, IntInf.~>> (e, 0w1))
      fun powers (0, s) = s
        | powers (k, s) = powers (k - 1, power (1, s + IntInf.fromInt k, modulus - 2))
      val all = product (1, size)
      (* gcd (F a, F b) = F (gcd (a, b)) *)
      val expected = [digits (all, 0), digits (#1 (pair (10 * size)), 0), #1 (pair (2 * size)), powers (size div 40, 3),
                      all div IntInf.pow (10, size)]
    in if expected = found then 0.0 else 1.0
    end
end
