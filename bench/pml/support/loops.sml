(* The words that MPL's benchmarks are written in, beside those of the parallel library. Grains are in force in the tuned
   variants only (full/grain.sml, tuned/grain.sml), and are those of parallelism. Where another algorithm is better for
   small parts, it is used in both; the paper on MPL^s calls these algorithmic grains and keeps them as well (5.1). *)
structure Loops =
struct
  (* In the tuned variants all iterations run in sequence. *)
  val sequential = 4611686018427387903

  (* f i for lo <= i < hi. *)
  fun forEach grain range f = ForkJoin.parfor (Grain.choose grain) range f

  fun tabulate grain n f =
    let val made = ForkJoin.alloc n
    in forEach grain (0, n) (fn i => Array.update (made, i, f i)); made
    end

  (* combine (… combine (map lo, map (lo + 1)) …), grouped in any way but in this order; z if there is nothing. *)
  fun reduce grain (lo, hi) map combine z =
    if not Grain.isTuned then ForkJoin.reducem combine z (lo, hi) map
    else
      let
        fun go (lo, hi) =
          if hi - lo <= grain then inSequence (lo + 1, hi, map lo)
          else
            let val middle = lo + (hi - lo) div 2
            in combine (ForkJoin.par (fn () => go (lo, middle), fn () => go (middle, hi)))
            end
        and inSequence (i, stop, sum) = if i >= stop then sum else inSequence (i + 1, stop, combine (sum, map i))
      in if lo >= hi then z else go (lo, hi)
      end

  (* Both; in the tuned variants one after the other unless there is enough work. *)
  fun parIf isEnough (f, g) =
    if Grain.isTuned andalso not isEnough then
      let val a = f ()
      in (a, g ())
      end
    else ForkJoin.par (f, g)

  (* Those i < n that are to be kept, in their order. *)
  fun indicesOf n keep = Seq.tabulateIf keep (fn i => i) n
end
