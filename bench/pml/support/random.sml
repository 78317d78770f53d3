(* SplitMix64, as bench/kernels/workload.h has it: the same inputs for both languages. *)
structure Random =
struct
  type state = Word64.word ref

  fun from seed = ref (Word64.fromInt seed)

  (* A step of the generator: the state behind it, and what it has drawn. *)
  fun step state =
    let
      val state = state + 0wx9e3779b97f4a7c15 : Word64.word
      val z = Word64.xorb (state, Word64.>> (state, 0w30)) * 0wxbf58476d1ce4e5b9
      val z = Word64.xorb (z, Word64.>> (z, 0w27)) * 0wx94d049bb133111eb
    in (state, Word64.xorb (z, Word64.>> (z, 0w31)))
    end

  fun next (state : state) =
    let val (following, drawn) = step (!state)
    in state := following; drawn
    end

  (* Less than n. *)
  fun below state n = Word64.toInt (Word64.mod (next state, Word64.fromInt n))

  (* The upper 53 bits of a word, as a number. *)
  fun upperBits w = Real.fromInt (Word64.toInt (Word64.>> (w, 0w11)))

  (* In [0, 1). *)
  fun uniform state = upperBits (next state) / 9007199254740992.0
end
