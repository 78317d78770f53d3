(* MLton: words in the other order, reals from words, vectors that are written in order; errors of Posix. *)
fun say s = print ("> " ^ s ^ "\n")
val () = say (Word32.toString (MLton.Word32.bswap 0wx01020304) ^ " " ^ Word8.toString (MLton.Word8.bswap 0wx12) ^ " " ^ LargeWord.toString (MLton.LargeWord.bswap 0wx0102030405060708))
val () = say (Real.toString (MLton.Real.fromWord 0w7) ^ " " ^ Word.toString (MLton.Real.toWord IEEEReal.TO_ZERO 300.7) ^ " " ^ Real32.toString (MLton.Real32.fromLargeWord 0w5))
val {done, sub, update} = MLton.Vector.create 3
val () = (update (0, 5); update (1, sub 0 + 1); update (2, sub 1 * 2); update (1, 9))
val () = (ignore (sub 3); say "wrong") handle Subscript => say "Subscript"
val () = say (String.concatWith "," (Vector.foldr (fn (x, l) => Int.toString x :: l) [] (done ())))
val () = (update (0, 1); say "wrong") handle Fail _ => say "done"
val () = say (String.concatWith " " (map OS.errorName [Posix.Error.badmsg, Posix.Error.canceled, Posix.Error.inprogress, Posix.Error.msgsize, Posix.Error.notsup]))
val () = say (Bool.toString (Posix.Error.syserror "msgsize" = SOME Posix.Error.msgsize))
val () = (MLton.GC.setMessages false; MLton.GC.setSummary false)
