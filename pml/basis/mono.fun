(* Vectors, arrays and slices of one element type. They are the general ones at that type, which the compiler stores
   flat; CharVector, whose vectors are strings, has primitives of its own. *)

signature MONO =
sig
  type elem
  type vector
  structure Vector : MONO_VECTOR where type elem = elem where type vector = vector
  structure VectorSlice : MONO_VECTOR_SLICE where type elem = elem where type vector = vector
  structure Array : MONO_ARRAY where type elem = elem where type vector = vector
  structure ArraySlice : MONO_ARRAY_SLICE where type elem = elem where type vector = vector
  sharing type ArraySlice.array = Array.array
  sharing type ArraySlice.vector_slice = VectorSlice.slice
  (* The same array. *)
  val fromGeneral : elem array -> Array.array
  val toGeneral : Array.array -> elem array
end

(* What a slice is, is known: a slice of a string is a substring. *)
functor MakeMonoWithSlices
  (type elem
   type vector
   val vectorLength : vector -> int
   val unsafeVectorSub : vector * int -> elem
   val freeze : elem array -> vector) :>
  MONO where type elem = elem where type vector = vector where type VectorSlice.slice = vector * int * int =
struct
  type elem = elem and vector = vector
  structure Operations =
    SequenceOperations
      (type 'a sequence = vector
       type 'a element = elem
       val unsafeSub = unsafeVectorSub and unsafeLength = vectorLength)
  structure VectorSlice =
  struct
    open Operations.Slice
    type elem = elem and vector = vector
    type slice = vector * int * int
    fun mapi f (s, i, n) = freeze (ArrayPrimitives.tabulate (n, fn j => f (j, unsafeVectorSub (s, at (i, j)))))
    fun map f s = mapi (fn (_, x) => f x) s
    fun vector s = map (fn x => x) s
    fun concat slices =
      let
        val n = List.foldl (fn (s, n) => length s + n) 0 slices
        val a = ArrayPrimitives.allocChecked n
        fun go (_, []) = freeze a
          | go (k, s :: r) =
              (appi (fn (j, x) => ArrayPrimitives.unsafeUpdate (a, k + j, x)) s; go (k + length s, r))
      in
        go (0, slices)
      end
  end
  structure Vector =
  struct
    open Operations
    structure S = VectorSlice
    type elem = elem and vector = vector
    val maxLen = ArrayPrimitives.maxLen
    fun fromList l = freeze (ArrayPrimitives.fromList l)
    fun tabulate p = freeze (ArrayPrimitives.tabulate p)
    val length = vectorLength
    fun sub (v, i) = S.sub (S.full v, i)
    fun mapi f v = S.mapi f (S.full v)
    fun map f v = S.map f (S.full v)
    fun update (v, i, x) =
      if i < 0 orelse i >= length v then raise Subscript else mapi (fn (j, y) => if i = j then x else y) v
    fun concat l = S.concat (List.map S.full l)
  end
  structure ArraySlice =
  struct
    open ArraySliceOperations
    type elem = elem and vector = vector and vector_slice = VectorSlice.slice
    type slice = elem array * int * int
    type array = elem array
    fun vector (s, i, n) = freeze (ArrayPrimitives.tabulate (n, fn j => unsafeSub (s, at (i, j))))
    fun copyVec {src, dst, di} =
      if di < 0 orelse di > unsafeLength dst orelse VectorSlice.length src > unsafeLength dst - di then raise Subscript
      else VectorSlice.appi (fn (j, x) => unsafeUpdate (dst, at (di, j), x)) src
  end
  structure Array =
  struct
    type frozen = vector
    open Array
    type elem = elem and vector = frozen
    type array = elem array
    fun vector a = ArraySlice.vector (ArraySlice.full a)
    fun copyVec {src, dst, di} = ArraySlice.copyVec {src = VectorSlice.full src, dst = dst, di = di}
  end
  fun fromGeneral a = a
  fun toGeneral a = a
end

functor MakeMono
  (type elem
   type vector
   val vectorLength : vector -> int
   val unsafeVectorSub : vector * int -> elem
   val freeze : elem array -> vector) :> MONO where type elem = elem where type vector = vector =
  MakeMonoWithSlices
    (type elem = elem
     type vector = vector
     val vectorLength = vectorLength
     val unsafeVectorSub = unsafeVectorSub
     val freeze = freeze)
