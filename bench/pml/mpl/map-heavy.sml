(* A function of every element (bench/kernels/mpl/map.cpp): a chain of ten thousand random numbers. *)
structure Program =
  MapProgram
    (val name = "mpl-map-heavy"
     val defaultSize = 4000
     val grain = 1
     fun work value =
       let
         fun go (0, value) = value : Word64.word
           | go (left, value) =
               let val (following, drawn) = Random.step value
               in go (left - 1, Word64.xorb (following, drawn))
               end
       in go (10000, value)
       end
     (* It has no inverse. *)
     fun unwork (_ : Word64.word) = NONE : Word64.word option)
