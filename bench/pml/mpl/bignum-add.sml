(* The sum of two very long numbers (bench/kernels/mpl/bignum-add.cpp). Each pair of digits stops a carry, passes it on or
   makes one; what arrives at the next digit is a scan of that. Digits are bytes, the lowest first. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-bignum-add"
  val sizeMeaning = "digits of each number"
  val defaultSize = 80000000
  val tolerance = 0.0
  type input = Word8.word array * Word8.word array
  type result = Word8.word array

  datatype carry = Stops | Passes | Begins

  fun prepare (size, seed) =
    let
      val state = Random.from seed
      fun digit () = Word8.fromLarge (Word64.toLarge (Random.next state))
      val left = Array.array (size, 0w0)
      val right = Array.array (size, 0w0)
      fun go i =
        if i = size then ()
        else
          let val d = digit ()
          in
            Array.update (left, i, d);
            (* Long runs of digits that pass a carry on. *)
            Array.update (right, i, if i div 1000 mod 3 = 0 then Word8.notb d else digit ());
            go (i + 1)
          end
    in go 0; (left, right)
    end

  fun run (left, right) =
    let
      val n = Array.length left
      fun both i = Word8.toInt (Array.sub (left, i)) + Word8.toInt (Array.sub (right, i))
      fun carry i =
        let val digit = both i
        in if digit > 255 then Begins else if digit = 255 then Passes else Stops
        end
      val (arriving, last) =
        Seq.scan (fn (below, Passes) => below | (_, here) => here) Stops (Seq.fromArray (Loops.tabulate 5000 n carry))
    in
      Loops.tabulate 5000 (n + 1) (fn i =>
        if i = n then if last = Begins then 0w1 else 0w0
        else Word8.fromInt (both i + (if Seq.nth arriving i = Begins then 1 else 0)))
    end

  fun checksum (_, sum) =
    Results.weightedSum (Array.length sum) (fn i => Real.fromInt (Word8.toInt (Array.sub (sum, i))))

  (* As at school. *)
  fun verify ((left, right), sum) =
    let
      val n = Array.length left
      fun digit (a, i) = Word8.toInt (Array.sub (a, i))
      fun go (i, carry) =
        if i = n then digit (sum, n) = carry
        else
          let val both = digit (left, i) + digit (right, i) + carry
          in digit (sum, i) = both mod 256 andalso go (i + 1, both div 256)
          end
    in Results.errorUnless (go (0, 0))
    end
end
