signature S0 = sig type t val a : t val b : t -> t val c : t * t -> t end
signature S1 = sig structure X : S0 structure Y : S0 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F1 (A : S0) : S1 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S2 = sig structure X : S1 structure Y : S1 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F2 (A : S1) : S2 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S3 = sig structure X : S2 structure Y : S2 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F3 (A : S2) : S3 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S4 = sig structure X : S3 structure Y : S3 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F4 (A : S3) : S4 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S5 = sig structure X : S4 structure Y : S4 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F5 (A : S4) : S5 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S6 = sig structure X : S5 structure Y : S5 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F6 (A : S5) : S6 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S7 = sig structure X : S6 structure Y : S6 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F7 (A : S6) : S7 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S8 = sig structure X : S7 structure Y : S7 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F8 (A : S7) : S8 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S9 = sig structure X : S8 structure Y : S8 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F9 (A : S8) : S9 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
signature S10 = sig structure X : S9 structure Y : S9 sharing type X.t = Y.t type t val a : X.t -> Y.t -> t end
functor F10 (A : S9) : S10 = struct structure X = A structure Y = A type t = A.t val a = fn _ => fn y => y end
structure M0 = struct type t = int val a = 1 fun b x = x fun c (x, _) = x end
structure M1 = F1 (M0)
structure M2 = F2 (M1)
structure M3 = F3 (M2)
structure M4 = F4 (M3)
structure M5 = F5 (M4)
structure M6 = F6 (M5)
structure M7 = F7 (M6)
structure M8 = F8 (M7)
structure M9 = F9 (M8)
structure M10 = F10 (M9)
functor G (structure A : S10 structure B : S10 sharing A = B) : sig structure C : S10 val n : A.t -> B.t end = struct structure C = A fun n x = x end
structure N = G (structure A = M10 structure B = M10)
val x : M10.t = N.n M0.a
(* Sharing of 2,047 types replaces their names at once: each by itself, in all of the signature, took 8 GB.
   RUN: bash -c "ulimit -v 3000000; exec %check --show-types %s" | FileCheck %s
   CHECK: val x : int
*)
