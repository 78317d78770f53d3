(* OS.IO: kinds of descriptors, and waiting for them. *)
fun say s = print ("> " ^ s ^ "\n")
val TextPrimIO.RD {ioDesc, ...} = #1 (TextIO.StreamIO.getReader (TextIO.getInstream TextIO.stdIn))
val stdin = valOf ioDesc
val () = say (Bool.toString (OS.IO.kind stdin = OS.IO.Kind.device))
val d = OS.IO.pollIn (valOf (OS.IO.pollDesc stdin))
(* /dev/null is at its end. *)
val ready = OS.IO.poll ([d], SOME (Time.fromSeconds 0))
val () = say (Int.toString (length ready) ^ " " ^ String.concatWith " " (map (fn i => Bool.toString (OS.IO.isIn i andalso not (OS.IO.isOut i))) ready))
val () = say (Bool.toString (OS.IO.pollToIODesc (OS.IO.infoToPollDesc (hd ready)) = stdin))
val () = say (Int.toString (length (OS.IO.poll ([], SOME (Time.fromMilliseconds 1)))))
val () = (ignore (OS.IO.poll ([], SOME (Time.fromSeconds ~1))); say "wrong") handle OS.SysErr _ => say "negative"
val () = say (case OS.IO.compare (stdin, stdin) of EQUAL => "equal" | _ => "wrong")
