(* Bytes of Latin-1, which are no UTF-8: Søren wrote this. *)
val s = "Grüße"
val () = print ("> " ^ String.toString s ^ " " ^ Int.toString (size s) ^ "\n")
