(* Unsafe: subscripts that nobody checks. A wrong one is an error of the program, with any consequence. *)

structure Unsafe =
struct
  structure Array =
  struct
    val create = Array.array
    val alloc = ArrayPrimitives.allocChecked
    val sub = ArrayPrimitives.unsafeSub and update = ArrayPrimitives.unsafeUpdate
  end
  structure Vector =
  struct
    val sub = VectorPrimitives.unsafeSub
  end
  structure CharVector =
  struct
    val sub = StringPrimitives.unsafeSub
  end
end
