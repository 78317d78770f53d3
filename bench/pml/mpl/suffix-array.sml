(* All suffixes of a text, in order (bench/kernels/mpl/suffix-array.cpp). Prefix doubling: suffixes sorted by their first k
   letters are sorted by 2k, with the rank of the suffix k letters on as the second half of the key. A round is a sort, a
   scan that numbers groups of equal keys by their first place, and two loops. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-suffix-array"
  val sizeMeaning = "letters of the text"
  val defaultSize = 500000
  val tolerance = 0.0
  type input = string
  type result = int array

  val grain = 2000
  val firstLetters = 8

  (* With long repetitions, so that there is more than one round. *)
  fun prepare (size, seed) =
    let val text = Text.random (size, seed, 4)
    in
      CharVector.tabulate (size, fn i =>
        String.sub (text, if i >= size div 2 andalso i < size div 2 + size div 100 then i - size div 4 else i))
    end

  fun run text =
    let
      val n = size text
      fun firstKey i =
        let
          fun go (k, key) =
            if k = i + firstLetters then key
            else
              go (k + 1, Word64.orb (Word64.<< (key, 0w8),
                                     if k < n then Word64.fromInt (Char.ord (String.sub (text, k))) else 0w0))
        in go (i, 0w0)
        end
      fun round (length, keys, order) =
        let
          fun key i = Array.sub (keys, i) : Word64.word
          val order = Sort.sort (fn (a, b) => Word64.compare (key a, key b)) order
          fun at i = Seq.nth order i
          fun firstOfGroup i = if i > 0 andalso key (at (i - 1)) = key (at i) then 0 else i
          val groups = Seq.scanIncl Int.max 0 (Seq.fromArray (Loops.tabulate grain n firstOfGroup))
          val ranks = ForkJoin.alloc n
          val () = Loops.forEach grain (0, n) (fn i => Array.update (ranks, at i, Seq.nth groups i))
          val allDiffer =
            Loops.reduce grain (1, n) (fn i => Seq.nth groups (i - 1) <> Seq.nth groups i) (fn (a, b) => a andalso b) true
          fun nextKey i =
            Word64.orb (Word64.<< (Word64.fromInt (Array.sub (ranks, i)), 0w32),
                        if i + length < n then Word64.fromInt (Array.sub (ranks, i + length) + 1) else 0w0)
        in if allDiffer then Seq.toArray order else round (2 * length, Loops.tabulate grain n nextKey, order)
        end
    in round (firstLetters, Loops.tabulate grain n firstKey, Seq.fromArray (Loops.tabulate grain n (fn i => i)))
    end

  fun checksum (_, suffixes) =
    Results.weightedSum (Array.length suffixes) (fn i => Real.fromInt (Array.sub (suffixes, i) mod 8191))

  (* A permutation in which each suffix is less than the next one: by the first letter, and if that is the same, by the
     places of the rests. *)
  fun verify (text, suffixes) =
    let
      val n = size text
      val place = Array.array (n + 1, ~1)
      fun mark i =
        i = n orelse
        let val s = Array.sub (suffixes, i)
        in
          s >= 0 andalso s < n andalso Array.sub (place, s) = ~1 andalso
          (Array.update (place, s, i + 1); mark (i + 1))
        end
      fun isLess i =
        let val (a, b) = (Array.sub (suffixes, i - 1), Array.sub (suffixes, i))
        in
          case Char.compare (String.sub (text, a), String.sub (text, b)) of
            LESS => true
          | GREATER => false
          | EQUAL => Array.sub (place, a + 1) < Array.sub (place, b + 1)
        end
      val isPermutation = Array.length suffixes = n andalso mark 0
      val () = Array.update (place, n, 0)
    in Results.errorUnless (isPermutation andalso Results.all (1, n) isLess)
    end
end
