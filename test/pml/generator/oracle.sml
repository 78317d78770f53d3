(* What Parallel ML adds to the Basis library, for compilers that do not have it. *)
structure ForkJoin =
struct
  fun par (f, g) = let val left = f () in (left, g ()) end
end
