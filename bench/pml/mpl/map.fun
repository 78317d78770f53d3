(* One loop over an array of words (bench/kernels/mpl/map.cpp). *)
functor MapProgram
  (val name : string
   val defaultSize : int
   val grain : int
   val work : Word64.word -> Word64.word
   (* What it was made of, if that can be told. *)
   val unwork : Word64.word -> Word64.word option) : WORKLOAD =
struct
  val name = name
  val sizeMeaning = "elements"
  val defaultSize = defaultSize
  val tolerance = 0.0
  type input = Word64.word array
  type result = Word64.word array

  fun prepare (size, seed) =
    let val state = Random.from seed
    in Array.tabulate (size, fn _ => Random.next state)
    end

  fun run values = Loops.tabulate grain (Array.length values) (fn i => work (Array.sub (values, i)))

  fun checksum (_, made) = Results.orderChecksum (Array.length made) (fn i => Array.sub (made, i))

  (* From the end, and backwards where that is possible. *)
  fun verify (values, made) =
    let
      fun isRight i =
        case unwork (Array.sub (made, i)) of
          SOME value => value = Array.sub (values, i)
        | NONE => Array.sub (made, i) = work (Array.sub (values, i))
      val n = Array.length values
    in Results.errorUnless (Results.all (0, n) (fn i => isRight (n - 1 - i)))
    end
end
