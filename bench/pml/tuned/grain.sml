(* Tuned by hand: the grains that programs name are in force. *)
structure Grain =
struct
  val isTuned = true
  fun choose (grain : int) = grain
end
