fun say s = print (s ^ "\n")
val () = say (Int.toString (foldl (op +) 0 fives) ^ " " ^ Real.toString half)
(* SMLofNJ *)
val () = say (SMLofNJ.SysInfo.getOSName () ^ (case SMLofNJ.SysInfo.getOSKind () of SMLofNJ.SysInfo.UNIX => " unix" | _ => " ?"))
val () = say (Bool.toString (SMLofNJ.getAllArgs () = CommandLine.name () :: CommandLine.arguments ()))
val () = say (String.concatWith "," (SMLofNJ.exnHistory Div))
fun show (SMLofNJ.QUOTE s) = s
  | show (SMLofNJ.ANTIQUOTE n) = Int.toString n
val () = say (String.concat (map show [SMLofNJ.QUOTE "n = ", SMLofNJ.ANTIQUOTE 3]))
(* FixedInt is the largest integer of a fixed size. *)
val () = say (Bool.toString (FixedInt.precision = SOME 64))
(* Unsafe *)
val bytes = Unsafe.Word8Array.create 3
val () = List.app (fn i => Unsafe.Word8Array.update (bytes, i, Word8.fromInt (i * i))) [0, 1, 2]
val () = say (Word8.toString (Unsafe.Word8Array.sub (bytes, 2)) ^ Word8.toString (Unsafe.Word8Vector.sub (Word8Array.vector bytes, 1)))
val chars = Unsafe.CharArray.create 2
val () = (Unsafe.CharArray.update (chars, 0, #"x"); Unsafe.CharArray.update (chars, 1, #"y"))
val () = say (CharArray.vector chars ^ str (Unsafe.CharVector.sub ("abc", 1)))
val reals = Unsafe.Real64Array.create 1
val () = Unsafe.Real64Array.update (reals, 0, 2.5)
val () = say (Real.toString (Unsafe.Real64Array.sub (reals, 0)))
