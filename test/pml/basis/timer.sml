(* Timer: time goes on. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val cpu = Timer.startCPUTimer () and real' = Timer.startRealTimer ()
fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)
val _ = say (Int.toString (fib 15))
val {usr, sys} = Timer.checkCPUTimer cpu
val _ = say (Bool.toString (Time.>= (usr, Time.zeroTime)) ^ Bool.toString (Time.>= (Timer.checkRealTimer real', Time.zeroTime)))
val _ = say (Bool.toString (Time.>= (Timer.checkGCTime cpu, Time.zeroTime)))
