fun ofInt (n : int) = Int.toString n
fun ofWord (w : word) = "0x" ^ Word.toString w
_overload shown : 'a -> string as ofInt and ofWord
val () = print (shown 12 ^ " " ^ shown 0w12 ^ "\n")

fun 'a pairs (x : 'a, y : 'a, show : 'a -> string) =
  let
    datatype 'b t = T of 'a * 'b
    and u = U of int t
    fun first (T (a, _)) = show a
    val U t = U (T (y, 1))
  in first (T (x, "b")) ^ first t
  end
val () = print (pairs (1, 2, Int.toString) ^ pairs (true, false, Bool.toString) ^ "\n")

val () = print (String.concatWith " " (map (fn s => Option.getOpt (String.fromString s, "none")) ["a\"b", "\"", "a\\\"b"]) ^ "\n")

structure P = MLton.Process
val echo =
  P.create {args = ["one", "two words"], env = NONE, path = "/bin/echo", stderr = P.Param.self, stdin = P.Param.null, stdout = P.Param.pipe}
val () = print (TextIO.inputAll (P.Child.textIn (P.getStdout echo)))
val () = print (if P.reap echo = Posix.Process.W_EXITED then "ended\n" else "failed\n")
val cat =
  P.create {args = [], env = SOME ["A=b"], path = "/bin/cat", stderr = P.Param.self, stdin = P.Param.pipe, stdout = P.Param.pipe}
val out = P.Child.textOut (P.getStdin cat)
val () = (TextIO.output (out, "through cat\n"); TextIO.closeOut out)
val () = print (TextIO.inputAll (P.Child.textIn (P.getStdout cat)))
val () = ignore (P.Child.textIn (P.getStdout cat)) handle P.MisuseOfForget => print "used\n"
val () = ignore (P.reap cat)
val {soft, hard} = MLton.Rlimit.get MLton.Rlimit.numFiles
val () = MLton.Rlimit.set (MLton.Rlimit.numFiles, {soft = soft, hard = hard})
val () = print (Bool.toString (MLton.Rlimit.RLim.castToSysWord soft > 0w0) ^ "\n")
val () = (MLton.ProcEnv.setenv {name = "NEW", value = "set"}; print (valOf (OS.Process.getEnv "NEW") ^ "\n"))
val () = print (Int.toString (1 + SMLofNJ.Cont.callcc (fn k => SMLofNJ.Cont.throw k 2)) ^ "\n")
