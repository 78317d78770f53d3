(* Signals: handlers that run at once, later, and not; loops that only a signal ends; a timer that switches threads. *)
structure S = MLton.Signal and P = Posix.Process
val usr1 = Posix.Signal.usr1 and usr2 = Posix.Signal.usr2
fun send s = P.kill (P.K_PROC (Posix.ProcEnv.getpid ()), s)
val seen : string list ref = ref []
fun note s = seen := s :: !seen
fun show () = (print (String.concatWith " " (rev (!seen)) ^ "\n"); seen := [])

val () = S.setHandler (usr1, S.Handler.simple (fn () => note "one"))
val () = S.setHandler (usr2, S.Handler.simple (fn () => note "two"))
fun await n = if length (!seen) < n then await n else ()
val () = (send usr1; await 1; send usr2; await 2; show ())
(* Not while it is atomic, and not while it is blocked. *)
val () = MLton.Thread.atomically (fn () => (send usr1; ignore (List.tabulate (1000, fn i => i)); note "atomic"))
val () = (await 2; show ())
val () = S.Mask.block (S.Mask.some [usr1])
val () = (send usr1; ignore (List.tabulate (1000, fn i => i)); note "blocked"; S.Mask.unblock (S.Mask.some [usr1]); await 2; show ())
val () = (S.setHandler (usr1, S.Handler.ignore); send usr1; print (Bool.toString (S.Handler.isIgnore (S.getHandler usr1)) ^ "\n"))
(* A loop without an end, which allocates nothing, and a handler that goes on elsewhere. *)
fun forever () : unit = forever ()
val () =
  MLton.Thread.switch (fn t =>
    (S.setHandler (Posix.Signal.alrm, S.Handler.handler (fn _ => MLton.Thread.prepare (t, ())));
     MLton.Itimer.set (MLton.Itimer.Real, {interval = Time.zeroTime, value = Time.fromMilliseconds 5});
     MLton.Thread.prepare (MLton.Thread.new forever, ())))
val () = print "on\n"
(* Many interrupts, beside tasks. *)
val ticks = ref 0
val () = S.setHandler (Posix.Signal.alrm, S.Handler.simple (fn () => ticks := !ticks + length (List.tabulate (3, fn i => i))))
val () = MLton.Itimer.set (MLton.Itimer.Real, {interval = Time.fromMicroseconds 500, value = Time.fromMicroseconds 500})
fun fib n = if n < 2 then length [n] else op + (ForkJoin.par (fn () => fib (n - 1), fn () => fib (n - 2)))
fun work () = if !ticks >= 9 then () else (ignore (fib 12); work ())
val () = work ()
val () = MLton.Itimer.set (MLton.Itimer.Real, {interval = Time.zeroTime, value = Time.zeroTime})
val () = print (Int.toString (fib 12) ^ " " ^ Int.toString (!ticks mod 3) ^ "\n")
val () = (S.setHandler (usr2, S.Handler.default); print (Bool.toString (S.Handler.isDefault (S.getHandler usr2)) ^ "\n"))
