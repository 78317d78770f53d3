(* Unix: programs with streams. *)
fun say s = print ("> " ^ s ^ "\n")
fun ended Unix.W_EXITED = "0"
  | ended (Unix.W_EXITSTATUS w) = "status " ^ Word8.fmt StringCvt.DEC w
  | ended (Unix.W_SIGNALED s) = "signal " ^ SysWord.fmt StringCvt.DEC (Posix.Signal.toWord s)
  | ended (Unix.W_STOPPED _) = "stopped"
fun reaped p = say (ended (Unix.fromStatus (Unix.reap p)))
(* Both directions: cat ends when its input is closed. *)
val cat : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/cat", [])
val (input, output) = Unix.streamsOf cat
val () = (TextIO.output (output, "one\ntwo\n"); TextIO.flushOut output)
val () = say (String.toString (valOf (TextIO.inputLine input)))
val () = (TextIO.output (Unix.textOutstreamOf cat, "three\n"); TextIO.closeOut output)
val () = say (String.toString (TextIO.inputAll (Unix.textInstreamOf cat)))
val () = (reaped cat; reaped cat)
(* Bytes, arguments, statuses. *)
val sh : (BinIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/sh", ["-c", "printf '\\001\\377%s' \"$1\"; exit 7", "sh", "a b"])
val bytes = BinIO.inputAll (Unix.binInstreamOf sh)
val () = say (String.concatWith " " (map (Word8.fmt StringCvt.DEC) (Word8Vector.foldr op :: [] bytes)))
val () = reaped sh
val env : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.executeInEnv ("/usr/bin/env", [], ["A=1", "B=x y"])
val () = say (String.toString (TextIO.inputAll (Unix.textInstreamOf env)))
val () = reaped env
(* Nothing was opened; a signal; what cannot be started. *)
val killed : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/cat", [])
val () = (Unix.kill (killed, Posix.Signal.kill); reaped killed)
val wc : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/cat", [])
val () = reaped wc
val () = (reaped (Unix.execute ("/no/such/program", []) : (TextIO.instream, TextIO.outstream) Unix.proc); say "wrong") handle OS.SysErr (_, SOME e) => say (Bool.toString (e = Posix.Error.noent))
val () = say (ended (Unix.fromStatus (OS.Process.system "exit 5")))
val () = say (ended (Unix.fromStatus (OS.Process.system "kill -9 $$")))
(* Much in both directions, as long as nobody waits for the other. *)
val much : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/sh", ["-c", "sort -n | tail -n 2"])
val () = List.app (fn i => TextIO.output (Unix.textOutstreamOf much, Int.toString (i * 7919 mod 30011) ^ "\n")) (List.tabulate (30011, fn i => i))
val () = TextIO.closeOut (Unix.textOutstreamOf much)
val () = say (String.toString (TextIO.inputAll (Unix.textInstreamOf much)))
val () = reaped much
