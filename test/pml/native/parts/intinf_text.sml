(* The text of a large integer is not made, or read, a digit after the other: that would allocate a number for each. *)
fun say s = print (s ^ "\n")
(* Each collection counts the rest of a block as well. *)
val most = 4000000 and block = 262144
fun collections () = MPL.GC.numCCs () + MPL.GC.numLocalGCs ()
fun little what f =
  let
    val before' = MPL.GC.bytesAllocated () and earlier = collections ()
    val result = f ()
    val bytes = MPL.GC.bytesAllocated () - before'
  in say (what ^ " " ^ (if bytes < most + block * (collections () - earlier) then "little" else IntInf.toString bytes)); result
  end
fun both (name, radix) =
  let
    val large = IntInf.pow (3, 20000) and small = IntInf.pow (3, 8000)
    val _ = little (name ^ " written") (fn () => IntInf.fmt radix large)
    val text = IntInf.fmt radix small
  in say (Bool.toString (little (name ^ " read") (fn () => StringCvt.scanString (IntInf.scan radix) text) = SOME small))
  end
val () = List.app both [("decimal", StringCvt.DEC), ("hexadecimal", StringCvt.HEX)]
