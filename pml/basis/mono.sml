(* The structures of one element type. *)

(* Slices of strings are substrings. *)
structure Characters :>
sig
  structure Mono : MONO where type elem = char where type vector = string
  structure Substring : SUBSTRING where type char = char where type string = string
  sharing type Substring.substring = Mono.VectorSlice.slice
end =
struct
  structure Mono =
    MakeMonoWithSlices
      (type elem = char
       type vector = string
       val vectorLength = String.size
       val unsafeVectorSub = StringPrimitives.unsafeSub
       val freeze = _prim "char_array_to_string" : char array -> string)
  structure Substring = Substring
end
structure Substring = Characters.Substring
structure CharMono = Characters.Mono
structure CharVector = Characters.Mono.Vector and CharVectorSlice = Characters.Mono.VectorSlice
structure CharArray = Characters.Mono.Array and CharArraySlice = Characters.Mono.ArraySlice

functor MakePlainMono (type elem) =
  MakeMono
    (type elem = elem
     type vector = elem vector
     val vectorLength = Vector.length
     val unsafeVectorSub = VectorSliceOperations.unsafeSub
     val freeze = ArrayPrimitives.unsafeFreeze)

structure BoolMono = MakePlainMono (type elem = bool)
structure BoolVector = BoolMono.Vector and BoolVectorSlice = BoolMono.VectorSlice
structure BoolArray = BoolMono.Array and BoolArraySlice = BoolMono.ArraySlice

structure IntMono = MakePlainMono (type elem = int)
structure IntVector = IntMono.Vector and IntVectorSlice = IntMono.VectorSlice
structure IntArray = IntMono.Array and IntArraySlice = IntMono.ArraySlice

structure Int8Mono = MakePlainMono (type elem = int8)
structure Int8Vector = Int8Mono.Vector and Int8VectorSlice = Int8Mono.VectorSlice
structure Int8Array = Int8Mono.Array and Int8ArraySlice = Int8Mono.ArraySlice

structure Int16Mono = MakePlainMono (type elem = int16)
structure Int16Vector = Int16Mono.Vector and Int16VectorSlice = Int16Mono.VectorSlice
structure Int16Array = Int16Mono.Array and Int16ArraySlice = Int16Mono.ArraySlice

structure Int32Mono = MakePlainMono (type elem = int32)
structure Int32Vector = Int32Mono.Vector and Int32VectorSlice = Int32Mono.VectorSlice
structure Int32Array = Int32Mono.Array and Int32ArraySlice = Int32Mono.ArraySlice

structure Int64Mono = MakePlainMono (type elem = int64)
structure Int64Vector = Int64Mono.Vector and Int64VectorSlice = Int64Mono.VectorSlice
structure Int64Array = Int64Mono.Array and Int64ArraySlice = Int64Mono.ArraySlice

structure LargeIntMono = MakePlainMono (type elem = IntInf.int)
structure LargeIntVector = LargeIntMono.Vector and LargeIntVectorSlice = LargeIntMono.VectorSlice
structure LargeIntArray = LargeIntMono.Array and LargeIntArraySlice = LargeIntMono.ArraySlice

structure WordMono = MakePlainMono (type elem = word)
structure WordVector = WordMono.Vector and WordVectorSlice = WordMono.VectorSlice
structure WordArray = WordMono.Array and WordArraySlice = WordMono.ArraySlice

structure Word8Mono = MakePlainMono (type elem = word8)
structure Word8Vector = Word8Mono.Vector and Word8VectorSlice = Word8Mono.VectorSlice
structure Word8Array = Word8Mono.Array and Word8ArraySlice = Word8Mono.ArraySlice

structure Word16Mono = MakePlainMono (type elem = word16)
structure Word16Vector = Word16Mono.Vector and Word16VectorSlice = Word16Mono.VectorSlice
structure Word16Array = Word16Mono.Array and Word16ArraySlice = Word16Mono.ArraySlice

structure Word32Mono = MakePlainMono (type elem = word32)
structure Word32Vector = Word32Mono.Vector and Word32VectorSlice = Word32Mono.VectorSlice
structure Word32Array = Word32Mono.Array and Word32ArraySlice = Word32Mono.ArraySlice

structure Word64Mono = MakePlainMono (type elem = word64)
structure Word64Vector = Word64Mono.Vector and Word64VectorSlice = Word64Mono.VectorSlice
structure Word64Array = Word64Mono.Array and Word64ArraySlice = Word64Mono.ArraySlice

structure RealMono = MakePlainMono (type elem = real)
structure RealVector = RealMono.Vector and RealVectorSlice = RealMono.VectorSlice
structure RealArray = RealMono.Array and RealArraySlice = RealMono.ArraySlice

structure Real32Mono = MakePlainMono (type elem = real32)
structure Real32Vector = Real32Mono.Vector and Real32VectorSlice = Real32Mono.VectorSlice
structure Real32Array = Real32Mono.Array and Real32ArraySlice = Real32Mono.ArraySlice

structure Real64Mono = MakePlainMono (type elem = real64)
structure Real64Vector = Real64Mono.Vector and Real64VectorSlice = Real64Mono.VectorSlice
structure Real64Array = Real64Mono.Array and Real64ArraySlice = Real64Mono.ArraySlice
