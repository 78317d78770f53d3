(* sharing and where type between the structures of a parameter. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
signature S = sig type t val make : int -> t val show : t -> string end
functor Both (structure A : S structure B : S sharing type A.t = B.t) = struct val s = A.show (B.make 3) ^ B.show (A.make 4) end
structure X = struct type t = string fun make n = Int.toString n fun show s = "<" ^ s ^ ">" end
structure Y = struct type t = string fun make n = "#" ^ Int.toString n fun show s = "{" ^ s ^ "}" end
structure R = Both (structure A = X structure B = Y)
val _ = say R.s
functor Strings (A : S where type t = string) = struct val s = A.make 5 ^ "!" end
structure Q = Strings (X)
val _ = say Q.s
signature TWO = sig structure L : S structure R : S sharing L = R end
functor Swap (T : TWO) = struct val s = T.L.show (T.R.make 1) end
structure W = Swap (struct structure L = X structure R = Y end)
val _ = say W.s
