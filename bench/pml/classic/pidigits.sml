(* The digits of pi (Gibbons: "Unbounded spigot algorithms for the digits of pi", 2006): integers without bounds. *)
structure Program : WORKLOAD =
struct
  val name = "pidigits"
  val sizeMeaning = "digits"
  val defaultSize = 1200
  val tolerance = 0.0
  type input = int
  type result = string

  fun prepare (size, _) = size

  (* The linear fractional transformation (q r; s t) of what is still to come. *)
  fun run size =
    let
      val big = IntInf.fromInt
      fun extract ((q, r, s, t), x) = IntInf.div (q * x + r, s * x + t)
      fun compose ((q, r, s, t), (u, v, w, x)) = (q * u + r * w, q * v + r * x, s * u + t * w, s * v + t * x)
      fun go (_, _, 0, digits) = String.concat (List.rev digits)
        | go (z, k, left, digits) =
            let val digit = extract (z, big 3)
            in
              if digit = extract (z, big 4) then
                go (compose ((big 10, big ~10 * digit, big 0, big 1), z), k, left - 1, IntInf.toString digit :: digits)
              else go (compose (z, (big k, big (4 * k + 2), big 0, big (2 * k + 1))), k + 1, left, digits)
            end
    in go ((big 1, big 0, big 0, big 1), 1, size, [])
    end

  fun checksum (_, digits) =
    let
      fun go (i, sum) =
        if i = String.size digits then sum
        else go (i + 1, sum + Real.fromInt ((Char.ord (String.sub (digits, i)) - 48) * (i mod 101 + 1)))
    in go (0, 0.0)
    end

  (* Machin's formula: pi = 16 arctan 1/5 - 4 arctan 1/239, with ten digits more. *)
  fun verify (size, digits) =
    let
      val big = IntInf.fromInt
      fun power (0, n) = n | power (k, n) = power (k - 1, n * big 10)
      val one = power (size + 10, big 1)
      fun arctan x =
        let
          val square = big (x * x)
          fun go (term, k, sum) =
            if term = big 0 then sum
            else
              let val part = IntInf.quot (term, big k)
              in go (IntInf.quot (term, square), k + 2, if k mod 4 = 1 then sum + part else sum - part)
              end
        in go (IntInf.quot (one, big x), 1, big 0)
        end
      val pi = big 16 * arctan 5 - big 4 * arctan 239
    in if String.isPrefix digits (IntInf.toString pi) then 0.0 else 1.0
    end
end
