(* How programs make one number of a result, as bench/kernels/results.h and workload.h do. *)
structure Results =
struct
  (* The sum of value i for 0 <= i < count, weighted so that exchanged values are noticed. *)
  fun weightedSum count value =
    let
      fun go (i, sum) =
        if i = count then sum else go (i + 1, sum + value i * Real.fromInt (i mod 1021 + 1))
    in go (0, 0.0)
    end

  (* Depends on where each word is. *)
  fun orderChecksum count (word : int -> Word64.word) =
    let
      fun go (i, sum) = if i = count then Random.upperBits sum else go (i + 1, (sum + word i) * 0wx9e3779b97f4a7c15)
    in go (0, 0w0)
    end

  fun relativeDifference (a, b) =
    let val scale = Real.max (abs a, abs b)
    in if scale < 1E~30 then 0.0 else abs (a - b) / scale
    end

  (* Whether p i for all lo <= i < hi. *)
  fun all (lo, hi) p = lo >= hi orelse (p lo andalso all (lo + 1, hi) p)

  (* For verifications that know right and wrong only. *)
  fun errorUnless isRight = if isRight then 0.0 else 1.0
end
