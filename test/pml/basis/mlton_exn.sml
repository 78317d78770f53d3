(* What programs say of exceptions: the latest messager is asked first, and the Basis' texts come last. *)
exception Mine of int
fun say e = print ("> " ^ exnMessage e ^ "\n")

val () = say (Fail "text")
val () = MLton.Exn.addExnMessager (fn Mine n => SOME ("mine: " ^ Int.toString n) | _ => NONE)
val () = app say [Mine 3, Fail "text", Empty]
val () = MLton.Exn.addExnMessager (fn Mine 3 => SOME "three" | Fail s => SOME ("failed: " ^ s) | _ => NONE)
val () = app say [Mine 3, Mine 4, Fail "text", OS.SysErr ("text", NONE)]

(* Two in other tasks: both are known afterwards. *)
exception A
exception B
val _ = ForkJoin.par (fn () => MLton.Exn.addExnMessager (fn A => SOME "a" | _ => NONE),
                      fn () => MLton.Exn.addExnMessager (fn B => SOME "b" | _ => NONE))
val () = app say [A, B]

(* A handler of the top level is asked by hand, too. *)
val old = MLton.Exn.getTopLevelHandler ()
val () = MLton.Exn.setTopLevelHandler
           (fn e => (print ("> handler: " ^ exnMessage e ^ "\n"); OS.Process.exit OS.Process.success))
val () = if length (CommandLine.arguments ()) > 9 then old A else MLton.Exn.topLevelHandler (Mine 5)
val () = print "> never\n"
