(* How ranges of parallel work are run: in sequence, if the time up to the next poll is enough for all of it, else in
   parts (docs/decisions/0071). The compiler knows each use of `run` apart. *)
structure Range =
struct
  val enter = _prim "loop_enter" : int -> int
  val leave = _prim "loop_leave" : int -> unit

  (* Of n steps: all in sequence, or in parts; a single step is always run in sequence. *)
  fun run n (inSequence, inParts) =
    let val how = enter n
    in
      if how > 0 then
        let val result = inSequence ()
        in if how > 1 then leave how else (); result
        end
      else inParts ()
    end
end
