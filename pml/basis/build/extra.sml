(* The functions that MLton's own library has beside those of the Basis. *)

structure Vector =
struct
  open Vector
  (* The array may not be changed any more. *)
  val unsafeFromArray = ArrayPrimitives.unsafeFreeze
end

structure Array =
struct
  open Array
  val alloc = ArrayPrimitives.allocChecked
end

structure Word8Array =
struct
  open Word8Array
  fun alloc n = array (n, 0w0)
end
