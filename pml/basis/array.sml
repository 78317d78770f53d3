(* Vectors, arrays and their slices, over uninitialised arrays ("alloc") that are filled before anybody sees them. *)

structure ArrayPrimitives =
struct
  val alloc = _prim "array_alloc" : int -> 'a array
  val unsafeSub = _prim "array_unsafe_sub" : 'a array * int -> 'a
  val unsafeUpdate = _prim "array_unsafe_update" : 'a array * int * 'a -> unit
  val unsafeLength = _prim "array_length" : 'a array -> int
  val unsafeFreeze = _prim "array_to_vector" : 'a array -> 'a vector
  val maxLen = _prim "array_max_length" : int
  fun allocChecked n = if n < 0 orelse n > maxLen then raise Size else alloc n
  fun tabulate (n, f) =
    let
      val a = allocChecked n
      fun go i = if i = n then a else (unsafeUpdate (a, i, f i); go (i + 1))
    in
      go 0
    end
  fun fromList l =
    let
      val a = allocChecked (List.length l)
      fun go (_, []) = a
        | go (i, x :: r) = (unsafeUpdate (a, i, x); go (i + 1, r))
    in
      go (0, l)
    end
end

structure VectorPrimitives =
struct
  val unsafeSub = _prim "vector_unsafe_sub" : 'a vector * int -> 'a
  val unsafeLength = _prim "vector_length" : 'a vector -> int
end

structure VectorOperations =
  SequenceOperations
    (type 'a sequence = 'a vector
     type 'a element = 'a
     open VectorPrimitives)

structure VectorSliceOperations =
struct
  open VectorPrimitives VectorOperations.Slice
  fun mapi f (s, i, n) =
    ArrayPrimitives.unsafeFreeze (ArrayPrimitives.tabulate (n, fn j => f (j, unsafeSub (s, at (i, j)))))
  fun map f s = mapi (fn (_, x) => f x) s
  fun vector s = map (fn x => x) s
  fun concat slices =
    let
      val n = List.foldl (fn (s, n) => length s + n) 0 slices
      val a = ArrayPrimitives.allocChecked n
      fun go (_, []) = ArrayPrimitives.unsafeFreeze a
        | go (k, s :: r) =
            (appi (fn (j, x) => ArrayPrimitives.unsafeUpdate (a, k + j, x)) s; go (k + length s, r))
    in
      go (0, slices)
    end
end

structure VectorSlice :> VECTOR_SLICE = VectorSliceOperations

structure Vector : VECTOR =
struct
  open VectorOperations
  structure S = VectorSliceOperations
  type 'a vector = 'a vector
  val maxLen = ArrayPrimitives.maxLen
  fun fromList l = ArrayPrimitives.unsafeFreeze (ArrayPrimitives.fromList l)
  fun tabulate p = ArrayPrimitives.unsafeFreeze (ArrayPrimitives.tabulate p)
  fun length v = S.unsafeLength v
  fun sub (v, i) = S.sub (S.full v, i)
  fun mapi f v = S.mapi f (S.full v)
  fun map f v = S.map f (S.full v)
  fun update (v, i, x) =
    if i < 0 orelse i >= length v then raise Subscript else mapi (fn (j, y) => if i = j then x else y) v
  fun concat l = S.concat (List.map S.full l)
end

signature ARRAY_SLICE =
sig
  type 'a slice
  val length : 'a slice -> int
  val sub : 'a slice * int -> 'a
  val update : 'a slice * int * 'a -> unit
  val full : 'a array -> 'a slice
  val slice : 'a array * int * int option -> 'a slice
  val subslice : 'a slice * int * int option -> 'a slice
  val base : 'a slice -> 'a array * int * int
  val vector : 'a slice -> 'a vector
  val copy : {src : 'a slice, dst : 'a array, di : int} -> unit
  val copyVec : {src : 'a VectorSlice.slice, dst : 'a array, di : int} -> unit
  val isEmpty : 'a slice -> bool
  val getItem : 'a slice -> ('a * 'a slice) option
  val modify : ('a -> 'a) -> 'a slice -> unit
  val modifyi : (int * 'a -> 'a) -> 'a slice -> unit
  val app : ('a -> unit) -> 'a slice -> unit
  val appi : (int * 'a -> unit) -> 'a slice -> unit
  val foldl : ('a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  val foldr : ('a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  val foldli : (int * 'a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  val foldri : (int * 'a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  val find : ('a -> bool) -> 'a slice -> 'a option
  val findi : (int * 'a -> bool) -> 'a slice -> (int * 'a) option
  val exists : ('a -> bool) -> 'a slice -> bool
  val all : ('a -> bool) -> 'a slice -> bool
  val collate : ('a * 'a -> order) -> 'a slice * 'a slice -> order
end

structure ArrayOperations =
  SequenceOperations
    (type 'a sequence = 'a array
     type 'a element = 'a
     open ArrayPrimitives)

structure ArraySliceOperations =
struct
  open ArrayPrimitives ArrayOperations.Slice
  fun modifyi f (s, i, n) =
    let fun go j = if j = n then () else (unsafeUpdate (s, at (i, j), f (j, unsafeSub (s, at (i, j)))); go (j + 1))
    in go 0
    end
  fun modify f s = modifyi (fn (_, x) => f x) s
  fun update ((s, i, n), j, x) = if j < 0 orelse j >= n then raise Subscript else unsafeUpdate (s, at (i, j), x)
  (* Source and destination may overlap: the end that is safe goes first. *)
  fun copy {src = (s, i, n), dst, di} =
    if di < 0 orelse di > unsafeLength dst orelse n > unsafeLength dst - di then raise Subscript
    else if i >= di then appi (fn (j, x) => unsafeUpdate (dst, at (di, j), x)) (s, i, n)
    else foldri (fn (j, x, ()) => unsafeUpdate (dst, at (di, j), x)) () (s, i, n)
  fun copyVec {src, dst, di} =
    if di < 0 orelse di > unsafeLength dst orelse VectorSlice.length src > unsafeLength dst - di then raise Subscript
    else VectorSlice.appi (fn (j, x) => unsafeUpdate (dst, at (di, j), x)) src
  fun vector (s, i, n) = unsafeFreeze (tabulate (n, fn j => unsafeSub (s, at (i, j))))
end

structure ArraySlice :> ARRAY_SLICE = ArraySliceOperations

structure Array : ARRAY =
struct
  open ArrayPrimitives ArrayOperations
  structure S = ArraySliceOperations
  type 'a array = 'a array
  type 'a vector = 'a vector
  fun array (n, x) = tabulate (n, fn _ => x)
  fun length a = unsafeLength a
  fun sub (a, i) = if i < 0 orelse i >= length a then raise Subscript else unsafeSub (a, i)
  fun update (a, i, x) = if i < 0 orelse i >= length a then raise Subscript else unsafeUpdate (a, i, x)
  fun vector a = S.vector (S.full a)
  fun copy {src, dst, di} = S.copy {src = S.full src, dst = dst, di = di}
  fun copyVec {src, dst, di} = S.copyVec {src = VectorSlice.full src, dst = dst, di = di}
  fun modifyi f a = S.modifyi f (S.full a)
  fun modify f a = S.modify f (S.full a)
end
