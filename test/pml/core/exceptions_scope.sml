(* Exceptions are made anew by each evaluation; aliases are the same; nested handlers. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
exception A of int
exception B = A
exception C
fun make () = let exception Local of int in (fn n => raise Local n, fn f => (f (); "none") handle Local n => "mine " ^ Int.toString n) end
val (raise1, catch1) = make () and (raise2, catch2) = make ()
val _ = try (fn () => catch1 (fn () => raise1 1))
val _ = try (fn () => catch1 (fn () => raise2 2))
val _ = try (fn () => (raise B 3) handle A n => "alias " ^ Int.toString n)
val _ = try (fn () => ((raise C) handle C => raise A 1) handle A n => "again " ^ Int.toString n)
val _ = try (fn () => (raise C) handle A _ => "wrong")
val _ = try (fn () => (((raise A 1) handle A 2 => "two") handle A 1 => "one"))
fun depth 0 = raise C | depth n = (depth (n - 1); "x") handle A _ => "caught"
val _ = try (fn () => depth 50)
val kept = ref (fn () => ())
val _ = try (fn () => let exception E of string in kept := (fn () => raise E "late"); (!kept) (); "no" end handle e => exnName e)
val e = A 5
val _ = try (fn () => raise e)
val _ = say (case e of A n => Int.toString n | _ => "?")
