(* A datatype and an exception in a functor are new for each application. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
functor F (val name : string) = struct exception E of string datatype t = T of string fun make s = T (name ^ s) fun show (T s) = s fun fail () = raise E name end
structure A = F (val name = "a") structure B = F (val name = "b")
val _ = say (A.show (A.make "1") ^ B.show (B.make "2"))
val _ = say ((A.fail () handle B.E s => "wrong " ^ s) handle A.E s => "right " ^ s)
functor G (X : sig structure Y : sig type t val v : t val f : t -> string end end) = struct structure Z = X.Y val s = Z.f Z.v end
structure H = G (structure Y = struct type t = int val v = 7 val f = Int.toString end)
val _ = say (H.s ^ H.Z.f (H.Z.v + 1))
