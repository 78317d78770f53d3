(* Loops that wait for other threads while these collect garbage. No task waits for what it runs itself, so all of it also
   ends on one worker. *)
val n = 400
fun sumOf l = List.foldl (fn (a, b) => (a + b) mod 1000003) 0 l
fun work i = List.tabulate (60, fn j => i * j)

(* A lock by compare-and-swap, and objects that are made while it is held. *)
val lock = ref 0
fun acquire () = if Concurrency.cas lock (0, 1) = 0 then () else acquire ()
fun release () = lock := 0
val listed = ref []
val () =
  ForkJoin.parfor 1 (0, n) (fn i =>
    let val l = work i
    in acquire (); listed := sumOf (List.map (fn x => x + 1) l) :: !listed; release ()
    end)
val () = print (Int.toString (List.length (!listed)) ^ " " ^ Int.toString (sumOf (!listed)) ^ "\n")

(* A lock that is looked at before it is tried. *)
val isTaken = ref false
fun enter () = if !isTaken then enter () else if Concurrency.cas isTaken (false, true) then enter () else ()
val total = ref (0, [0])
val () =
  ForkJoin.parfor 1 (0, n) (fn i =>
    (enter (); total := (case !total of (count, l) => (count + 1, [sumOf (l @ work i)])); isTaken := false))
val () = case !total of (count, l) => print (Int.toString count ^ " " ^ Int.toString (sumOf l) ^ "\n")

(* A lock with tickets: what waits reads only, a number. *)
val next = ref 0 and serving = ref 0
fun await ticket = if !serving = ticket then () else await ticket
(* The same, counting. *)
fun turns (ticket, k) = if !serving = ticket then k else turns (ticket, k + 1)
val order = ref []
val () =
  ForkJoin.parfor 1 (0, n) (fn i =>
    let val ticket = Concurrency.fetchAndAdd next 1
    in
      if i mod 2 = 0 then await ticket else ignore (turns (ticket, 0) < 0 andalso raise Fail "turns");
      order := (ticket, sumOf (work i)) :: !order;
      serving := ticket + 1
    end)
val () = print (Bool.toString (List.map #1 (!order) = List.tabulate (n, fn i => n - 1 - i)) ^ "\n")

(* Who comes first computes, others wait for the result, each at a place of an array. *)
val states = Array.array (20, 0) and results = Array.array (20, "")
fun result k =
  case Concurrency.casArray (states, k) (0, 1) of
    0 =>
      let val text = String.concatWith "," (List.map Int.toString (work k))
      in Array.update (results, k, text); Array.update (states, k, 2); text
      end
  | _ =>
      let fun ready () = if Array.sub (states, k) = 2 then () else ready ()
      in ready (); Array.sub (results, k)
      end
val sizes = ForkJoin.reducem op+ 0 (0, n) (fn i => String.size (result (i mod 20)))
val () = print (Int.toString sizes ^ "\n")

(* Many places, one after the other, until all are ready. *)
fun all k = if k = 20 then () else if Array.sub (states, k) = 2 then all (k + 1) else all 0
val () = (all 0; print "all\n")
