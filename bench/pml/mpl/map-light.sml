(* A function of every element (bench/kernels/mpl/map.cpp): one addition. *)
structure Program =
  MapProgram
    (val name = "mpl-map-light"
     val defaultSize = 40000000
     val grain = 5000
     fun work value = value + 0w1 : Word64.word
     fun unwork value = SOME (value - 0w1) : Word64.word option)
