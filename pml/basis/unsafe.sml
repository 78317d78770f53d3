(* Unsafe: subscripts that nobody checks. A wrong one is an error of the program, with any consequence. *)

signature UNSAFE_MONO_ARRAY =
sig
  type array
  type elem
  (* The elements are anything. *)
  val create : int -> array
  val sub : array * int -> elem
  val update : array * int * elem -> unit
end

signature UNSAFE_MONO_VECTOR =
sig
  type vector
  type elem
  val sub : vector * int -> elem
end

(* Arrays and vectors of one element type check: an exception is one of the consequences that a wrong subscript may have. *)
functor MakeUnsafeArray (structure Mono : MONO_ARRAY val anything : Mono.elem) :
  UNSAFE_MONO_ARRAY where type array = Mono.array where type elem = Mono.elem =
struct
  open Mono
  fun create n = array (n, anything)
end

functor VectorOf (type elem) : UNSAFE_MONO_VECTOR where type vector = elem vector where type elem = elem =
struct
  type vector = elem vector and elem = elem
  val sub = VectorPrimitives.unsafeSub
end

functor ArrayOf (type elem val anything : elem) : UNSAFE_MONO_ARRAY where type array = elem array where type elem = elem =
struct
  type array = elem array and elem = elem
  fun create n = Array.array (n, anything)
  val sub = ArrayPrimitives.unsafeSub and update = ArrayPrimitives.unsafeUpdate
end

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
  structure CharVector : UNSAFE_MONO_VECTOR =
  struct
    type vector = string and elem = char
    val sub = StringPrimitives.unsafeSub
  end
  structure LargeWordVector : UNSAFE_MONO_VECTOR = Word64Vector
  structure LargeRealVector : UNSAFE_MONO_VECTOR = RealVector
  structure BoolVector : UNSAFE_MONO_VECTOR = BoolVector
  structure IntVector : UNSAFE_MONO_VECTOR = IntVector
  structure Int8Vector : UNSAFE_MONO_VECTOR = Int8Vector
  structure Int16Vector : UNSAFE_MONO_VECTOR = Int16Vector
  structure Int32Vector : UNSAFE_MONO_VECTOR = Int32Vector
  structure Int64Vector : UNSAFE_MONO_VECTOR = Int64Vector
  structure WordVector : UNSAFE_MONO_VECTOR = WordVector
  structure Word8Vector : UNSAFE_MONO_VECTOR = Word8Vector
  structure Word16Vector : UNSAFE_MONO_VECTOR = Word16Vector
  structure Word32Vector : UNSAFE_MONO_VECTOR = Word32Vector
  structure Word64Vector : UNSAFE_MONO_VECTOR = Word64Vector
  structure IntInfVector : UNSAFE_MONO_VECTOR = VectorOf (type elem = IntInf.int)
  structure LargeIntVector : UNSAFE_MONO_VECTOR = VectorOf (type elem = LargeInt.int)
  structure RealVector : UNSAFE_MONO_VECTOR = RealVector
  structure Real32Vector : UNSAFE_MONO_VECTOR = Real32Vector
  structure Real64Vector : UNSAFE_MONO_VECTOR = Real64Vector
  structure LargeWordArray = MakeUnsafeArray (structure Mono = Word64Array val anything = 0w0 : Word64Array.elem)
  structure LargeRealArray = MakeUnsafeArray (structure Mono = Real64Array val anything = 0.0 : Real64Array.elem)
  structure CharArray = MakeUnsafeArray (structure Mono = CharArray val anything = #"\000" : CharArray.elem)
  structure BoolArray = MakeUnsafeArray (structure Mono = BoolArray val anything = false : BoolArray.elem)
  structure IntArray = MakeUnsafeArray (structure Mono = IntArray val anything = 0 : IntArray.elem)
  structure Int8Array = MakeUnsafeArray (structure Mono = Int8Array val anything = 0 : Int8Array.elem)
  structure Int16Array = MakeUnsafeArray (structure Mono = Int16Array val anything = 0 : Int16Array.elem)
  structure Int32Array = MakeUnsafeArray (structure Mono = Int32Array val anything = 0 : Int32Array.elem)
  structure Int64Array = MakeUnsafeArray (structure Mono = Int64Array val anything = 0 : Int64Array.elem)
  structure WordArray = MakeUnsafeArray (structure Mono = WordArray val anything = 0w0 : WordArray.elem)
  structure Word8Array = MakeUnsafeArray (structure Mono = Word8Array val anything = 0w0 : Word8Array.elem)
  structure Word16Array = MakeUnsafeArray (structure Mono = Word16Array val anything = 0w0 : Word16Array.elem)
  structure Word32Array = MakeUnsafeArray (structure Mono = Word32Array val anything = 0w0 : Word32Array.elem)
  structure Word64Array = MakeUnsafeArray (structure Mono = Word64Array val anything = 0w0 : Word64Array.elem)
  structure IntInfArray = ArrayOf (type elem = IntInf.int val anything = 0 : IntInf.int)
  structure LargeIntArray = ArrayOf (type elem = LargeInt.int val anything = 0 : LargeInt.int)
  (* These check as well. *)
  structure PackReal32Big = PackReal32Big and PackReal32Little = PackReal32Little
  structure PackReal64Big = PackReal64Big and PackReal64Little = PackReal64Little
  structure PackRealBig = PackRealBig and PackRealLittle = PackRealLittle
  structure PackWord16Big = PackWord16Big and PackWord16Little = PackWord16Little
  structure PackWord32Big = PackWord32Big and PackWord32Little = PackWord32Little
  structure PackWord64Big = PackWord64Big and PackWord64Little = PackWord64Little
  structure RealArray = MakeUnsafeArray (structure Mono = RealArray val anything = 0.0 : RealArray.elem)
  structure Real32Array = MakeUnsafeArray (structure Mono = Real32Array val anything = 0.0 : Real32Array.elem)
  structure Real64Array = MakeUnsafeArray (structure Mono = Real64Array val anything = 0.0 : Real64Array.elem)
end
