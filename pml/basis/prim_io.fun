(* PRIM_IO: readers and writers, which streams are built on. *)

signature PRIM_IO =
sig
  type elem
  type vector
  type vector_slice
  type array
  type array_slice
  eqtype pos
  val compare : pos * pos -> order
  datatype reader =
    RD of
      {name : string, chunkSize : int, readVec : (int -> vector) option, readArr : (array_slice -> int) option,
       readVecNB : (int -> vector option) option, readArrNB : (array_slice -> int option) option,
       block : (unit -> unit) option, canInput : (unit -> bool) option, avail : unit -> int option,
       getPos : (unit -> pos) option, setPos : (pos -> unit) option, endPos : (unit -> pos) option,
       verifyPos : (unit -> pos) option, close : unit -> unit, ioDesc : OSIO.iodesc option}
  datatype writer =
    WR of
      {name : string, chunkSize : int, writeVec : (vector_slice -> int) option, writeArr : (array_slice -> int) option,
       writeVecNB : (vector_slice -> int option) option, writeArrNB : (array_slice -> int option) option,
       block : (unit -> unit) option, canOutput : (unit -> bool) option, getPos : (unit -> pos) option,
       setPos : (pos -> unit) option, endPos : (unit -> pos) option, verifyPos : (unit -> pos) option,
       close : unit -> unit, ioDesc : OSIO.iodesc option}
  val openVector : vector -> reader
  val nullRd : unit -> reader
  val nullWr : unit -> writer
  val augmentReader : reader -> reader
  val augmentWriter : writer -> writer
end

functor PrimIO
  (structure Vector : MONO_VECTOR
   structure VectorSlice : MONO_VECTOR_SLICE
   structure Array : MONO_ARRAY
   structure ArraySlice : MONO_ARRAY_SLICE
   sharing type Vector.elem = VectorSlice.elem = Array.elem = ArraySlice.elem
   sharing type Vector.vector = VectorSlice.vector = Array.vector = ArraySlice.vector
   sharing type VectorSlice.slice = ArraySlice.vector_slice
   sharing type Array.array = ArraySlice.array
   val someElem : Vector.elem
   eqtype pos
   val compare : pos * pos -> order) :>
  PRIM_IO where type elem = Vector.elem where type vector = Vector.vector where type vector_slice = VectorSlice.slice
          where type array = Array.array where type array_slice = ArraySlice.slice where type pos = pos =
struct
  type elem = Vector.elem and vector = Vector.vector and vector_slice = VectorSlice.slice
  type array = Array.array and array_slice = ArraySlice.slice and pos = pos
  val compare = compare
  datatype reader =
    RD of
      {name : string, chunkSize : int, readVec : (int -> vector) option, readArr : (array_slice -> int) option,
       readVecNB : (int -> vector option) option, readArrNB : (array_slice -> int option) option,
       block : (unit -> unit) option, canInput : (unit -> bool) option, avail : unit -> int option,
       getPos : (unit -> pos) option, setPos : (pos -> unit) option, endPos : (unit -> pos) option,
       verifyPos : (unit -> pos) option, close : unit -> unit, ioDesc : OSIO.iodesc option}
  datatype writer =
    WR of
      {name : string, chunkSize : int, writeVec : (vector_slice -> int) option, writeArr : (array_slice -> int) option,
       writeVecNB : (vector_slice -> int option) option, writeArrNB : (array_slice -> int option) option,
       block : (unit -> unit) option, canOutput : (unit -> bool) option, getPos : (unit -> pos) option,
       setPos : (pos -> unit) option, endPos : (unit -> pos) option, verifyPos : (unit -> pos) option,
       close : unit -> unit, ioDesc : OSIO.iodesc option}

  (* A reader of a text that is there. Whoever reads a closed one is told so. *)
  fun openVector v =
    let
      val at = ref 0 and isClosed = ref false
      fun whenOpen f x = if !isClosed then raise IO.ClosedStream else f x
      fun left () = Vector.length v - !at
      fun take n =
        let val n = Int.min (n, left ()) val from = !at
        in at := from + n; VectorSlice.slice (v, from, SOME n)
        end
      fun readVec n = if n < 0 then raise Size else VectorSlice.vector (take n)
      fun readArr slice =
        let
          val (array, from, length) = ArraySlice.base slice
          val taken = take length
        in ArraySlice.copyVec {src = taken, dst = array, di = from}; VectorSlice.length taken
        end
    in
      RD {name = "openVector", chunkSize = 32, readVec = SOME (whenOpen readVec), readArr = SOME (whenOpen readArr),
          readVecNB = SOME (whenOpen (SOME o readVec)), readArrNB = SOME (whenOpen (SOME o readArr)),
          block = SOME (whenOpen (fn () => ())), canInput = SOME (whenOpen (fn () => true)),
          avail = whenOpen (SOME o left), getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE,
          close = fn () => isClosed := true, ioDesc = NONE}
    end
  fun nullRd () =
    case openVector (Vector.fromList []) of
      RD r =>
        RD {name = "nullRd", chunkSize = 1, readVec = #readVec r, readArr = #readArr r, readVecNB = #readVecNB r,
            readArrNB = #readArrNB r, block = #block r, canInput = #canInput r, avail = #avail r, getPos = NONE,
            setPos = NONE, endPos = NONE, verifyPos = NONE, close = #close r, ioDesc = NONE}
  fun nullWr () =
    let
      val isClosed = ref false
      fun whenOpen f x = if !isClosed then raise IO.ClosedStream else f x
    in
      WR {name = "nullWr", chunkSize = 1, writeVec = SOME (whenOpen VectorSlice.length),
          writeArr = SOME (whenOpen ArraySlice.length), writeVecNB = SOME (whenOpen (SOME o VectorSlice.length)),
          writeArrNB = SOME (whenOpen (SOME o ArraySlice.length)), block = SOME (whenOpen (fn () => ())),
          canOutput = SOME (whenOpen (fn () => true)), getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE,
          close = fn () => isClosed := true, ioDesc = NONE}
    end

  (* What can be made of other operations: the first way that there is. *)
  fun first [] = NONE
    | first (SOME f :: _) = SOME f
    | first (NONE :: ways) = first ways
  fun from (SOME f, make) = SOME (make f)
    | from (NONE, _) = NONE
  fun both (SOME f, SOME g, make) = SOME (make (f, g))
    | both _ = NONE
  fun vectorByArray readArr n =
    let val a = Array.array (n, someElem) val m = readArr (ArraySlice.full a)
    in ArraySlice.vector (ArraySlice.slice (a, 0, SOME m))
    end
  fun vectorByArrayNB readArrNB n =
    let val a = Array.array (n, someElem)
    in Option.map (fn m => ArraySlice.vector (ArraySlice.slice (a, 0, SOME m))) (readArrNB (ArraySlice.full a))
    end
  fun copied (v, slice) =
    let val (a, i, _) = ArraySlice.base slice
    in Array.copyVec {src = v, dst = a, di = i}; Vector.length v
    end
  fun arrayByVector readVec slice = copied (readVec (ArraySlice.length slice), slice)
  fun arrayByVectorNB readVecNB slice = Option.map (fn v => copied (v, slice)) (readVecNB (ArraySlice.length slice))
  fun waiting (block, try) x = (block (); Option.valOf (try x))
  fun asking (can, act) x = if can () then SOME (act x) else NONE

  fun augmentReader (RD {name, chunkSize, readVec, readArr, readVecNB, readArrNB, block, canInput, avail, getPos, setPos,
                         endPos, verifyPos, close, ioDesc}) =
    RD {name = name, chunkSize = chunkSize,
        readVec = first [readVec, from (readArr, vectorByArray), both (block, readVecNB, waiting),
                         both (block, readArrNB, fn p => vectorByArray (waiting p))],
        readArr = first [readArr, from (readVec, arrayByVector), both (block, readArrNB, waiting),
                         both (block, readVecNB, fn p => arrayByVector (waiting p))],
        readVecNB = first [readVecNB, from (readArrNB, vectorByArrayNB), both (canInput, readVec, asking),
                           both (canInput, readArr, fn p => vectorByArrayNB (asking p))],
        readArrNB = first [readArrNB, from (readVecNB, arrayByVectorNB), both (canInput, readArr, asking),
                           both (canInput, readVec, fn p => arrayByVectorNB (asking p))],
        block = block, canInput = canInput, avail = avail, getPos = getPos, setPos = setPos, endPos = endPos,
        verifyPos = verifyPos, close = close, ioDesc = ioDesc}

  fun vectorOf write slice = write (ArraySlice.full (let val a = Array.array (VectorSlice.length slice, someElem)
                                                     in ArraySlice.copyVec {src = slice, dst = a, di = 0}; a end))
  fun arrayOf write slice = write (VectorSlice.full (ArraySlice.vector slice))
  fun augmentWriter (WR {name, chunkSize, writeVec, writeArr, writeVecNB, writeArrNB, block, canOutput, getPos, setPos,
                         endPos, verifyPos, close, ioDesc}) =
    WR {name = name, chunkSize = chunkSize,
        writeVec = first [writeVec, from (writeArr, vectorOf), both (block, writeVecNB, waiting),
                          both (block, writeArrNB, fn p => vectorOf (waiting p))],
        writeArr = first [writeArr, from (writeVec, arrayOf), both (block, writeArrNB, waiting),
                          both (block, writeVecNB, fn p => arrayOf (waiting p))],
        writeVecNB = first [writeVecNB, from (writeArrNB, vectorOf), both (canOutput, writeVec, asking),
                            both (canOutput, writeArr, fn p => vectorOf (asking p))],
        writeArrNB = first [writeArrNB, from (writeVecNB, arrayOf), both (canOutput, writeArr, asking),
                            both (canOutput, writeVec, fn p => arrayOf (asking p))],
        block = block, canOutput = canOutput, getPos = getPos, setPos = setPos, endPos = endPos, verifyPos = verifyPos,
        close = close, ioDesc = ioDesc}
end

structure TextPrimIO =
  PrimIO
    (structure Vector = CharVector and VectorSlice = CharVectorSlice and Array = CharArray and ArraySlice = CharArraySlice
     val someElem = #"\000"
     type pos = Position.int
     val compare = Position.compare)
structure BinPrimIO =
  PrimIO
    (structure Vector = Word8Vector and VectorSlice = Word8VectorSlice and Array = Word8Array
     structure ArraySlice = Word8ArraySlice
     val someElem = 0w0 : Word8.word
     type pos = Position.int
     val compare = Position.compare)
