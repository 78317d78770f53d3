(* What SML/NJ has otherwise. *)
fun say s = print ("> " ^ s ^ "\n")
val v = Vector.fromList [1, 2]
val _ = say (Int.toString (Vector.length (Vector.update (v, 2, 0))) handle Subscript => "Subscript")
val _ = say (case Bool.fromString " FALSEx" of NONE => "none" | SOME b => Bool.toString b)
val _ = say (String.toCString "\000\0001")
