(* What has happened before an exception stays; what comes behind does not happen. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val out = ref ""
fun note s x = (out := !out ^ s; x)
exception E
val _ = ((note "a" 1, note "b" (raise E), note "c" 3); ()) handle E => ()
val _ = say (!out)
val _ = (note "d" (fn _ => note "never" ())) (note "e" (raise E)) handle E => ()
val _ = say (!out)
val _ = ({y = note "f" 1, x = note "g" (raise E), z = note "h" 1}; ()) handle E => ()
val _ = say (!out)
val r = ref 0
val _ = (r := note "i" (raise E)) handle E => ()
val _ = say (!out ^ Int.toString (!r))
fun cleanup f g = let val x = f () handle e => (g (); raise e) in g (); x end
val _ = try (fn () => cleanup (fn () => raise E) (fn () => out := !out ^ "j"))
val _ = say (!out)
