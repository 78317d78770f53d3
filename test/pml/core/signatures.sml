(* Transparent and opaque ascription, where type, include, hidden components. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
signature COUNTER = sig type t val zero : t val next : t -> t val show : t -> string end
structure Int' = struct type t = int val zero = 0 fun next n = n + 1 val show = Int.toString val secret = 42 end
structure A : COUNTER = Int' structure B :> COUNTER = Int' structure C :> COUNTER where type t = int = Int'
val _ = say (A.show (A.next 5) ^ B.show (B.next B.zero) ^ C.show (C.next 8))
signature NAMED = sig include COUNTER val name : string end
structure D : NAMED = struct open A val name = "d" end
val _ = say (D.name ^ D.show (D.next D.zero))
signature POLY = sig val f : int -> int val g : 'a -> 'a list end
structure E :> POLY = struct fun f x = x fun g x = [x, x] end
val _ = say (Int.toString (E.f 3) ^ Int.toString (length (E.g "x")))
structure F : sig datatype t = X | Y of int val v : t end = struct datatype t = X | Y of int val v = Y 3 end
val _ = say (case F.v of F.X => "X" | F.Y n => Int.toString n)
structure G : sig exception Bad of string val f : unit -> 'a end = struct exception Bad of string fun f () = raise Bad "g" end
val _ = say (G.f () handle G.Bad s => s)
signature EQ = sig eqtype t val a : t val b : t end
structure H :> EQ = struct type t = string val a = "x" val b = "x" end
val _ = say (Bool.toString (H.a = H.b))
