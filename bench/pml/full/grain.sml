(* Fully parallel: every grain is one iteration. *)
structure Grain =
struct
  val isTuned = false
  fun choose (_ : int) = 1
end
