(* Loops that wait, in many shapes. Whoever comes first lets the others through when it has worked a while. So no task waits
   for what it runs itself, and all of it also ends on one worker. *)
fun work n = List.foldl (fn (a, b) => (a + b) mod 1000003) 0 (List.tabulate (n, fn i => i * n))

fun meet (name, prepare) =
  let
    fun round 0 = ()
      | round k =
          let
            val (openGate, await) = prepare ()
            val first = ref 0 and passed = ref 0
            fun come _ =
              (if Concurrency.cas first (0, 1) = 0 then (ignore (work 300); openGate ()) else await ();
               ignore (Concurrency.fetchAndAdd passed 1))
          in
            ForkJoin.parfor 1 (0, 4) come;
            if !passed = 4 then round (k - 1) else raise Fail name
          end
  in
    round 8;
    print (name ^ "\n")
  end

(* A reference, an element with a subscript that is checked, a small one. *)
val () =
  meet ("reference", fn () =>
    let val flag = ref false
        fun await () = if !flag then () else await ()
    in (fn () => flag := true, await)
    end)
val elements = Array.array (5, 0)
fun ready k = if Array.sub (elements, k) = 2 then () else ready k
val () =
  meet ("element", fn () =>
    let val k = work 7 mod 5
    in Array.update (elements, k, 0); (fn () => Array.update (elements, k, 2), fn () => ready k)
    end)
val () =
  meet ("small element", fn () =>
    let val bytes = Word8Array.array (3, 0w0)
        fun await k = if Word8Array.sub (bytes, k) = 0w1 then () else await k
    in (fn () => Word8Array.update (bytes, 1, 0w1), fn () => await (work 3 mod 2 * 0 + 1))
    end)

(* Behind what stays the same: a field, an element of a vector, a row of a table. *)
datatype gate = Gate of {name : string, isOpen : bool ref} | Wall
fun through (gate as Gate {isOpen, ...}) = if !isOpen then () else through gate
  | through Wall = raise Fail "wall"
val gates = Vector.tabulate (4, fn i => if i = 3 then Wall else Gate {name = Int.toString i, isOpen = ref false})
fun openGate (Gate {isOpen, ...}, to) = isOpen := to
  | openGate _ = raise Fail "wall"
fun throughAt i = case Vector.sub (gates, i) of Gate {isOpen, ...} => if !isOpen then () else throughAt i | Wall => ()
val () =
  meet ("field", fn () =>
    (openGate (Vector.sub (gates, 1), false);
     (fn () => openGate (Vector.sub (gates, 1), true), fn () => through (Vector.sub (gates, 1)))))
val () =
  meet ("vector", fn () =>
    (openGate (Vector.sub (gates, 2), false); (fn () => openGate (Vector.sub (gates, 2), true), fn () => throughAt 2)))
val table = Array.tabulate (3, fn _ => Array.array (3, 0.0))
fun cell (i, j) = if Array.sub (Array.sub (table, i), j) > 0.5 then () else cell (i, j)
val () =
  meet ("row", fn () =>
    (Array.update (Array.sub (table, 1), 2, 0.0);
     (fn () => Array.update (Array.sub (table, 1), 2, 1.0), fn () => cell (1, 2))))

(* In functions: two that call each other, one that takes the condition, one that is too long for the middle end. *)
val light = ref 0
fun red k = if !light = 2 then k else yellow (k + 1)
and yellow k = if !light = 2 then k + 1 else if k > 1000000 then red 0 else red k
fun turns light =
  let fun one () = if !light = 1 then () else two ()
      and two () = if !light = 1 then () else one ()
  in one
  end
val () = meet ("mutual", fn () => (light := 0; (fn () => light := 2, fn () => ignore (red 0 + yellow 1))))
val () = meet ("mutual without count", fn () => let val light = ref 0 in (fn () => light := 1, turns light) end)
fun until condition = if condition () then () else until condition
val () = meet ("condition", fn () => let val flag = ref 0 in (fn () => flag := 7, fn () => until (fn () => !flag = 7)) end)
val () = meet ("while", fn () => let val flag = ref 0 in (fn () => flag := 7, fn () => while !flag <> 7 do ()) end)
val state = ref 0
fun level k =
  let val s = !state
      val a = if s > 3 then k * s else k + s
      val b = if a mod 2 = 0 then Word.toInt (Word.xorb (Word.fromInt a, 0w5)) else a
      val c = if b < 100 andalso s < 9 then b + Array.length elements else b - 1
  in if c < 50 then 0 else if c mod 3 = 0 then 1 else if s = 99 then 5 else 2
  end
fun awaitLevel k = if level k = 5 then () else awaitLevel k
fun awaitLevels (k, j) = if level k = 5 orelse level j = 5 then () else awaitLevels (k, j)
val () = meet ("function", fn () => (state := 0; (fn () => state := 99, fn () => (awaitLevel 1; awaitLevels (1, 1)))))

(* More than one place: both, in turn, one that follows another, and a bound on how often one is looked at. *)
val () =
  meet ("both", fn () =>
    let val left = ref false and right = Array.array (2, 0)
        fun await () = if !left andalso Array.sub (right, 1) = 3 then () else await ()
    in (fn () => (left := true; ignore (work 20); Array.update (right, 1, 3)), await)
    end)
fun either (a, b) = if !a = 1 orelse !b = 1 then () else either (b, a)
val () = meet ("in turn", fn () => let val a = ref 0 and b = ref 0 in (fn () => a := 1, fn () => either (a, b)) end)
val () =
  meet ("by reference", fn () =>
    let val current = ref (ref 0)
        fun await () = if !(!current) = 1 then () else await ()
    in (fn () => current := ref 1, await)
    end)
val () =
  meet ("bounded", fn () =>
    let val flag = ref false
        fun look 0 = false
          | look k = !flag orelse look (k - 1)
        fun await () = if look 50 then () else await ()
    in (fn () => flag := true, await)
    end)
